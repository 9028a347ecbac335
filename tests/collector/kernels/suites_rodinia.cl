// Grids, graphs and particles as applications write them: macros for ranges, structures with
// arrays, helpers that return through pointers, tiles that overlap.
#define IN_RANGE(x, min, max) ((x) >= (min) && (x) <= (max))
#define CLAMP_RANGE(x, min, max) x = (x < (min)) ? min : ((x > (max)) ? max : x)
#define MIN(a, b) ((a) <= (b) ? (a) : (b))
#define BLOCK_SIZE 8
#define HALO 1
#define EXPAND_RATE 2
#define FLOAT_TYPE float

// Several time steps on a tile that shrinks.
__kernel __attribute__((reqd_work_group_size(BLOCK_SIZE, BLOCK_SIZE, 1)))
void hotspot(int iteration, __global const float *power, __global const float *temp_src, __global float *temp_dst,
             int grid_cols, int grid_rows, int border_cols, int border_rows) {
  __local float temp_on_tile[BLOCK_SIZE][BLOCK_SIZE];
  __local float power_on_tile[BLOCK_SIZE][BLOCK_SIZE];
  __local float temp_t[BLOCK_SIZE][BLOCK_SIZE];
  int bx = get_group_id(0), by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
  int small_block_rows = BLOCK_SIZE - iteration * 2, small_block_cols = BLOCK_SIZE - iteration * 2;
  int blk_y = small_block_rows * by - border_rows, blk_x = small_block_cols * bx - border_cols;
  int blk_ymax = blk_y + BLOCK_SIZE - 1, blk_xmax = blk_x + BLOCK_SIZE - 1;
  int yidx = blk_y + ty, xidx = blk_x + tx;
  int index = grid_cols * yidx + xidx;
  if (IN_RANGE(yidx, 0, grid_rows - 1) && IN_RANGE(xidx, 0, grid_cols - 1)) {
    temp_on_tile[ty][tx] = temp_src[index];
    power_on_tile[ty][tx] = power[index];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int valid_ymin = (blk_y < 0) ? -blk_y : 0;
  int valid_ymax = (blk_ymax > grid_rows - 1) ? BLOCK_SIZE - 1 - (blk_ymax - grid_rows + 1) : BLOCK_SIZE - 1;
  int valid_xmin = (blk_x < 0) ? -blk_x : 0;
  int valid_xmax = (blk_xmax > grid_cols - 1) ? BLOCK_SIZE - 1 - (blk_xmax - grid_cols + 1) : BLOCK_SIZE - 1;
  int n = ty - 1, s = ty + 1, w = tx - 1, e = tx + 1;
  n = (n < valid_ymin) ? valid_ymin : n;
  s = (s > valid_ymax) ? valid_ymax : s;
  w = (w < valid_xmin) ? valid_xmin : w;
  e = (e > valid_xmax) ? valid_xmax : e;
  bool computed;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (IN_RANGE(tx, i + 1, BLOCK_SIZE - i - 2) && IN_RANGE(ty, i + 1, BLOCK_SIZE - i - 2) &&
        IN_RANGE(tx, valid_xmin, valid_xmax) && IN_RANGE(ty, valid_ymin, valid_ymax)) {
      computed = true;
      temp_t[ty][tx] = temp_on_tile[ty][tx] + 0.1f * (power_on_tile[ty][tx] + temp_on_tile[s][tx] + temp_on_tile[n][tx] +
                                                      temp_on_tile[ty][e] + temp_on_tile[ty][w] - 4.0f * temp_on_tile[ty][tx]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == iteration - 1) break;
    if (computed) temp_on_tile[ty][tx] = temp_t[ty][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (computed) temp_dst[index] = temp_t[ty][tx];
}
__kernel void pathfinder(int iteration, __global int *gpu_wall, __global int *gpu_src, __global int *gpu_results, int cols, int rows,
                         int start_step, int border, __local int *prev, __local int *result) {
  int size = get_local_size(0), bx = get_group_id(0), tx = get_local_id(0);
  int small_block_cols = size - iteration * HALO * 2;
  int blk_x = small_block_cols * bx - border, blk_xmax = blk_x + size - 1;
  int xidx = blk_x + tx;
  int valid_xmin = (blk_x < 0) ? -blk_x : 0;
  int valid_xmax = (blk_xmax > cols - 1) ? size - 1 - (blk_xmax - cols + 1) : size - 1;
  int w = tx - 1, e = tx + 1;
  w = (w < valid_xmin) ? valid_xmin : w;
  e = (e > valid_xmax) ? valid_xmax : e;
  bool is_valid = IN_RANGE(tx, valid_xmin, valid_xmax);
  if (IN_RANGE(xidx, 0, cols - 1)) prev[tx] = gpu_src[xidx];
  barrier(CLK_LOCAL_MEM_FENCE);
  bool computed;
  for (int i = 0; i < iteration; i++) {
    computed = false;
    if (IN_RANGE(tx, i + 1, size - i - 2) && is_valid) {
      computed = true;
      int left = prev[w], up = prev[tx], right = prev[e];
      int shortest = MIN(left, up);
      shortest = MIN(shortest, right);
      int index = cols * (start_step + i) + xidx;
      result[tx] = shortest + gpu_wall[index];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == iteration - 1) break;
    if (computed) prev[tx] = result[tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (computed) gpu_results[xidx] = result[tx];
}
// Neighbours clamped at the borders, a column-major image, one work-item a pixel.
__kernel void srad_image(int nr, int nc, int ne, __global float *dN, __global float *dS, __global float *dW, __global float *dE,
                         float q0sqr, __global float *c, __global const float *I) {
  int ei = get_group_id(0) * get_local_size(0) + get_local_id(0);
  int row = (ei + 1) % nr - 1;
  int col = (ei + 1) / nr + 1 - 1;
  if ((ei + 1) % nr == 0) {
    row = nr - 1;
    col = col - 1;
  }
  if (ei < ne) {
    const int iN = row == 0 ? 0 : row - 1, iS = row == nr - 1 ? nr - 1 : row + 1;
    const int jW = col == 0 ? 0 : col - 1, jE = col == nc - 1 ? nc - 1 : col + 1;
    float jc = I[ei];
    dN[ei] = I[iN + nr * col] - jc;
    dS[ei] = I[iS + nr * col] - jc;
    dW[ei] = I[row + nr * jW] - jc;
    dE[ei] = I[row + nr * jE] - jc;
    float g = (dN[ei] * dN[ei] + dS[ei] * dS[ei]) / (jc * jc);
    g = 1.0f / (1.0f + (g - q0sqr) / (q0sqr * (1 + q0sqr)));
    c[ei] = g < 0 ? 0 : g > 1 ? 1 : g;
  }
}
// The same with neighbours from tables.
__kernel void srad_indices(int nr, int ne, __global const int *iN, __global const int *iS, __global const int *jE,
                           __global const int *jW, __global float *out, __global const float *I) {
  int ei = get_global_id(0);
  if (ei >= ne) return;
  int row = ei % nr, col = ei / nr;
  out[ei] = I[iN[row] + nr * col] + I[iS[row] + nr * col] + I[row + nr * jW[col]] + I[row + nr * jE[col]];
}
// One diagonal of tiles of an alignment matrix, and the diagonals of each tile.
#define SCORE(i, j) input_itemsets_l[(j) + (i) * (BLOCK_SIZE + 1)]
#define REF(i, j) reference_l[(j) + (i) * BLOCK_SIZE]
static int maximum(int a, int b, int c) {
  int k = a <= b ? b : a;
  return k <= c ? c : k;
}
__kernel __attribute__((reqd_work_group_size(BLOCK_SIZE, 1, 1)))
void nw_diagonal(__global int *reference_d, __global int *input_itemsets_d, __local int *input_itemsets_l,
                 __local int *reference_l, int cols, int penalty, int blk, int block_width, int worksize, int offset_r,
                 int offset_c) {
  int bx = get_group_id(0), tx = get_local_id(0);
  int base = offset_r * cols + offset_c;
  int b_index_x = bx, b_index_y = blk - 1 - bx;
  int index = base + cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + (cols + 1);
  int index_n = base + cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + tx + 1;
  int index_w = base + cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x + cols;
  int index_nw = base + cols * BLOCK_SIZE * b_index_y + BLOCK_SIZE * b_index_x;
  if (tx == 0) SCORE(tx, 0) = input_itemsets_d[index_nw + tx];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int ty = 0; ty < BLOCK_SIZE; ty++) REF(ty, tx) = reference_d[index + cols * ty];
  barrier(CLK_LOCAL_MEM_FENCE);
  SCORE((tx + 1), 0) = input_itemsets_d[index_w + cols * tx];
  barrier(CLK_LOCAL_MEM_FENCE);
  SCORE(0, (tx + 1)) = input_itemsets_d[index_n];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int m = 0; m < BLOCK_SIZE; m++) {
    if (tx <= m) {
      int x = tx + 1, y = m - tx + 1;
      SCORE(y, x) = maximum(SCORE((y - 1), (x - 1)) + REF((y - 1), (x - 1)), SCORE(y, (x - 1)) - penalty,
                            SCORE((y - 1), x) - penalty);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int m = BLOCK_SIZE - 2; m >= 0; m--) {
    if (tx <= m) {
      int x = tx + BLOCK_SIZE - m, y = BLOCK_SIZE - tx;
      SCORE(y, x) = maximum(SCORE((y - 1), (x - 1)) + REF((y - 1), (x - 1)), SCORE(y, (x - 1)) - penalty,
                            SCORE((y - 1), x) - penalty);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int ty = 0; ty < BLOCK_SIZE; ty++) input_itemsets_d[index + ty * cols] = SCORE((ty + 1), (tx + 1));
}
__kernel void lud_internal_tile(__global float *m, __local float *peri_row, __local float *peri_col, int matrix_dim, int offset) {
  int bx = get_group_id(0), by = get_group_id(1), tx = get_local_id(0), ty = get_local_id(1);
  int global_row_id = offset + (by + 1) * BLOCK_SIZE, global_col_id = offset + (bx + 1) * BLOCK_SIZE;
  peri_row[ty * BLOCK_SIZE + tx] = m[(offset + ty) * matrix_dim + global_col_id + tx];
  peri_col[ty * BLOCK_SIZE + tx] = m[(global_row_id + ty) * matrix_dim + offset + tx];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = 0;
  for (int i = 0; i < BLOCK_SIZE; i++) sum += peri_col[ty * BLOCK_SIZE + i] * peri_row[i * BLOCK_SIZE + tx];
  m[(global_row_id + ty) * matrix_dim + global_col_id + tx] -= sum;
}
__kernel void kmeans_swap(__global const float *feature, __global float *feature_swap, int npoints, int nfeatures) {
  unsigned int tid = get_global_id(0);
  if (tid >= npoints) return;
  for (int i = 0; i < nfeatures; i++) feature_swap[i * npoints + tid] = feature[tid * nfeatures + i];
}
// Fluxes over an unstructured mesh: structures by value, results through pointers.
typedef struct {
  float x, y, z;
} FLOAT3;
#define VAR_DENSITY 0
#define VAR_MOMENTUM 1
#define VAR_DENSITY_ENERGY (VAR_MOMENTUM + 3)
#define NNB 4
static inline void compute_flux_contribution(float *density, FLOAT3 *momentum, float *density_energy, float pressure, FLOAT3 *velocity,
                                             FLOAT3 *fc_x, FLOAT3 *fc_density_energy) {
  fc_x->x = velocity->x * momentum->x + pressure;
  fc_x->y = velocity->x * momentum->y;
  fc_x->z = velocity->x * momentum->z;
  float de_p = *density_energy + pressure;
  fc_density_energy->x = velocity->x * de_p;
  fc_density_energy->y = velocity->y * de_p;
  fc_density_energy->z = velocity->z * de_p + *density;
}
__kernel void cfd_flux(__global const int *elements_surrounding_elements, __global const float *normals,
                       __global const float *variables, __constant float *ff_variable, __global float *fluxes, int nelr) {
  const int i = get_global_id(0);
  if (i >= nelr) return;
  float density_i = variables[i + VAR_DENSITY * nelr];
  FLOAT3 momentum_i;
  momentum_i.x = variables[i + (VAR_MOMENTUM + 0) * nelr];
  momentum_i.y = variables[i + (VAR_MOMENTUM + 1) * nelr];
  momentum_i.z = variables[i + (VAR_MOMENTUM + 2) * nelr];
  float density_energy_i = variables[i + VAR_DENSITY_ENERGY * nelr];
  FLOAT3 velocity = {momentum_i.x / density_i, momentum_i.y / density_i, momentum_i.z / density_i}, fx, fe;
  compute_flux_contribution(&density_i, &momentum_i, &density_energy_i, 1.4f, &velocity, &fx, &fe);
  float flux = 0.0f;
#pragma unroll
  for (int j = 0; j < NNB; j++) {
    const int nb = elements_surrounding_elements[i + j * nelr];
    FLOAT3 normal;
    normal.x = normals[i + (j + 0 * NNB) * nelr];
    normal.y = normals[i + (j + 1 * NNB) * nelr];
    normal.z = normals[i + (j + 2 * NNB) * nelr];
    if (nb >= 0) {
      flux += normal.x * variables[nb + VAR_DENSITY * nelr] * fx.x;
    } else if (nb == -1) {
      flux += normal.y * fe.y;
    } else if (nb == -2) {
      flux += normal.z * ff_variable[VAR_MOMENTUM];
    }
  }
  fluxes[i] = flux;
}
// Particles in boxes; a box holds its neighbours' numbers.
#define NUMBER_PAR_PER_BOX 10
typedef struct {
  int x, y, z, number;
  long offset;
} nei_str;
typedef struct {
  int x, y, z, number;
  long offset;
  int nn;
  nei_str nei[26];
} box_str;
typedef struct {
  float v, x, y, z;
} FOUR_VECTOR;
__kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void lavamd(float alpha, int boxes, __global const box_str *d_box, __global const FOUR_VECTOR *d_rv, __global const float *d_qv,
            __global FOUR_VECTOR *d_fv) {
  int bx = get_group_id(0), tx = get_local_id(0), wtx = tx;
  __local FOUR_VECTOR rA[NUMBER_PAR_PER_BOX], rB[NUMBER_PAR_PER_BOX];
  __local float qB[NUMBER_PAR_PER_BOX];
  if (bx >= boxes) return;
  long first_i = (long)bx * NUMBER_PAR_PER_BOX;
  while (wtx < NUMBER_PAR_PER_BOX) {
    rA[wtx] = d_rv[first_i + wtx];
    wtx += 16;
  }
  wtx = tx;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = 0; k < 3; k++) {
    long first_j = (long)(k == 0 ? bx : (bx + k) % boxes) * NUMBER_PAR_PER_BOX;
    while (wtx < NUMBER_PAR_PER_BOX) {
      rB[wtx] = d_rv[first_j + wtx];
      qB[wtx] = d_qv[first_j + wtx];
      wtx += 16;
    }
    wtx = tx;
    barrier(CLK_LOCAL_MEM_FENCE);
    while (wtx < NUMBER_PAR_PER_BOX) {
      for (int j = 0; j < NUMBER_PAR_PER_BOX; j++) {
        float r2 = rA[wtx].v + rB[j].v - (rA[wtx].x * rB[j].x + rA[wtx].y * rB[j].y + rA[wtx].z * rB[j].z);
        float vij = exp(-alpha * r2), fs = 2 * vij;
        d_fv[first_i + wtx].v += qB[j] * vij;
        d_fv[first_i + wtx].x += qB[j] * fs * (rA[wtx].x - rB[j].x);
      }
      wtx += 16;
    }
    wtx = tx;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
}
// Level by level through a graph; a node is two numbers.
typedef struct {
  int starting;
  int no_of_edges;
} Node;
__kernel void bfs_second(__global char *mask, __global char *updating_mask, __global char *visited, __global char *over, int no_of_nodes) {
  int tid = get_global_id(0);
  if (tid < no_of_nodes && updating_mask[tid]) {
    mask[tid] = 1;
    visited[tid] = 1;
    *over = 1;
    updating_mask[tid] = 0;
  }
}
__kernel void bfs_first(__global const Node *nodes, __global const int *edges, __global const char *mask, __global char *updating_mask,
                        __global const char *visited, __global int *cost, int no_of_nodes) {
  int tid = get_global_id(0);
  if (tid < no_of_nodes && mask[tid]) {
    for (int i = nodes[tid].starting; i < (nodes[tid].no_of_edges + nodes[tid].starting); i++) {
      int id = edges[i];
      if (!visited[id]) {
        cost[id] = cost[tid] + 1;
        updating_mask[id] = 1;
      }
    }
  }
}
typedef struct latLong {
  float lat;
  float lng;
} LatLong;
__kernel void nearest_neighbours(__global LatLong *locations, __global float *distances, const int records, const float lat, const float lng) {
  int id = get_global_id(0);
  if (id < records) {
    __global LatLong *place = locations + id;
    __global float *dist = distances + id;
    *dist = (float)sqrt((lat - place->lat) * (lat - place->lat) + (lng - place->lng) * (lng - place->lng));
  }
}
// Sums of weights, and a search in them.
__kernel void particle_sum(__global float *partial_sums, int count) {
  int i = get_global_id(0);
  if (i == 0) {
    float sum = 0.0f;
    int num_blocks = (count + 63) / 64;
    for (int x = 0; x < num_blocks; x++) sum += partial_sums[x];
    partial_sums[0] = sum;
  }
}
__kernel void particle_find(__global const float *cdf, __global const float *u, __global const float *arrayX, __global float *xj, int n) {
  int i = get_global_id(0);
  if (i < n) {
    int index = -1;
    for (int x = 0; x < n; x++) {
      if (cdf[x] >= u[i]) {
        index = x;
        break;
      }
    }
    if (index == -1) index = n - 1;
    xj[i] = arrayX[index];
  }
}
// Haar steps down a line in local memory, ever fewer work-items at work.
__kernel __attribute__((reqd_work_group_size(32, 1, 1)))
void haar_lines(__global const float *restrict in, __global float *restrict out) {
  __local float line[64];
  const int t = get_local_id(0);
  __global const float *from = in + get_group_id(0) * 64;
  line[t] = from[t];
  line[t + 32] = from[t + 32];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int half_length = 32; half_length >= 1; half_length >>= 1) {
    float a = 0, d = 0;
    if (t < half_length) {
      a = line[2 * t] + line[2 * t + 1];
      d = line[2 * t] - line[2 * t + 1];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (t < half_length) {
      line[t] = a;
      out[get_group_id(0) * 64 + half_length + t] = d;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (t == 0) out[get_group_id(0) * 64] = line[0];
}
// A disc of offsets around a point, from a table in constant memory; a maximum over it.
enum { kDisc = 13, kRadius = 2 };
__constant signed char disc_x[kDisc] = {0, -1, 0, 1, -2, -1, 0, 1, 2, -1, 0, 1, 0};
__constant signed char disc_y[kDisc] = {-2, -1, -1, -1, 0, 0, 0, 0, 0, 1, 1, 1, 2};
__kernel void dilate(__global const float *restrict img, __global float *restrict dilated, int rows, int cols) {
  const int y = get_global_id(1), x = get_global_id(0);
  if (y < kRadius || x < kRadius || y >= rows - kRadius || x >= cols - kRadius) return;
  float max = 0;
  for (int k = 0; k < kDisc; ++k) {
    const float temp = img[(y + disc_y[k]) * cols + x + disc_x[k]];
    if (temp > max) max = temp;
  }
  dilated[y * cols + x] = max;
}
