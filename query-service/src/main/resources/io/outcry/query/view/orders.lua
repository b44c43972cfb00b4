-- A page of orders, newest first. KEYS: position, sorted set of orders.
-- ARGV: prefix of the partition's keys, score and member to start after, how many.
-- Answers the position, then for each order: score, member, order, fills. Orders that have expired are passed over.
local newest, member, limit = tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])
local reply = {redis.call('GET', KEYS[1])}
local found, offset = 0, 0
while found < limit do
  local page = redis.call('ZREVRANGEBYSCORE', KEYS[2], ARGV[2], '-inf', 'WITHSCORES', 'LIMIT', offset, 256)
  if #page == 0 then
    break
  end
  for i = 1, #page, 2 do
    if found < limit and (tonumber(page[i + 1]) < newest or page[i] < member) then
      local id = string.gsub(page[i], '^0+', '')
      if id == '' then
        id = '0'
      end
      local order = redis.call('GET', ARGV[1] .. 'o:' .. id)
      if order then
        reply[#reply + 1] = page[i + 1]
        reply[#reply + 1] = page[i]
        reply[#reply + 1] = order
        reply[#reply + 1] = redis.call('HGETALL', ARGV[1] .. 'f:' .. id)
        found = found + 1
      end
    end
  end
  offset = offset + 256
end
return reply
