-- What an account holds. KEYS: position, holdings. Answers the position, then for each symbol: symbol, holding.
local reply = redis.call('HGETALL', KEYS[2])
table.insert(reply, 1, redis.call('GET', KEYS[1]))
return reply
