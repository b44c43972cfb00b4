-- Takes its position from a partition that was made of what is given; does nothing if it has become another one meanwhile.
-- KEYS: position, what the partition was made of. ARGV: what was found there ('' for nothing). Answers how many positions went.
if (redis.call('GET', KEYS[2]) or '') ~= ARGV[1] then
  return 0
end
return redis.call('DEL', KEYS[1])
