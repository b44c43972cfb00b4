-- Applies a batch to one partition of the view and moves its position; does nothing if the position is not the expected one.
-- KEYS: position, closed orders. The other keys are in the slot of these and are named in the commands.
-- ARGV: expected position ('' for none), new position, channel, name of the partition, prefix of its keys,
-- time before which closed orders are forgotten, how many to forget at most, then commands: number of parts, parts.
-- Answers OK, or the position that is stored.
local stored = redis.call('GET', KEYS[1]) or ''
if stored ~= ARGV[1] then
  return stored
end
local at, last = 8, #ARGV
while at <= last do
  local parts = tonumber(ARGV[at])
  if ARGV[at + 1] == '~GROW' then
    -- key, text, limit: the first texts are kept
    if redis.call('STRLEN', ARGV[at + 2]) < tonumber(ARGV[at + 4]) then
      redis.call('APPEND', ARGV[at + 2], ARGV[at + 3])
    end
  else
    redis.call(unpack(ARGV, at + 1, at + parts))
  end
  at = at + parts + 1
end
-- time:order:account:client order id, in the order of time
for _ = 1, tonumber(ARGV[7]) do
  local oldest = redis.call('LINDEX', KEYS[2], 0)
  if not oldest then
    break
  end
  local time, order, account, name = string.match(oldest, '^(%d+):(%d+):([^:]*):(.*)$')
  if tonumber(time) >= tonumber(ARGV[6]) then
    break
  end
  redis.call('LPOP', KEYS[2])
  redis.call('DEL', ARGV[5] .. 'o:' .. order, ARGV[5] .. 'f:' .. order)
  if name ~= '' then
    local names = ARGV[5] .. 'c:' .. account .. ':' .. name
    if redis.call('GET', names) == order then
      redis.call('DEL', names)
    end
  end
end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('PUBLISH', ARGV[3], ARGV[4] .. ' ' .. ARGV[2])
return 'OK'
