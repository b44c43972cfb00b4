#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A certificate of its own for localhost, for a month, in cluster/tls; leaves one that is good for another day. For trying: a public gateway
# needs one that others trust, in the same two files.
set -euo pipefail
cd "$(dirname "$0")"
if [ -e tls/gateway.crt ] && openssl x509 -noout -checkend 86400 -in tls/gateway.crt >/dev/null; then exit 0; fi
mkdir -p tls
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30 -subj /CN=localhost \
    -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout tls/gateway.key -out tls/gateway.crt 2>/dev/null
# nginx reads the key as root before it gives its rights away.
chmod 600 tls/gateway.key
