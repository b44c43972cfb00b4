#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Makes one cluster of the six Redis servers, three masters with a replica each; does nothing if it is one already.
set -eu
base=$1
nodes=""
for last in 31 32 33 34 35 36; do
    until redis-cli -h "$base.$last" ping | grep -q PONG; do sleep 1; done
    nodes="$nodes $base.$last:6379"
done
if redis-cli -h "$base.31" cluster info | grep -q cluster_state:ok; then
    echo "redis: is a cluster"
    exit 0
fi
# shellcheck disable=SC2086  # six words
redis-cli --cluster create $nodes --cluster-replicas 1 --cluster-yes
until redis-cli -h "$base.31" cluster info | grep -q cluster_state:ok; do sleep 1; done
