// Ray tracing: shadow rays from shading points towards a point light, any hit ends one. The hierarchy is a complete
// binary tree in heap order (root 1, children 2n and 2n+1) that is walked without a stack; each leaf holds four triangles.
typedef struct {
  float4 lo, hi;
} Box;

typedef struct {
  float4 corner, edge1, edge2;
} Triangle;

bool crosses(Box box, float3 origin, float3 inverse) {
  const float3 a = (box.lo.xyz - origin) * inverse;
  const float3 b = (box.hi.xyz - origin) * inverse;
  const float3 enter = fmin(a, b), leave = fmax(a, b);
  const float from = fmax(fmax(enter.x, enter.y), fmax(enter.z, 0.0f));
  const float to = fmin(fmin(leave.x, leave.y), fmin(leave.z, 1.0f));
  return from <= to;
}

bool blocks(Triangle t, float3 origin, float3 direction) {
  const float3 e1 = t.edge1.xyz, e2 = t.edge2.xyz;
  const float3 p = cross(direction, e2);
  const float det = dot(e1, p);
  if (fabs(det) < 1e-12f)
    return false;
  const float inv = 1.0f / det;
  const float3 s = origin - t.corner.xyz;
  const float u = dot(s, p) * inv;
  if (u < 0.0f || u > 1.0f)
    return false;
  const float3 q = cross(s, e1);
  const float v = dot(direction, q) * inv;
  if (v < 0.0f || u + v > 1.0f)
    return false;
  const float along = dot(e2, q) * inv;
  return along > 1e-4f && along < 1.0f;
}

__kernel void bvh_shadow(__global const Box *boxes, __global const Triangle *triangles, __global const float4 *points,
                         __global uchar *lit, int count, int leaves, float light_x, float light_y, float light_z) {
  const int id = get_global_id(0);
  if (id >= count)
    return;
  const float3 origin = points[id].xyz;
  const float3 direction = (float3)(light_x, light_y, light_z) - origin;
  const float3 inverse = 1.0f / direction;
  bool shadowed = false;
  int node = 1;
  while (node != 0 && !shadowed) {
    if (crosses(boxes[node], origin, inverse)) {
      if (node < leaves) {
        node *= 2;
        continue;
      }
      const int first = (node - leaves) * 4;
      for (int k = 0; k < 4 && !shadowed; ++k)
        shadowed = blocks(triangles[first + k], origin, direction);
    }
    while (node & 1)
      node >>= 1;
    if (node)
      ++node;
  }
  lit[id] = shadowed ? 0 : 255;
}
