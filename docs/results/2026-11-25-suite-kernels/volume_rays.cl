// Graphics (samples of vendors): rays through a volume of 8-bit densities, trilinear samples, composed front to back
// until opaque or out of the box; packed colours.
float sample(global const uchar *volume, int n, float3 p) {
  const float3 q = clamp(p * (n - 1.0f), 0.0f, n - 1.001f), base = floor(q), f = q - base;
  const int at = ((int)base.z * n + (int)base.y) * n + (int)base.x, up = n * n;
  const float a = mix((float)volume[at], (float)volume[at + 1], f.x);
  const float b = mix((float)volume[at + n], (float)volume[at + n + 1], f.x);
  const float c = mix((float)volume[at + up], (float)volume[at + up + 1], f.x);
  const float d = mix((float)volume[at + up + n], (float)volume[at + up + n + 1], f.x);
  return mix(mix(a, b, f.y), mix(c, d, f.y), f.z) * 0.01f;
}

kernel void volume_rays(global const uchar *restrict volume, global uint *restrict image, int width, int height, int n,
                        float density) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  const float3 eye = (float3)(0.5f, 0.5f, -2.0f);
  const float3 way = normalize((float3)((x + 0.5f) / width - 0.5f, (y + 0.5f) / height - 0.5f, 1.8f));
  const float3 per = 1.0f / way, low = -eye * per, high = (1.0f - eye) * per;
  const float3 near = fmin(low, high), far = fmax(low, high);
  float t = fmax(fmax(near.x, near.y), near.z);
  const float end = fmin(fmin(far.x, far.y), far.z), step = 1.0f / n;
  float4 sum = 0.0f;
  while (t < end) {
    const float v = sample(volume, n, eye + t * way);
    const float4 colour = (float4)(v, v * v, 1.0f - v, v) * density;
    sum += colour * (1.0f - sum.w);
    if (sum.w > 0.95f) break;
    t += step;
  }
  const uint4 bytes = convert_uint4_sat(clamp(sum, 0.0f, 1.0f) * 255.0f);
  image[y * width + x] = bytes.x | bytes.y << 8 | bytes.z << 16 | bytes.w << 24;
}
