-- One order with its fills. KEYS: position, order, fills.
local order = redis.call('GET', KEYS[2])
if not order then
  return {redis.call('GET', KEYS[1]), false}
end
return {redis.call('GET', KEYS[1]), order, redis.call('HGETALL', KEYS[3])}
