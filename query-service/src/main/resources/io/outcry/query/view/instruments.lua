-- All instruments of a partition. KEYS: position, symbols. ARGV: prefix of the partition's keys.
-- Answers the position, then for each instrument: symbol, JSON.
local reply = {redis.call('GET', KEYS[1])}
for _, symbol in ipairs(redis.call('SMEMBERS', KEYS[2])) do
  reply[#reply + 1] = symbol
  reply[#reply + 1] = redis.call('GET', ARGV[1] .. 'i:' .. symbol)
end
return reply
