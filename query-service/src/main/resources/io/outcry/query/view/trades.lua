-- The newest trades of a symbol, newest first. KEYS: position, book state, trades in the order of time.
-- ARGV: sequence and index of the trade to start before ('' for the newest), how many.
local newest = redis.call('LLEN', KEYS[3])
if ARGV[1] ~= '' then
  local sequence, index = tonumber(ARGV[1]), tonumber(ARGV[2])
  local low, high = 0, newest
  while low < high do
    local middle = math.floor((low + high) / 2)
    local s, i = string.match(redis.call('LINDEX', KEYS[3], middle), '^{"tradeId":"(%d+)-(%d+)"')
    s, i = tonumber(s), tonumber(i)
    if s < sequence or s == sequence and i < index then
      low = middle + 1
    else
      high = middle
    end
  end
  newest = low
end
local limit = tonumber(ARGV[#ARGV])
local trades = {}
if newest > 0 then
  local page = redis.call('LRANGE', KEYS[3], math.max(0, newest - limit), newest - 1)
  for i = #page, 1, -1 do
    trades[#trades + 1] = page[i]
  end
end
return {redis.call('GET', KEYS[1]), redis.call('GET', KEYS[2]), trades}
