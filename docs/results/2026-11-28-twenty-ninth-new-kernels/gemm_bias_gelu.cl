// First half of a transformer's feed-forward block: out = gelu(act * weight^T + bias).
// A work-group of 16x16 makes a tile of 64x64, a work-item 4x4 of it; n is a multiple of 64 and
// k of 16, the number of tokens m is free.
#define TILE 64
#define TK 16

static inline float gelu(const float x)
{
    const float u = 0.7978845608f * (x + 0.044715f * x * x * x);
    return 0.5f * x * (1.0f + tanh(u));
}

__kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void gemm_bias_gelu(__global const float *restrict act,
                    __global const float *restrict weight,
                    __global const float *restrict bias,
                    __global float *restrict out,
                    const int m,
                    const int n,
                    const int k)
{
    __local float as[TK][TILE + 1];
    __local float ws[TK][TILE + 1];

    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int row0 = get_group_id(1) * TILE;
    const int col0 = get_group_id(0) * TILE;

    float acc[4][4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            acc[i][j] = 0.0f;

    for (int k0 = 0; k0 < k; k0 += TK) {
        for (int r = ly; r < TILE; r += 16) {
            as[lx][r] = row0 + r < m ? act[(row0 + r) * k + k0 + lx] : 0.0f;
            ws[lx][r] = weight[(col0 + r) * k + k0 + lx];
        }
        barrier(CLK_LOCAL_MEM_FENCE);

        for (int p = 0; p < TK; p++) {
            float a[4], w[4];
            for (int i = 0; i < 4; i++) {
                a[i] = as[p][ly + 16 * i];
                w[i] = ws[p][lx + 16 * i];
            }
            for (int i = 0; i < 4; i++)
                for (int j = 0; j < 4; j++)
                    acc[i][j] = mad(a[i], w[j], acc[i][j]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    for (int i = 0; i < 4; i++) {
        const int row = row0 + ly + 16 * i;
        if (row >= m)
            break;
        for (int j = 0; j < 4; j++) {
            const int col = col0 + lx + 16 * j;
            out[row * n + col] = gelu(acc[i][j] + bias[col]);
        }
    }
}
