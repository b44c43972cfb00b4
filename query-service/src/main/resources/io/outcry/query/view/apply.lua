-- Applies a batch to one partition of the view and moves its position; does nothing if the position is not the expected one.
-- KEYS[1] position; further KEYS are named by number in the operations.
-- ARGV: expected position ('' for none), new position, channel, name of the partition, then operations.
-- Answers OK, or the position that is stored. Every operation has the same effect when it is applied again.
local stored = redis.call('GET', KEYS[1]) or ''
if stored ~= ARGV[1] then
  return stored
end
local at = 5
local function key(n) return KEYS[tonumber(ARGV[at + n])] end
local apply = {
  -- set: key value
  S = function() redis.call('SET', key(1), ARGV[at + 2]); return 3 end,
  -- set for a time: key value milliseconds
  X = function() redis.call('SET', key(1), ARGV[at + 2], 'PX', ARGV[at + 3]); return 4 end,
  -- forget: key
  D = function() redis.call('DEL', key(1)); return 2 end,
  -- forget later: key milliseconds
  E = function() redis.call('PEXPIRE', key(1), ARGV[at + 2]); return 3 end,
  -- forget later, if it still has this value: key value milliseconds
  C = function()
    if redis.call('GET', key(1)) == ARGV[at + 2] then redis.call('PEXPIRE', key(1), ARGV[at + 3]) end
    return 4
  end,
  -- add to a sorted set and keep its newest: key score member limit (0: no limit)
  Z = function()
    redis.call('ZADD', key(1), ARGV[at + 2], ARGV[at + 3])
    if ARGV[at + 4] ~= '0' then redis.call('ZREMRANGEBYRANK', key(1), 0, -1 - tonumber(ARGV[at + 4])) end
    return 5
  end,
  -- remove from a sorted set: key member
  R = function() redis.call('ZREM', key(1), ARGV[at + 2]); return 3 end,
  -- add to a set: key member
  A = function() redis.call('SADD', key(1), ARGV[at + 2]); return 3 end,
  -- a fill: key trade value limit
  F = function()
    if redis.call('HLEN', key(1)) < tonumber(ARGV[at + 4]) then redis.call('HSET', key(1), ARGV[at + 2], ARGV[at + 3]) end
    return 5
  end,
  -- a book level: key of the names, key of the quantities, name, JSON ('' when it is gone)
  L = function()
    if ARGV[at + 4] == '' then
      redis.call('ZREM', key(1), ARGV[at + 3])
      redis.call('HDEL', key(2), ARGV[at + 3])
    else
      redis.call('ZADD', key(1), '0', ARGV[at + 3])
      redis.call('HSET', key(2), ARGV[at + 3], ARGV[at + 4])
    end
    return 5
  end,
  -- a trade: key id JSON limit
  T = function()
    local reply = redis.pcall('XADD', key(1), 'MAXLEN', '~', ARGV[at + 4], ARGV[at + 2], 'j', ARGV[at + 3])
    if type(reply) == 'table' and reply.err and not string.find(reply.err, 'equal or smaller', 1, true) then
      error(reply.err)
    end
    return 5
  end
}
local last = #ARGV
while at <= last do
  at = at + apply[ARGV[at]]()
end
redis.call('SET', KEYS[1], ARGV[2])
redis.call('PUBLISH', ARGV[3], ARGV[4] .. ' ' .. ARGV[2])
return 'OK'
