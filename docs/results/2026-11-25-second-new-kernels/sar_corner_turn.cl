// Synthetic aperture radar: transposes complex samples from pulses to range bins in tiles of 16x16 in local memory,
// and takes out the quadratic phase of a pulse in its range bin on the way.
#define TILE 16

kernel void sar_corner_turn(global const float2 *restrict pulses, global float2 *restrict bins, int ranges, int times,
                            float chirp, float nearest, float spacing) {
  local float2 tile[TILE][TILE + 1];
  const int i = get_local_id(0), j = get_local_id(1);
  const int column0 = get_group_id(0) * TILE, line0 = get_group_id(1) * TILE;
  tile[j][i] = pulses[(line0 + j) * ranges + column0 + i];
  barrier(CLK_LOCAL_MEM_FENCE);

  const int range = column0 + j, time = line0 + i;
  const float2 sample = tile[i][j];
  const float away = time - 0.5f * times;
  float c;
  const float s = sincos(chirp * away * away / (nearest + spacing * range), &c);
  bins[range * times + time] = (float2)(sample.x * c + sample.y * s, sample.y * c - sample.x * s);
}
