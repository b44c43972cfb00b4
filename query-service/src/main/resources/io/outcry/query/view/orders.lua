-- A page of an account's orders, newest first. KEYS: position, the orders to choose from: a sorted set of the open ones, or a list of places.
-- ARGV: prefix of the partition's keys, 1 for open orders, place to start after, how many, 1 for no fills.
-- A place is the time of placement and the order's id, both in fixed width, so that texts sort like places.
-- Answers the position, then for each order: place, order, fills. Orders that are forgotten are passed over. The page is left early after as
-- many of them as PASSED, and after as many bytes of orders as BYTES: then the last entry is the place that was reached, without an order.
local prefix, open, after, limit = ARGV[1], ARGV[2] == '1', ARGV[3], tonumber(ARGV[4])
local without_fills = ARGV[5] == '1'
local PASSED = 1000
local BYTES = 1048576

-- What brings up to n more places of a sorted set by time, then id, newest first.
local function of_open(key)
  local behind = after
  return function(n)
    local time = string.match(behind, '^0*(%d+)-')
    local found, offset = {}, 0
    while #found < n do
      local page = redis.call('ZREVRANGEBYSCORE', key, time, '-inf', 'WITHSCORES', 'LIMIT', offset, n)
      for i = 1, #page, 2 do
        local place = string.format('%016.0f', page[i + 1]) .. '-' .. page[i]
        if #found < n and place < behind then
          found[#found + 1] = place
        end
      end
      if #page < 2 * n then
        break
      end
      offset = offset + n
    end
    behind = found[#found] or behind
    return found
  end
end

-- What brings up to n more places of a list in the order of places, newest first.
local function of_all(key)
  local low, high = 0, redis.call('LLEN', key)
  while low < high do
    local middle = math.floor((low + high) / 2)
    if redis.call('LINDEX', key, middle) < after then
      low = middle + 1
    else
      high = middle
    end
  end
  return function(n)
    local found = {}
    if low > 0 then
      local page = redis.call('LRANGE', key, math.max(0, low - n), low - 1)
      for i = #page, 1, -1 do
        found[#found + 1] = page[i]
      end
      low = low - #page
    end
    return found
  end
end

local more = open and of_open(KEYS[2]) or of_all(KEYS[2])
local page, at = {}, 0

local function next_place()
  at = at + 1
  if at > #page then
    page, at = more(math.min(limit, 256)), 1
  end
  return page[at]
end

local reply = {redis.call('GET', KEYS[1])}
local taken, passed, bytes, reached = 0, 0, 0, false
while taken < limit do
  local place = next_place()
  if not place then
    break
  end
  if passed == PASSED or bytes >= BYTES then
    reply[#reply + 1] = reached
    reply[#reply + 1] = false
    reply[#reply + 1] = false
    break
  end
  local id = string.match(place, '-0*(%d+)$')
  local order = redis.call('GET', prefix .. 'o:' .. id)
  if order then
    local fills = not without_fills and redis.call('GET', prefix .. 'f:' .. id)
    reply[#reply + 1] = place
    reply[#reply + 1] = order
    reply[#reply + 1] = fills
    taken = taken + 1
    bytes = bytes + #order + (fills and #fills or 0)
  else
    passed = passed + 1
  end
  reached = place
end
return reply
