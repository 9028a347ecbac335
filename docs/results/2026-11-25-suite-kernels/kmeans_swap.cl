// Clusters (Hetero-Mark, Rodinia): the nearest centre of a point, features one after the other, centres in constant
// memory; how many points changed and how many each centre has, by atomics.
kernel void kmeans_swap(global const float *restrict features, constant float *restrict centres,
                        global int *restrict member, global int *restrict changed, global int *restrict sizes,
                        int points, int clusters, int count) {
  const int i = get_global_id(0);
  if (i >= points) return;
  float least = FLT_MAX;
  int best = 0;
  for (int c = 0; c < clusters; ++c) {
    float distance = 0.0f;
    for (int f = 0; f < count; ++f) {
      const float d = features[f * points + i] - centres[c * count + f];
      distance += d * d;
    }
    if (distance < least) {
      least = distance;
      best = c;
    }
  }
  if (member[i] != best) atomic_inc(changed);
  atomic_add(&sizes[best], 1);
  member[i] = best;
}
