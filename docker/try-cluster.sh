#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Started by try.sh cluster. Orders are placed one after the other all the time; meanwhile a broker, a Redis master, a matching-, an order- and a
# query-service instance are killed in turn. Then every acknowledged order is there exactly once, and none that nobody placed.
cd "$(dirname "$0")" || exit 1
export COMPOSE_PROJECT_NAME=${COMPOSE_PROJECT_NAME:-outcry-try-cluster} COMPOSE_FILE=compose.cluster.yaml
services="order-1 order-2 matching-1 matching-2 query-1 query-2 query-3 price-1"
. ./try-common.sh

# Places orders until told to stop; each is asked for again under the same name until the answer says what became of it.
trade() {
    local number=0 name answer status
    while [ ! -e "$ledger.stop" ]; do
        number=$((number + 1)) name=try-$number
        while :; do
            answer=$(curl -sS --max-time 12 -o "$ledger.body" -w '%{http_code}' -X POST "$url/api/v1/orders" \
                -H 'Authorization: Bearer demo-alice' -H 'Content-Type: application/json' -H 'Prefer: wait=10' \
                -d "{\"symbol\":\"ETH-USD\",\"side\":\"BUY\",\"type\":\"LIMIT\",\"quantity\":\"0.0100\",\"price\":\"2000.00\",\"clientOrderId\":\"$name\"}" \
                2>/dev/null) || answer=000
            case $answer in
                200 | 201) break ;;
                202 | 5?? | 000) [ ! -e "$ledger.stop" ] || break 2 ; sleep 0.2 ;;
                *) echo "$name $answer $(cat "$ledger.body")" >>"$ledger.wrong"; break ;;
            esac
        done
        status=$(sed -n 's/.*"orderId":"\([0-9]*\)".*/\1/p' "$ledger.body")
        echo "$name $status" >>"$ledger"
    done
}

acknowledged() { wc -l <"$ledger"; }
more_than() { [ "$(acknowledged)" -gt "$1" ]; }

# strike SERVICE: kills it under load, waits until orders go through, starts it again and waits until it is healthy
strike() {
    local before
    docker compose kill --signal KILL "$1" >/dev/null 2>&1
    before=$(acknowledged)
    await 90 more_than $((before + 5))
    say "ok: $1 is killed, orders go on"
    docker compose start "$1" >/dev/null 2>&1
    await 300 healthy "$1"
    before=$(acknowledged)
    await 60 more_than $((before + 5))
    say "ok: $1 is back"
}
healthy() { [ "$(docker inspect --format '{{.State.Health.Status}}' "$(docker compose ps --all --quiet "$1")")" = healthy ]; }

master() {
    local number
    for number in 1 2 3 4 5 6; do
        if docker compose exec -T "redis-$number" redis-cli role | head -n 1 | grep -q master; then echo "redis-$number"; return; fi
    done
}
all_open() {
    call GET "/api/v1/orders?symbol=ETH-USD&status=OPEN&limit=1000${cursor:+&cursor=$cursor}" demo-alice
    [ "$status" = 200 ]
}

need_jars
command -v openssl >/dev/null || { echo "try: openssl makes the certificate of the gateway, and is missing" >&2; exit 1; }
./cluster/certificate.sh
OUTCRY_TLS_PORT=${OUTCRY_TLS_PORT:-$(free_port)}
export OUTCRY_TLS_PORT
begin 900

what="instruments are created"
./seed.sh "$url" || fail "$what"

what="TLS at the gateway"
curl -sS --cacert cluster/tls/gateway.crt "https://localhost:$OUTCRY_TLS_PORT/api/v1/instruments/ETH-USD" | grep -q '"symbol":"ETH-USD"' || fail "$what"
say "ok: $what"

await 90 priced
say "ok: the venues' price is aggregated"

ledger=$(mktemp)
trade &
load=$!
await 60 more_than 20
say "orders are being placed"
strike kafka-2
strike "$(master)"
strike matching-1
strike query-2
strike order-1

touch "$ledger.stop"
wait "$load" || true
load=
[ ! -e "$ledger.wrong" ] || fail "answers that nothing excuses: $(head -n 5 "$ledger.wrong")"

what="every acknowledged order is there once"
count=0 cursor='' listed=$(mktemp)
while :; do
    await 60 all_open
    grep -o '"orderId":"[0-9]*","clientOrderId":"try-[0-9]*"' <<<"$body" | sed 's/"orderId":"\([0-9]*\)","clientOrderId":"\(.*\)"/\2 \1/' >>"$listed"
    cursor=$(field nextCursor)
    [ -n "$cursor" ] || break
done
sort -o "$listed" "$listed"
sort -o "$ledger" "$ledger"
lost=$(comm -23 "$ledger" "$listed" | head -n 3)
[ -z "$lost" ] || fail "$what: acknowledged, but not listed: $lost"
[ "$(cut -d ' ' -f 1 "$listed" | uniq -d | wc -l)" -eq 0 ] || fail "$what: some are there twice"
more=$(($(wc -l <"$listed") - $(wc -l <"$ledger")))
# The last order may have reached the log without an answer.
[ "$more" -le 1 ] || fail "$what: $more orders that nobody was told of"
count=$(wc -l <"$ledger")
rm -f "$ledger" "$ledger".* "$listed"
say "ok: $what: $count orders"
say "PASSED"
