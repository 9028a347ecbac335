// Finance (samples of vendors): Asian options by Monte Carlo, four paths a work-item in vectors, xorshift and Box and
// Muller in registers, partial sums of the payoffs in local memory.
uint4 shuffled(uint4 s) {
  s ^= s << 13;
  s ^= s >> 17;
  return s ^ (s << 5);
}

kernel __attribute__((reqd_work_group_size(64, 1, 1))) void asian_paths(global const float4 *restrict options,
                                                                        global float2 *restrict sums, int steps) {
  local float2 t[64];
  const int item = get_local_id(0);
  const float4 o = fabs(options[get_group_id(1)]);
  const float dt = (0.5f + o.w) / steps, move = 0.3f * sqrt(dt), drift = (0.03f - 0.5f * 0.09f) * dt;
  uint4 s = ((uint)get_global_id(0) + 1u) * (uint4)(747796405u, 2891336453u, 277803737u, 2654435769u);
  float4 spot = 1.0f + o.x, mean = 0.0f;
  for (int k = 0; k < steps; k += 2) {
    s = shuffled(s);
    const float4 u = (convert_float4(s >> 8) + 1.0f) * 0x1p-24f;
    s = shuffled(s);
    const float4 angle = convert_float4(s >> 8) * (0x1p-24f * 2.0f * M_PI_F), radius = sqrt(-2.0f * log(u));
    float4 turn;
    const float4 sine = sincos(angle, &turn);
    spot *= exp(drift + move * radius * sine);
    mean += spot;
    spot *= exp(drift + move * radius * turn);
    mean += spot;
  }
  const float4 gain = fmax(mean / steps - (1.0f + o.y), 0.0f);
  t[item] = (float2)(dot(gain, (float4)(0.25f)), dot(gain, gain) * 0.25f);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_way = 32; half_way > 0; half_way >>= 1) {
    if (item < half_way) t[item] += t[item + half_way];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) sums[get_group_id(1) * get_num_groups(0) + get_group_id(0)] = t[0];
}
