-- Reads what a projection goes on from, and where the view is with it.
-- KEYS: position, hashes of holdings, lists of candles. ARGV: a field of each hash.
-- Answers the position, then for each other key the field or the newest element.
local found = { redis.call('GET', KEYS[1]) }
for at = 2, #KEYS do
  if at - 1 <= #ARGV then
    found[at] = redis.call('HGET', KEYS[at], ARGV[at - 1])
  else
    found[at] = redis.call('LINDEX', KEYS[at], -1)
  end
end
return found
