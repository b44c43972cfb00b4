-- The order behind a client order id. KEYS: position, client order id. ARGV: prefix of the partition's keys.
-- The keys of the order are in the slot of those that are named.
local id = redis.call('GET', KEYS[2])
if not id then
  return {redis.call('GET', KEYS[1]), false, false}
end
return {redis.call('GET', KEYS[1]), redis.call('GET', ARGV[1] .. 'o:' .. id), redis.call('GET', ARGV[1] .. 'f:' .. id)}
