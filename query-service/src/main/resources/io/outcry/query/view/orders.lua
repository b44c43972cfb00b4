-- A page of an account's orders, newest first. KEYS: position.
-- ARGV: prefix of the partition's keys, account, symbol ('' for all), 1 for open orders only, place to start after, how many.
-- A place is the time of placement and the order's id, both in fixed width, so that texts sort like places.
-- Answers the position, then for each order: place, order, fills. Orders that are forgotten are passed over.
local prefix, account, open = ARGV[1], ARGV[2], ARGV[4] == '1'
local after, limit = ARGV[5], tonumber(ARGV[6])
local symbols = {ARGV[3]}
if ARGV[3] == '' then
  symbols = redis.call('SMEMBERS', prefix .. 'os:' .. account)
end

-- Up to n places of open orders behind a place: a sorted set by time, then id.
local function of_open(key, behind, n, found)
  local time, id = string.match(behind, '^0*(%d+)-(%d+)$')
  local offset, count = 0, 0
  while count < n do
    local page = redis.call('ZREVRANGEBYSCORE', key, time, '-inf', 'WITHSCORES', 'LIMIT', offset, n)
    for i = 1, #page, 2 do
      local place = string.format('%016.0f', page[i + 1]) .. '-' .. page[i]
      if count < n and place < behind then
        found[#found + 1] = place
        count = count + 1
      end
    end
    if #page < 2 * n then
      break
    end
    offset = offset + n
  end
end

-- Up to n places behind a place: a list in the order of places.
local function of_all(key, behind, n, found)
  local low, high = 0, redis.call('LLEN', key)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if redis.call('LINDEX', key, middle) < behind then
      low = middle + 1
    else
      high = middle
    end
  end
  if low > 0 then
    local page = redis.call('LRANGE', key, math.max(0, low - n), low - 1)
    for i = #page, 1, -1 do
      found[#found + 1] = page[i]
    end
  end
end

local reply = {redis.call('GET', KEYS[1])}
local taken = 0
while taken < limit do
  local wanted, found = limit - taken, {}
  for _, symbol in ipairs(symbols) do
    if open then
      of_open(prefix .. 'open:' .. account .. ':' .. symbol, after, wanted, found)
    else
      of_all(prefix .. 'all:' .. account .. ':' .. symbol, after, wanted, found)
    end
  end
  table.sort(found, function(a, b) return a > b end)
  for i = 1, math.min(#found, wanted) do
    after = found[i]
    local id = string.match(after, '-0*(%d+)$')
    local order = redis.call('GET', prefix .. 'o:' .. id)
    if order then
      reply[#reply + 1] = after
      reply[#reply + 1] = order
      reply[#reply + 1] = redis.call('GET', prefix .. 'f:' .. id)
      taken = taken + 1
    end
  end
  if #found < wanted then
    break
  end
end
return reply
