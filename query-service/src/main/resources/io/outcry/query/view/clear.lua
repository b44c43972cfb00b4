-- Removes keys of a partition without a position; does nothing if it has one. KEYS: position, then what to remove. Answers how many went.
-- Redis may come to this long after it was sent, when somebody else has begun to fill the partition.
if redis.call('EXISTS', KEYS[1]) == 1 then
  return 0
end
local removed = 0
for at = 2, #KEYS, 1000 do
  removed = removed + redis.call('UNLINK', unpack(KEYS, at, math.min(at + 999, #KEYS)))
end
return removed
