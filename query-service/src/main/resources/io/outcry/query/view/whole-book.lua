-- A whole book in no order. KEYS: position, book state, bid quantities, ask quantities, auction.
return {
  redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2]), redis.call('HGETALL', KEYS[3]), redis.call('HGETALL', KEYS[4]),
  redis.call('GET', KEYS[5])
}
