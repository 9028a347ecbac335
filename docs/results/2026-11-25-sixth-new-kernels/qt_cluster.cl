// Clustering by quality threshold (SHOC): each work-item grows the cluster that its own point seeds, always taking the
// candidate that widens it least, until nothing fits below the threshold. The distance of each candidate to the cluster
// lies transposed in a scratch array; a taken candidate is marked by a negative value.
kernel void qt_cluster(global const float2 *restrict points, global const int *restrict candidates,
                       global float *restrict reach, global int *restrict members, global float *restrict diameters,
                       int count, int most, float threshold) {
  const int seed = get_global_id(0);
  if (seed >= count) return;
  const float2 mine = points[seed];
  for (int k = 0; k < most; ++k) {
    const int to = clamp(candidates[k * count + seed], 0, count - 1);
    reach[k * count + seed] = distance(points[to], mine);
  }
  float diameter = 0.0f;
  int size = 1;
  for (int round = 0; round < most; ++round) {
    float best = threshold;
    int pick = -1;
    for (int k = 0; k < most; ++k) {
      const float r = reach[k * count + seed];
      if (r >= 0.0f && r < best) {
        best = r;
        pick = k;
      }
    }
    if (pick < 0) break;
    const float2 added = points[clamp(candidates[pick * count + seed], 0, count - 1)];
    reach[pick * count + seed] = -1.0f;
    diameter = fmax(diameter, best);
    ++size;
    for (int k = 0; k < most; ++k) {
      const float r = reach[k * count + seed];
      if (r >= 0.0f) {
        const float d = distance(points[clamp(candidates[k * count + seed], 0, count - 1)], added);
        reach[k * count + seed] = fmax(r, d);
      }
    }
  }
  members[seed] = size;
  diameters[seed] = diameter;
}
