-- The newest trades of a symbol. KEYS: position, book state, trades. ARGV: newest stream id, how many.
local trades = {}
for i, entry in ipairs(redis.call('XREVRANGE', KEYS[3], ARGV[1], '-', 'COUNT', ARGV[2])) do
  trades[i] = entry[2][2]
end
return {redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2]), trades}
