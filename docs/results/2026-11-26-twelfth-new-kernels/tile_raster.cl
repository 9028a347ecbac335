// A tile-based rasteriser: a work-group owns a tile of pixels, gathers the front-facing
// triangles that touch it in batches, sets their edges up in local memory and
// tests its pixels; the nearest triangle shades the pixel.
#define TILE_X 16
#define TILE_Y 8
#define BATCH (TILE_X * TILE_Y)

__kernel __attribute__((reqd_work_group_size(TILE_X, TILE_Y, 1)))
void tile_raster(__global const float4 *vertex,        // x, y, depth, unused
                 __global const uchar4 *colour, __global const uint *triangle,
                 const int n_triangles, const int width, const int height,
                 __global uchar4 *image, __global float *depth)
{
  __local float4 edge[3][BATCH];
  __local int id[BATCH];
  __local int n_here;
  const int x = get_global_id(0), y = get_global_id(1);
  const int lane = get_local_id(1) * TILE_X + get_local_id(0);
  const float left = get_group_id(0) * TILE_X, top = get_group_id(1) * TILE_Y;
  const float px = x + 0.5f, py = y + 0.5f;
  float nearest = 1.0f;
  int seen = -1;
  float3 weight = 0.0f;

  for (int base = 0; base < n_triangles; base += BATCH) {
    if (lane == 0)
      n_here = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int t = base + lane;
    if (t < n_triangles) {
      const float4 a = vertex[triangle[3 * t]], b = vertex[triangle[3 * t + 1]], c = vertex[triangle[3 * t + 2]];
      const float2 low = fmin(fmin(a.xy, b.xy), c.xy), high = fmax(fmax(a.xy, b.xy), c.xy);
      const float area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
      if (area > 0.0f && low.x < left + TILE_X && low.y < top + TILE_Y && high.x > left && high.y > top) {
        const int k = atomic_inc(&n_here);
        id[k] = t;
        const float by_area = 1.0f / area;
        edge[0][k] = (float4)(b.y - c.y, c.x - b.x, b.x * c.y - b.y * c.x, a.z) * (float4)(by_area, by_area, by_area, 1.0f);
        edge[1][k] = (float4)(c.y - a.y, a.x - c.x, c.x * a.y - c.y * a.x, b.z) * (float4)(by_area, by_area, by_area, 1.0f);
        edge[2][k] = (float4)(a.y - b.y, b.x - a.x, a.x * b.y - a.y * b.x, c.z) * (float4)(by_area, by_area, by_area, 1.0f);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int n = n_here;
    for (int k = 0; k < n; k++) {
      const float4 e0 = edge[0][k], e1 = edge[1][k], e2 = edge[2][k];
      const float w0 = e0.x * px + e0.y * py + e0.z;
      const float w1 = e1.x * px + e1.y * py + e1.z;
      const float w2 = e2.x * px + e2.y * py + e2.z;
      if (w0 < 0.0f || w1 < 0.0f || w2 < 0.0f)
        continue;
      const float z = w0 * e0.w + w1 * e1.w + w2 * e2.w;
      if (z < nearest || (z == nearest && id[k] < seen)) {
        nearest = z;
        seen = id[k];
        weight = (float3)(w0, w1, w2);
      }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (x < width && y < height) {
    uchar4 shade = (uchar4)(20, 24, 40, 255);
    if (seen >= 0) {
      const float4 mixed = weight.x * convert_float4(colour[triangle[3 * seen]]) +
                           weight.y * convert_float4(colour[triangle[3 * seen + 1]]) +
                           weight.z * convert_float4(colour[triangle[3 * seen + 2]]);
      shade = convert_uchar4_sat_rte(mixed * (1.0f - 0.3f * nearest));
    }
    image[y * width + x] = shade;
    depth[y * width + x] = nearest;
  }
}
