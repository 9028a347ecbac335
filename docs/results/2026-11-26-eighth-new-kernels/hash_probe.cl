// Database join, probe side (open addressing, linear probing; key 0xffffffff: empty): each work-item takes one key, goes on
// to the first empty slot and adds up the payloads of all matches. Matches are counted by group, then atomically.
uint fmix32(uint h)
{
  h ^= h >> 16;
  h *= 0x85ebca6bu;
  h ^= h >> 13;
  h *= 0xc2b2ae35u;
  return h ^ (h >> 16);
}

kernel void hash_probe(global const uint* restrict table_keys, global const ulong* restrict table_payload,
                       const uint mask, global const uint* restrict probe_keys, const uint probes,
                       global ulong* restrict sums, global uint* restrict match_count)
{
  local uint in_group;
  const size_t gid = get_global_id(0);
  if (get_local_id(0) == 0) in_group = 0;
  barrier(CLK_LOCAL_MEM_FENCE);

  if (gid < probes) {
    const uint key = probe_keys[gid];
    uint slot = fmix32(key) & mask;
    ulong sum = 0;
    uint found = 0;
    for (uint k = table_keys[slot]; k != 0xffffffffu; k = table_keys[slot]) {
      if (k == key) {
        sum += table_payload[slot];
        ++found;
      }
      slot = (slot + 1) & mask;
    }
    sums[gid] = sum;
    if (found) atomic_add(&in_group, found);
  }

  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0 && in_group) atomic_add(match_count, in_group);
}
