// Clustering (DBSCAN): how many points lie within a radius of each, all pairs, points of three dimensions staged in local
// memory a tile at a time.
#define TILE 128
kernel void dbscan_count(global const float4 *restrict points, global int *restrict neighbours, int count,
                         float radius) {
  local float4 tile[TILE];
  const int i = get_global_id(0), lane = get_local_id(0);
  const float4 own = points[min(i, count - 1)];
  const float limit = radius * radius;
  int near = 0;
  for (int from = 0; from < count; from += TILE) {
    tile[lane] = points[min(from + lane, count - 1)];
    barrier(CLK_LOCAL_MEM_FENCE);
    const int here = min(TILE, count - from);
    for (int j = 0; j < here; ++j) {
      const float dx = own.x - tile[j].x, dy = own.y - tile[j].y, dz = own.z - tile[j].z;
      near += dx * dx + dy * dy + dz * dz <= limit;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < count)
    neighbours[i] = near - 1;
}
