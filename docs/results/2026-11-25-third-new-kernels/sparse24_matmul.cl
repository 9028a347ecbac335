// Sparse algebra, pruned networks: a matrix with structured 2:4 sparsity (of each four columns two stay, their places
// in two bits each) times a dense matrix, four columns of the result a work-item.

kernel void sparse24_matmul(global const float *restrict kept, global const uint *restrict places,
                            global const float4 *restrict dense, global float4 *restrict result, int words) {
  const int column = get_global_id(0), row = get_global_id(1), columns = get_global_size(0);
  float4 sum = (float4)(0.0f);
  for (int w = 0; w < words; ++w) {
    uint bits = places[row * words + w];
    global const float *weight = kept + (row * words + w) * 16;
    global const float4 *from = dense + w * 32 * columns + column;
#pragma unroll 4
    for (int g = 0; g < 8; ++g) {
      sum += weight[2 * g] * from[(4 * g + (int)(bits & 3u)) * columns];
      sum += weight[2 * g + 1] * from[(4 * g + (int)(bits >> 2 & 3u)) * columns];
      bits >>= 4;
    }
  }
  result[row * columns + column] = sum;
}
