// Ray tracing: the nearest triangle along the ray of each pixel, found in a hierarchy of boxes with a small stack in a
// private array; leaves hold a few triangles, tested after Moeller and Trumbore. At most so many nodes a ray.
#define DEEP 32
typedef struct {
  float lo[3];
  int first;  // of a leaf its first triangle, else its left child; the right one follows
  float hi[3];
  int count;  // triangles of a leaf, else 0
} Node;

kernel void bvh_rays(global const Node *restrict nodes, global const float *restrict triangles,
                     global float *restrict depth, global int *restrict hit, int width, int height, int node_count,
                     int triangle_count, int most, float zoom) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height) return;
  const float3 origin = (float3)(0.0f, 0.0f, -3.0f);
  const float3 way = normalize((float3)(((float)x + 0.5f) / (float)width - 0.5f, ((float)y + 0.5f) / (float)height - 0.5f, zoom));
  const float3 per = 1.0f / way;
  int stack[DEEP];
  int top = 0, found = -1;
  float nearest = 1e30f;
  stack[top++] = 0;
  for (int visit = 0; visit < most && top > 0; ++visit) {
    const global Node *n = nodes + clamp(stack[--top], 0, node_count - 1);
    const float3 a = (vload3(0, n->lo) - origin) * per, b = (vload3(0, n->hi) - origin) * per;
    const float3 in = fmin(a, b), out = fmax(a, b);
    const float enter = fmax(fmax(in.x, in.y), fmax(in.z, 0.0f)), leave = fmin(fmin(out.x, out.y), fmin(out.z, nearest));
    if (enter > leave) continue;
    if (n->count <= 0) {
      if (top + 2 <= DEEP) {
        stack[top++] = n->first + 1;
        stack[top++] = n->first;
      }
      continue;
    }
    const int count = min(n->count, 8);
    for (int k = 0; k < count; ++k) {
      const int t = clamp(n->first, 0, triangle_count - 8) + k;
      const float3 p = vload3(3 * t, triangles), e1 = vload3(3 * t + 1, triangles) - p,
                   e2 = vload3(3 * t + 2, triangles) - p;
      const float3 c = cross(way, e2);
      const float determinant = dot(e1, c);
      if (fabs(determinant) < 1e-9f) continue;
      const float inverse = 1.0f / determinant;
      const float3 s = origin - p, q = cross(s, e1);
      const float u = dot(s, c) * inverse, v = dot(way, q) * inverse, d = dot(e2, q) * inverse;
      if (u >= 0.0f && v >= 0.0f && u + v <= 1.0f && d > 1e-4f && d < nearest) {
        nearest = d;
        found = t;
      }
    }
  }
  depth[y * width + x] = nearest;
  hit[y * width + x] = found;
}
