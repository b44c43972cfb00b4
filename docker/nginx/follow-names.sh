#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Started by the image's entry point before nginx. nginx resolves the names of the services only when it reads its
# configuration, and a container that was restarted may have another address: then nginx reads it again.
addresses() {
    for name in order-service query-service; do
        # A service that is down has no address: nothing to follow until it is back.
        found=$(getent ahostsv4 "$name" | cut -d ' ' -f 1 | sort -u) || return 1
        [ -n "$found" ] || return 1
        echo "$name" $found
    done
}

follow() {
    known=$(addresses)
    while sleep 2; do
        if now=$(addresses) && [ "$now" != "$known" ] && nginx -s reload; then
            known=$now
        fi
    done
}

follow &
