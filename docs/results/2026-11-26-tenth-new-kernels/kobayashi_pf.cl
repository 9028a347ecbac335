// Dendritic solidification (Kobayashi's phase field), one explicit step: the phase tile and then the
// anisotropic fluxes are staged in local memory. Zero-flux walls.
#define TX 16
#define TY 16
#define PW (TX + 4)
#define PH (TY + 4)
#define FW (TX + 2)
#define FH (TY + 2)

inline uint mix32(uint h)
{
    h ^= h >> 16; h *= 0x7feb352du; h ^= h >> 15; h *= 0x846ca68bu; h ^= h >> 16;
    return h;
}

__kernel __attribute__((reqd_work_group_size(TX, TY, 1)))
void kobayashi_pf(__global const float *restrict phase, __global const float *restrict heat,
                  __global float *restrict phase_out, __global float *restrict heat_out,
                  const int nx, const int ny, const uint step,
                  const float inv_h, const float dt_tau, const float dt,
                  const float eps_bar, const float delta, const float modes, const float theta0,
                  const float alpha, const float gamma, const float latent, const float noise)
{
    __local float p[PH][PW];
    __local float ex[FH][FW], ey[FH][FW], e2[FH][FW];
    const int lx = get_local_id(0), ly = get_local_id(1);
    const int ox = get_group_id(0) * TX, oy = get_group_id(1) * TY;
    const int lin = ly * TX + lx;

    for (int k = lin; k < PW * PH; k += TX * TY) {
        const int ty = k / PW, tx = k - ty * PW;
        const int gx = clamp(ox + tx - 2, 0, nx - 1), gy = clamp(oy + ty - 2, 0, ny - 1);
        p[ty][tx] = phase[gy * nx + gx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int k = lin; k < FW * FH; k += TX * TY) {
        const int ty = k / FW, tx = k - ty * FW;
        const float gx = 0.5f * inv_h * (p[ty + 1][tx + 2] - p[ty + 1][tx]);
        const float gy = 0.5f * inv_h * (p[ty + 2][tx + 1] - p[ty][tx + 1]);
        float eps = eps_bar, deps = 0.0f;
        if (gx * gx + gy * gy > 1e-8f) {
            const float a = modes * (atan2(gy, gx) - theta0);
            eps = eps_bar * (1.0f + delta * cos(a));
            deps = -eps_bar * modes * delta * sin(a);
        }
        e2[ty][tx] = eps * eps;
        ex[ty][tx] = eps * deps * gx;
        ey[ty][tx] = eps * deps * gy;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int x = ox + lx, y = oy + ly;
    if (x >= nx || y >= ny)
        return;
    const int at = y * nx + x;
    const float c = p[ly + 2][lx + 2];
    const float pe = p[ly + 2][lx + 3], pw = p[ly + 2][lx + 1];
    const float pn = p[ly + 3][lx + 2], ps = p[ly + 1][lx + 2];
    const float diag = p[ly + 3][lx + 3] + p[ly + 3][lx + 1] + p[ly + 1][lx + 3] + p[ly + 1][lx + 1];
    const float lap = (4.0f * (pe + pw + pn + ps) + diag - 20.0f * c) * (inv_h * inv_h / 6.0f);
    const int fx = lx + 1, fy = ly + 1;
    const float half_h = 0.5f * inv_h;
    const float cross_ = half_h * (ey[fy][fx + 1] - ey[fy][fx - 1]) * -1.0f
                       + half_h * (ex[fy + 1][fx] - ex[fy - 1][fx]);
    const float grad = half_h * half_h * ((e2[fy][fx + 1] - e2[fy][fx - 1]) * (pe - pw)
                                        + (e2[fy + 1][fx] - e2[fy - 1][fx]) * (pn - ps));
    const float t = heat[at];
    const float m = alpha * 0.318309886f * atan(gamma * (1.0f - t));
    const float r = (float)(mix32((uint)at ^ (step * 0x9e3779b9u)) >> 8) * (1.0f / 16777216.0f) - 0.5f;
    const float well = c * (1.0f - c) * (c - 0.5f + m + noise * r);
    const float next = c + dt_tau * (cross_ + grad + e2[fy][fx] * lap + well);

    const int xe = min(x + 1, nx - 1), xw = max(x - 1, 0), yn = min(y + 1, ny - 1), ys = max(y - 1, 0);
    const float lap_t = (heat[y * nx + xe] + heat[y * nx + xw] + heat[yn * nx + x] + heat[ys * nx + x]
                         - 4.0f * t) * inv_h * inv_h;
    phase_out[at] = next;
    heat_out[at] = t + dt * lap_t + latent * (next - c);
}
