// Skeletal animation: each bone of each actor samples its clip at a time of its own: keys found by halving, rotations
// interpolated on the sphere, positions along a line.
kernel void slerp_clips(global const float *restrict key_times, global const float4 *restrict rotations,
                        global const float4 *restrict positions, global const float *restrict clocks,
                        global float4 *restrict pose, int keys, int bones) {
  const int bone = get_global_id(0), actor = get_global_id(1);
  const float now = clocks[actor];
  global const float *times = key_times + bone * keys;
  int low = 0, high = keys - 1;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (times[middle] <= now)
      low = middle;
    else
      high = middle;
  }
  const float part = clamp((now - times[low]) / (times[high] - times[low]), 0.0f, 1.0f);
  const float4 a = rotations[bone * keys + low];
  float4 b = rotations[bone * keys + high];
  float c = dot(a, b);
  if (c < 0.0f) {
    b = -b;
    c = -c;
  }
  float wa = 1.0f - part, wb = part;
  if (c < 0.9995f) {
    const float angle = acos(c), scale = 1.0f / sin(angle);
    wa = sin(wa * angle) * scale;
    wb = sin(wb * angle) * scale;
  }
  const int out = 2 * (actor * bones + bone);
  pose[out] = normalize(wa * a + wb * b);
  pose[out + 1] = mix(positions[bone * keys + low], positions[bone * keys + high], part);
}
