-- The best levels of a book. KEYS: position, book state, bids, bid quantities, asks, ask quantities. ARGV: depth.
local function side(range, names, quantities)
  local best = redis.call(range, names, 0, tonumber(ARGV[1]) - 1)
  if #best == 0 then
    return {}
  end
  return redis.call('HMGET', quantities, unpack(best))
end
return {
  redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2]), side('ZREVRANGE', KEYS[3], KEYS[4]), side('ZRANGE', KEYS[5], KEYS[6]),
  redis.call('GET', KEYS[7])
}
