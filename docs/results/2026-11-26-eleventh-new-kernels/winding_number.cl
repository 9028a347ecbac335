// Generalised winding number of query points in a triangle mesh: the sum of
// the triangles' signed solid angles over 4 pi; tiles of triangles in local memory.
#define TILE 48

kernel void winding_number(global const float *points, global const float *vertices,
                           global const uint *triangles, uint n_points, uint n_triangles,
                           global float *winding, global uchar *inside)
{
  local float3 corner[3][TILE];
  const uint me = get_global_id(0), lane = get_local_id(0), lanes = get_local_size(0);
  const float3 q = me < n_points ? vload3(me, points) : (float3)(0.0f);
  float sum = 0.0f;

  for (uint base = 0; base < n_triangles; base += TILE) {
    const uint here = min((uint)TILE, n_triangles - base);
    for (uint k = lane; k < 3 * here; k += lanes)
      corner[k % 3][k / 3] = vload3(triangles[3 * base + k], vertices);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (me < n_points)
      for (uint k = 0; k < here; k++) {
        const float3 a = corner[0][k] - q, b = corner[1][k] - q, c = corner[2][k] - q;
        const float la = length(a), lb = length(b), lc = length(c);
        const float det = dot(a, cross(b, c));
        const float den = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
        sum += atan2(det, den);
      }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (me < n_points) {
    const float w = sum * (0.5f * M_1_PI_F);
    winding[me] = w;
    inside[me] = w > 0.5f;
  }
}
