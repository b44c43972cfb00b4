# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What try.sh and try-cluster.sh share. They set $services, and COMPOSE_FILE for docker compose.
set -euo pipefail
export COMPOSE_PROGRESS=${COMPOSE_PROGRESS:-quiet}

free_port() {
    local port
    for _ in {1..50}; do
        port=$((20000 + RANDOM % 10000))
        if ! (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then echo "$port"; return; fi
    done
    echo "try: no free port" >&2; exit 1
}

say() { printf '%s  %s\n' "$(date +%T)" "$*"; }

fail() {
    say "FAILED: $*" >&2
    docker compose ps --all >&2 || true
    docker compose logs --tail 40 $services >&2 || true
    exit 1
}

finish() {
    local result=$?
    rm -f "$headers"
    [ -z "${load:-}" ] || kill "$load" 2>/dev/null || true
    if [ -n "${KEEP:-}" ]; then
        say "left as it is on $url; end it with: COMPOSE_PROJECT_NAME=$COMPOSE_PROJECT_NAME docker compose -f docker/$COMPOSE_FILE down --volumes"
    else
        docker compose down --volumes --timeout 20 >/dev/null 2>&1 || true
    fi
    exit "$result"
}

# call METHOD PATH KEY [curl options]: sets $status, $body and $position (the answer's Outcry-Position)
call() {
    local method=$1 path=$2 key=$3 answer; shift 3
    [ -z "$key" ] || set -- -H "Authorization: Bearer $key" "$@"
    answer=$(curl -sS --max-time 20 -X "$method" -H 'Content-Type: application/json' "$@" \
        --dump-header "$headers" -w '\n%{http_code}' "$url$path") || fail "$method $path: no answer"
    status=${answer##*$'\n'}
    body=${answer%$'\n'*}
    position=$(tr -d '\r' <"$headers" | awk 'tolower($1) == "outcry-position:" { print $2 }')
}

# expect STATUS TEXT...: the last answer had this status and its body holds each text
expect() {
    local wanted=$1 text; shift
    [ "$status" = "$wanted" ] || fail "$what: status $status instead of $wanted: $body"
    for text in "$@"; do
        [[ $body == *"$text"* ]] || fail "$what: no $text in: $body"
    done
    say "ok: $what"
}

# await SECONDS COMMAND...: until the command succeeds
await() {
    local end=$((SECONDS + $1)); shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || fail "not within the time: $*: ${body:-}"
        sleep 1
    done
}

# A slow machine may take longer than the 500 ms that a request waits by default.
order() { call POST /api/v1/orders "$1" -H 'Prefer: wait=10' -d "$2"; }
read_after() {
    local end=$((SECONDS + 20)) token=$1 path=$2 key=$3
    call GET "$path" "$key" -H "Outcry-Read-After: $token"
    while [[ $status == 412 || $status == 503 ]] && [ "$SECONDS" -lt "$end" ]; do
        call GET "$path" "$key" -H "Outcry-Read-After: $token"
    done
}
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p" <<<"$body" | head -n 1; }
priced() { call GET /api/v1/prices/BTC-USD ""; [ "$status" = 200 ]; }

need_jars() {
    local module
    for module in order-service matching-service price-service query-service; do
        compgen -G "../$module/target/*-exec.jar" >/dev/null || { echo "try: no jar of $module; run: mvn -DskipTests package" >&2; exit 1; }
    done
}

begin() {
    OUTCRY_PORT=${OUTCRY_PORT:-$(free_port)}
    PROMETHEUS_PORT=${PROMETHEUS_PORT:-$(free_port)}
    export OUTCRY_PORT PROMETHEUS_PORT
    url=http://127.0.0.1:$OUTCRY_PORT
    headers=$(mktemp)
    trap finish EXIT
    # What a try that was interrupted has left: its orders would be taken for this one's.
    docker compose down --volumes --timeout 20 >/dev/null 2>&1 || true
    say "up, on $url"
    docker compose build --quiet
    docker compose up --detach --wait --wait-timeout "$1" || fail "not everything became healthy"
    say "all healthy"
}
