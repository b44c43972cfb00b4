-- The newest candles of a symbol, oldest first. KEYS: position, book state, candles in the order of time. ARGV: how many.
return {redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2]), redis.call('LRANGE', KEYS[3], -tonumber(ARGV[1]), -1)}
