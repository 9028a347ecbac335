// Language models: attention with the softmax kept up to date as keys go by, a query a work-item, 32 numbers a head;
// keys and values stored in half precision and read a tile of 32 at a time into local memory.
#define ITEMS 64
#define TILE 32
#define QUARTERS 8

kernel void flash_rows(global const float4 *restrict queries, global const half *restrict keys,
                       global const half *restrict values, global float4 *restrict mixed, int query_count, int key_count,
                       float scale) {
  local float4 key_tile[TILE * QUARTERS];
  local float4 value_tile[TILE * QUARTERS];
  const int item = get_local_id(0), head = get_group_id(1), query = get_global_id(0);
  const int row = head * query_count + min(query, query_count - 1);
  float4 q[QUARTERS], sum[QUARTERS];
#pragma unroll
  for (int k = 0; k < QUARTERS; ++k) {
    q[k] = queries[row * QUARTERS + k] * scale;
    sum[k] = 0.0f;
  }
  float highest = -1.0e30f, total = 0.0f;
  for (int first = 0; first < key_count; first += TILE) {
    const int here = min(TILE, key_count - first);
    for (int k = item; k < here * QUARTERS; k += ITEMS) {
      key_tile[k] = vload_half4((head * key_count + first) * QUARTERS + k, keys);
      value_tile[k] = vload_half4((head * key_count + first) * QUARTERS + k, values);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < here; ++j) {
      float4 product = 0.0f;
#pragma unroll
      for (int k = 0; k < QUARTERS; ++k) product = fma(q[k], key_tile[j * QUARTERS + k], product);
      const float score = product.x + product.y + product.z + product.w;
      const float higher = fmax(highest, score);
      const float fall = native_exp(highest - higher), weight = native_exp(score - higher);
      highest = higher;
      total = total * fall + weight;
#pragma unroll
      for (int k = 0; k < QUARTERS; ++k) sum[k] = sum[k] * fall + value_tile[j * QUARTERS + k] * weight;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (query >= query_count) return;
  const float per = 1.0f / total;
#pragma unroll
  for (int k = 0; k < QUARTERS; ++k) mixed[row * QUARTERS + k] = sum[k] * per;
}
