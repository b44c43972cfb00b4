-- The order behind a client order id. KEYS: position, client order id. ARGV: prefix of the partition's keys.
-- The keys of the order are in the slot of those that are named.
local id = redis.call('GET', KEYS[2])
local order = id and redis.call('GET', ARGV[1] .. 'o:' .. id)
if not order then
  return {redis.call('GET', KEYS[1]), false}
end
return {redis.call('GET', KEYS[1]), order, redis.call('HGETALL', ARGV[1] .. 'f:' .. id)}
