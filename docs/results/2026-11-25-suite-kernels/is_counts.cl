// NAS parallel benchmarks, IS: how many keys fall into each bucket, by global atomics, four keys a work-item.
kernel void is_counts(global const int4 *restrict keys, global int *restrict buckets, int shift) {
  const int4 k = keys[get_global_id(0)] >> shift;
  atomic_inc(&buckets[k.x]);
  atomic_inc(&buckets[k.y]);
  atomic_inc(&buckets[k.z]);
  atomic_inc(&buckets[k.w]);
}
