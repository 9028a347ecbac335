// Rendering: a ray a pixel against a swarm of spheres, the swarm's places from integer arithmetic into local memory;
// pixels that hit one send a second ray to the lamp.
#define MOST 64

uint mix_bits(uint h) {
  h ^= h >> 15;
  h *= 0x2c1b3c6du;
  h ^= h >> 12;
  h *= 0x297a2d39u;
  return h ^ h >> 15;
}

float unit(uint h) { return (float)(h >> 8) * (1.0f / 16777216.0f); }

kernel void spheres_shade(global const float4 *restrict paints, global uchar4 *restrict frame, int width, int height,
                          int spheres, int seed) {
  local float4 swarm[MOST];
  const int flat = get_local_id(1) * get_local_size(0) + get_local_id(0);
  for (int s = flat; s < spheres; s += get_local_size(0) * get_local_size(1)) {
    const uint h = mix_bits((uint)(seed + s * 4));
    swarm[s] = (float4)(4.0f * unit(h) - 2.0f, 3.0f * unit(mix_bits(h + 1u)) - 1.5f, 3.0f + 4.0f * unit(mix_bits(h + 2u)),
                        0.15f + 0.25f * unit(mix_bits(h + 3u)));
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  const int px = get_global_id(0), py = get_global_id(1);
  if (px >= width || py >= height) return;
  const float3 ray = normalize((float3)((2.0f * px - width) / (float)height, (2.0f * py - height) / (float)height, 1.8f));
  float nearest = 1.0e6f;
  int which = -1;
  for (int s = 0; s < spheres; ++s) {
    const float4 ball = swarm[s];
    const float along = dot(ray, ball.xyz);
    const float inside = along * along - dot(ball.xyz, ball.xyz) + ball.w * ball.w;
    if (inside > 0.0f) {
      const float t = along - sqrt(inside);
      if (t > 1.0e-3f && t < nearest) {
        nearest = t;
        which = s;
      }
    }
  }

  float3 colour = (float3)(0.2f, 0.3f, 0.5f) * (1.0f - fabs(ray.y));
  if (which >= 0) {
    const float3 at = ray * nearest;
    const float3 normal = (at - swarm[which].xyz) / swarm[which].w;
    const float3 to_lamp = normalize((float3)(-3.0f, -4.0f, 0.5f) - at);
    float lit = fmax(dot(normal, to_lamp), 0.0f);
    for (int s = 0; s < spheres; ++s) {
      const float3 apart = swarm[s].xyz - at;
      const float along = dot(apart, to_lamp);
      const float inside = along * along - dot(apart, apart) + swarm[s].w * swarm[s].w;
      if (s != which && along > 0.0f && inside > 0.0f) lit *= 0.4f;
    }
    colour = paints[which].xyz * (0.1f + 0.9f * lit);
  }
  frame[py * width + px] = convert_uchar4_sat((float4)(colour * 255.0f, 255.0f));
}
