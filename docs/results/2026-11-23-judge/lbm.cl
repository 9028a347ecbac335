/* D2Q9 lattice Boltzmann, BGK, pull, periodic; structure of arrays */
__constant int EX[9] = {0, 1, 0, -1, 0, 1, -1, -1, 1};
__constant int EY[9] = {0, 0, 1, 0, -1, 1, 1, -1, -1};
__constant float W[9] = {4.f / 9, 1.f / 9, 1.f / 9, 1.f / 9, 1.f / 9,
                         1.f / 36, 1.f / 36, 1.f / 36, 1.f / 36};

__kernel void d2q9(__global const float *f, __global float *g,
                   const int nx, const int ny, const float omega)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    int n = nx * ny;
    float v[9];
    float rho = 0.0f, ux = 0.0f, uy = 0.0f;
    for (int q = 0; q < 9; ++q) {
        int xs = x - EX[q];
        int ys = y - EY[q];
        xs = xs < 0 ? nx - 1 : (xs >= nx ? 0 : xs);
        ys = ys < 0 ? ny - 1 : (ys >= ny ? 0 : ys);
        v[q] = f[q * n + ys * nx + xs];
        rho += v[q];
        ux += EX[q] * v[q];
        uy += EY[q] * v[q];
    }
    rho += 1e-6f;
    ux /= rho;
    uy /= rho;
    float uu = 1.5f * (ux * ux + uy * uy);
    for (int q = 0; q < 9; ++q) {
        float eu = 3.0f * (EX[q] * ux + EY[q] * uy);
        float eq = W[q] * rho * (1.0f + eu + 0.5f * eu * eu - uu);
        g[q * n + y * nx + x] = v[q] + omega * (eq - v[q]);
    }
}
