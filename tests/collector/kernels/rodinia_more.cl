// Rodinia kernels beyond rodinia.cl.
#define HEIGHT 8
#define BS 8
// Back propagation: a tree over the rows of a tile.
__kernel __attribute__((reqd_work_group_size(HEIGHT, HEIGHT, 1)))
void backprop_forward(__global const float *input, __global float *output_hidden, __global float *input_hidden, __global float *partial_sum,
                      __local float *input_node, __local float *weight_matrix, int in, int hid) {
  int by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
  int index = (hid + 1) * HEIGHT * by + (hid + 1) * ty + tx + 1 + (hid + 1);
  int index_in = HEIGHT * by + ty + 1;
  if (tx == 0) input_node[ty] = input[index_in];
  barrier(CLK_LOCAL_MEM_FENCE);
  weight_matrix[ty * HEIGHT + tx] = input_hidden[index];
  barrier(CLK_LOCAL_MEM_FENCE);
  weight_matrix[ty * HEIGHT + tx] = weight_matrix[ty * HEIGHT + tx] * input_node[ty];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 1; i <= HEIGHT; i = i * 2) {
    int power_two = i;
    if (ty % power_two == 0 && ty + power_two / 2 < HEIGHT && i > 1)
      weight_matrix[ty * HEIGHT + tx] = weight_matrix[ty * HEIGHT + tx] + weight_matrix[(ty + power_two / 2) * HEIGHT + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  input_hidden[index] = weight_matrix[ty * HEIGHT + tx];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tx == 0) partial_sum[by * hid + ty] = weight_matrix[tx * HEIGHT + ty];
}
__kernel void backprop_adjust(__global const float *delta, int hid, __global const float *ly, int in, __global float *w, __global float *oldw) {
  int by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
  int index = (hid + 1) * HEIGHT * by + (hid + 1) * ty + tx + 1 + (hid + 1);
  int index_y = HEIGHT * by + ty + 1, index_x = tx + 1;
  w[index] += 0.3f * delta[index_x] * ly[index_y] + 0.3f * oldw[index];
  oldw[index] = 0.3f * delta[index_x] * ly[index_y] + 0.3f * oldw[index];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (ty == 0 && by == 0) {
    w[index_x] += 0.3f * delta[index_x] + 0.3f * oldw[index_x];
    oldw[index_x] = 0.3f * delta[index_x] + 0.3f * oldw[index_x];
  }
}
// LU of one tile; rows then columns.
__kernel __attribute__((reqd_work_group_size(BS, 1, 1)))
void lud_diagonal(__global float *m, __local float *shadow, int dim, int offset) {
  int tx = get_local_id(0), array_offset = offset * dim + offset;
  for (int i = 0; i < BS; i++) {
    shadow[i * BS + tx] = m[array_offset + tx];
    array_offset += dim;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < BS - 1; i++) {
    if (tx > i) {
      for (int j = 0; j < i; j++) shadow[tx * BS + i] -= shadow[tx * BS + j] * shadow[j * BS + i];
      shadow[tx * BS + i] /= shadow[i * BS + i];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (tx > i)
      for (int j = 0; j < i + 1; j++) shadow[(i + 1) * BS + tx] -= shadow[(i + 1) * BS + j] * shadow[j * BS + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  array_offset = (offset + 1) * dim + offset;
  for (int i = 1; i < BS; i++) {
    m[array_offset + tx] = shadow[i * BS + tx];
    array_offset += dim;
  }
}
__kernel __attribute__((reqd_work_group_size(2 * BS, 1, 1)))
void lud_perimeter(__global float *m, __local float *dia, __local float *peri_row, __local float *peri_col, int dim, int offset) {
  int i, j, array_offset, idx;
  int bx = get_group_id(0), tx = get_local_id(0);
  if (tx < BS) {
    idx = tx;
    array_offset = offset * dim + offset;
    for (i = 0; i < BS / 2; i++) {
      dia[i * BS + idx] = m[array_offset + idx];
      array_offset += dim;
    }
    array_offset = offset * dim + offset;
    for (i = 0; i < BS; i++) {
      peri_row[i * BS + idx] = m[array_offset + (bx + 1) * BS + idx];
      array_offset += dim;
    }
  } else {
    idx = tx - BS;
    array_offset = (offset + BS / 2) * dim + offset;
    for (i = BS / 2; i < BS; i++) {
      dia[i * BS + idx] = m[array_offset + idx];
      array_offset += dim;
    }
    array_offset = (offset + (bx + 1) * BS) * dim + offset;
    for (i = 0; i < BS; i++) {
      peri_col[i * BS + idx] = m[array_offset + idx];
      array_offset += dim;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tx < BS) {
    idx = tx;
    for (i = 1; i < BS; i++)
      for (j = 0; j < i; j++) peri_row[i * BS + idx] -= dia[i * BS + j] * peri_row[j * BS + idx];
  } else {
    idx = tx - BS;
    for (i = 0; i < BS; i++) {
      for (j = 0; j < i; j++) peri_col[idx * BS + i] -= peri_col[idx * BS + j] * dia[j * BS + i];
      peri_col[idx * BS + i] /= dia[i * BS + i];
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tx < BS) {
    array_offset = (offset + 1) * dim + offset;
    for (i = 1; i < BS; i++) {
      m[array_offset + (bx + 1) * BS + tx] = peri_row[i * BS + tx];
      array_offset += dim;
    }
  } else {
    array_offset = (offset + (bx + 1) * BS) * dim + offset;
    for (i = 0; i < BS; i++) {
      m[array_offset + (tx - BS)] = peri_col[i * BS + (tx - BS)];
      array_offset += dim;
    }
  }
}
__kernel __attribute__((reqd_work_group_size(BS, BS, 1)))
void lud_internal(__global float *m, __local float *peri_row, __local float *peri_col, int dim, int offset) {
  int bx = get_group_id(0), by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
  int row = offset + (by + 1) * BS, col = offset + (bx + 1) * BS;
  float sum = 0;
  peri_row[ty * BS + tx] = m[(offset + ty) * dim + col + tx];
  peri_col[ty * BS + tx] = m[(row + ty) * dim + offset + tx];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < BS; i++) sum += peri_col[ty * BS + i] * peri_row[i * BS + tx];
  m[(row + ty) * dim + col + tx] -= sum;
}
// Nearest neighbour: one record a work-item.
typedef struct {
  float lat, lng;
} LatLong;
__kernel void nn_distance(__global const LatLong *locations, __global float *distances, const int n, const float lat, const float lng) {
  int g = get_global_id(0);
  if (g < n) {
    __global const LatLong *p = locations + g;
    distances[g] = sqrt((lat - p->lat) * (lat - p->lat) + (lng - p->lng) * (lng - p->lng));
  }
}
// Streamcluster's gain of opening a centre.
__kernel void sc_pgain(__global const float *weight, __global const float *cost, __global const int *assign, __global float *work_mem, __global int *switched,
                       __global const float *coord, __local float *coord_s, int num, int dim, int x, int k) {
  const int tid = get_global_id(0), lid = get_local_id(0);
  if (lid == 0)
    for (int i = 0; i < dim; i++) coord_s[i] = coord[i * num + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (tid < num) {
    __global float *lower = &work_mem[tid * (k + 1)];
    float x_cost = 0.0f;
    for (int i = 0; i < dim; i++) x_cost += (coord[(i * num) + tid] - coord_s[i]) * (coord[(i * num) + tid] - coord_s[i]);
    x_cost = x_cost * weight[tid];
    const float current = cost[tid];
    if (x_cost < current) {
      switched[tid] = 1;
      lower[k] += x_cost - current;
    } else {
      lower[assign[tid]] += current - x_cost;
    }
  }
}
// Particles of a box against those of its neighbours (lavaMD), neighbours in a row.
#define PAR 6
typedef struct {
  float v, x, y, z;
} Four;
__kernel void lavamd_row(__global const Four *rv, __global const float *qv, __global Four *fv, int boxes, float a2) {
  const int bx = get_group_id(0), tx = get_local_id(0), first = bx * PAR;
  __local Four rA[PAR], rB[PAR];
  __local float qB[PAR];
  if (bx >= boxes) return;
  for (int w = tx; w < PAR; w += get_local_size(0)) rA[w] = rv[first + w];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = max(bx - 1, 0); k <= min(bx + 1, boxes - 1); k++) {
    for (int w = tx; w < PAR; w += get_local_size(0)) {
      rB[w] = rv[k * PAR + w];
      qB[w] = qv[k * PAR + w];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int w = tx; w < PAR; w += get_local_size(0))
      for (int j = 0; j < PAR; j++) {
        const float r2 = rA[w].v + rB[j].v - (rA[w].x * rB[j].x + rA[w].y * rB[j].y + rA[w].z * rB[j].z);
        const float vij = exp(-(a2 * r2));
        fv[first + w].v += qB[j] * vij;
        fv[first + w].x += qB[j] * vij * (rA[w].x - rB[j].x);
      }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
