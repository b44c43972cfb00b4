#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Creates standalone's dozen instruments through the admin API. PUT is idempotent: running it again changes nothing.
#   docker/seed.sh [http://127.0.0.1:8080]        ADMIN_KEY: the key to use, default demo-admin
set -euo pipefail
url=${1:-http://127.0.0.1:8080}
key=${ADMIN_KEY:-demo-admin}
list=$(dirname "$0")/../standalone/src/main/resources/instruments.yaml

# One line for each instrument: symbol, tab, JSON of its rules.
rules() {
    awk '
        function close_rules() { if (symbol != "") print symbol "\t{" body "}" }
        function camel(name,   words, i, out) {
            split(name, words, "-")
            out = words[1]
            for (i = 2; i in words; i++) out = out toupper(substr(words[i], 1, 1)) substr(words[i], 2)
            return out
        }
        /^ *- symbol:/ { close_rules(); symbol = $3; body = ""; next }
        symbol == "" || $1 == "start-price:" || $1 !~ /^[a-z-]+:$/ { next }
        {
            name = camel(substr($1, 1, length($1) - 1)); value = $2
            if (name !~ /Scale$/ && value !~ /^"/) value = "\"" value "\""
            body = body (body == "" ? "" : ",") "\"" name "\":" value
        }
        END { close_rules() }
    ' "$list"
}

count=0
while IFS=$'\t' read -r symbol body; do
    # On failure the answer says what is wrong, so it is shown.
    answer=$(curl -sS --retry 20 --retry-delay 1 --retry-connrefused --max-time 10 -X PUT -w '\n%{http_code}' \
        -H "Authorization: Bearer $key" -H 'Content-Type: application/json' -d "$body" \
        "$url/api/v1/admin/instruments/$symbol")
    case ${answer##*$'\n'} in
        200 | 201) count=$((count + 1)) ;;
        *) echo "seed: $symbol: $answer" >&2; exit 1 ;;
    esac
done < <(rules)
[ "$count" -gt 0 ] || { echo "seed: no instruments in $list" >&2; exit 1; }
echo "seed: $count instruments"
