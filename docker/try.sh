#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Tries the compose files for real, on free ports and in a project of their own: up, wait for health, trade, verify, down.
# Needs Docker with compose, curl, and the jars: mvn -DskipTests package
#   docker/try.sh             compose.yaml, one of each part
#   docker/try.sh cluster     compose.cluster.yaml: every kind of part is killed under load, and nothing acknowledged is lost
# KEEP=1 leaves everything as it is at the end, to look at.
cd "$(dirname "$0")" || exit 1
case ${1:-} in
    '') ;;
    cluster) exec ./try-cluster.sh ;;
    *) echo "try.sh, or try.sh cluster" >&2; exit 2 ;;
esac
export COMPOSE_PROJECT_NAME=${COMPOSE_PROJECT_NAME:-outcry-try} COMPOSE_FILE=compose.yaml
services="order-service matching-service query-service price-service"
. ./try-common.sh

cancelled() { call DELETE "/api/v1/orders/$resting" demo-alice -H 'Prefer: wait=10'; [ "$status" = 200 ]; }
scraped() {
    body=$(curl -sS --max-time 5 "http://127.0.0.1:$PROMETHEUS_PORT/api/v1/query?query=sum(up%7Bjob%3D%22outcry%22%7D)") || return 1
    [[ $body == *'"4"'* ]]
}

need_jars
begin 600

what="instruments are created"
./seed.sh "$url" || fail "$what"

what="alice sells 1.00 at 61000.00"
order demo-alice '{"symbol":"BTC-USD","side":"SELL","type":"LIMIT","quantity":"1.00","price":"61000.00"}'
expect 201 '"status":"NEW"'
sold=$(field orderId)

what="bob buys 0.40 by market and has the fill in the answer"
order demo-bob '{"symbol":"BTC-USD","side":"BUY","type":"MARKET","quantity":"0.40"}'
expect 201 '"status":"FILLED"' '"fills":[{"tradeId"' '"price":"61000.00"'
bought=$(field orderId) trade=$(field tradeId) token=$position
[ -n "$token" ] || fail "$what: no Outcry-Position"

what="the trade can be read"
read_after "$token" "/api/v1/trades/BTC-USD?limit=10" ""
expect 200 "\"$trade\"" '"61000.00"'

what="the book shows what is left"
read_after "$token" "/api/v1/books/BTC-USD?depth=10" ""
expect 200 '["61000.00","0.60000"]'

what="bob's order is filled"
read_after "$token" "/api/v1/orders/$bought" demo-bob
expect 200 '"status":"FILLED"'

what="alice's order is partially filled"
read_after "$token" "/api/v1/orders/$sold" demo-alice
expect 200 '"status":"PARTIALLY_FILLED"' '"executedQuantity":"0.40000"'

what="bob cannot see alice's order"
read_after "$token" "/api/v1/orders/$sold" demo-bob
expect 404 ORDER_NOT_FOUND

what="alice cancels the rest"
call DELETE "/api/v1/orders/$sold" demo-alice -H 'Prefer: wait=10'
expect 200 '"status":"CANCELED"'

what="the book is empty again"
read_after "$position" "/api/v1/books/BTC-USD?depth=10" ""
expect 200 '"asks":[]'

what="an unknown symbol is refused with its code"
order demo-bob '{"symbol":"NO-SUCH","side":"BUY","type":"MARKET","quantity":"1"}'
expect 422 UNKNOWN_SYMBOL

what="no key, no order"
order "" '{"symbol":"BTC-USD","side":"BUY","type":"MARKET","quantity":"1"}'
expect 401 UNAUTHORIZED

await 60 priced
what="the venues' price is aggregated"
expect 200 '"symbol":"BTC-USD"' '"price":"'

what="the gateway keeps a price for a moment"
kept() { priced && priced && tr -d '\r' <"$headers" | grep -qi '^cache-status: gateway; hit$'; }
await 20 kept
expect 200 '"symbol":"BTC-USD"'

what="a price on a condition is the service's, too"
call GET /api/v1/prices/BTC-USD "" -H 'If-Match: "another"'
expect 200 '"symbol":"BTC-USD"'

what="a refresh is accepted"
call POST /api/v1/prices/BTC-USD/refresh demo-bob
expect 202

what="the management endpoints are not public"
call GET /actuator/prometheus ""
expect 404 NOT_FOUND

what="what the gateway itself refuses is a problem like any other"
call TRACE /api/v1/orders ""
expect 405 METHOD_NOT_ALLOWED

await 60 scraped
say "ok: Prometheus scrapes all four services"

what="alice sells 0.50 at 62000.00, and the matching service is killed"
order demo-alice '{"symbol":"BTC-USD","side":"SELL","type":"LIMIT","quantity":"0.50","price":"62000.00"}'
expect 201 '"status":"NEW"'
docker compose kill --signal KILL matching-service >/dev/null 2>&1
docker compose up --detach --wait --wait-timeout 300 matching-service >/dev/null 2>&1 || fail "matching-service did not come back"
what="what rested before the kill trades after it"
order demo-bob '{"symbol":"BTC-USD","side":"BUY","type":"LIMIT","timeInForce":"IOC","quantity":"0.50","price":"62000.00"}'
expect 201 '"status":"FILLED"' '"price":"62000.00"'

what="alice sells 0.25 at 63000.00, and order-service and query-service are killed"
order demo-alice '{"symbol":"BTC-USD","side":"SELL","type":"LIMIT","quantity":"0.25","price":"63000.00"}'
expect 201 '"status":"NEW"'
resting=$(field orderId)
docker compose kill --signal KILL query-service order-service >/dev/null 2>&1
docker compose up --detach --wait --wait-timeout 300 query-service order-service >/dev/null 2>&1 || fail "they did not come back"
await 20 cancelled   # nginx looks for new addresses every 2 s
what="behind new addresses both services answer, and the order is there"
expect 200 '"status":"CANCELED"' '"63000.00"'
read_after "$position" "/api/v1/orders/$resting" demo-alice
expect 200 '"status":"CANCELED"'

if [ -n "${KEEP:-}" ]; then
    say "PASSED, but for the stop"
    exit 0
fi

say "stopping"
docker compose stop --timeout 25 >/dev/null 2>&1
what="every service ends in order when it is told to"
for service in $services; do
    code=$(docker inspect --format '{{.State.ExitCode}}' "$(docker compose ps --all --quiet $service)")
    # 143: ended by the signal after its shutdown hooks ran; 137 would be killed for not ending
    case $code in 0 | 143) ;; *) fail "$service ended with $code" ;; esac
done
say "ok: $what"
say "PASSED"
