// Split step of a Vlasov solver: acceleration of the electron distribution along velocity by the
// positive and flux conservative scheme (third order, limited). A row of the group is a place in x.
#define TV 64
#define TX 4
#define HALO 3

static inline float outflow(const float below, const float here, const float above, const float top, const float a)
{
    const float up = above - here;
    const float down = here - below;
    float eu = 1.0f;
    float ed = 1.0f;
    if (up > 0.0f)
        eu = min(1.0f, 2.0f * here / up);
    else if (up < 0.0f)
        eu = min(1.0f, -2.0f * (top - here) / up);
    if (down > 0.0f)
        ed = min(1.0f, 2.0f * (top - here) / down);
    else if (down < 0.0f)
        ed = min(1.0f, -2.0f * here / down);
    return a * (here + eu * (1.0f - a) * (2.0f - a) * up * (1.0f / 6.0f)
                     + ed * (1.0f - a) * (1.0f + a) * down * (1.0f / 6.0f));
}

__kernel __attribute__((reqd_work_group_size(TV, TX, 1)))
void vlasov_pfc(__global const float *restrict f_in,          // nx x nv
                __global const float *restrict field,
                __global float *restrict f_out,
                const int nx,
                const int nv,
                const float step,                             // q dt / (m dv)
                const float top)
{
    __local float tile[TX][TV + HALO + 1];

    const int lv = get_local_id(0);
    const int lx = get_local_id(1);
    const int v = get_global_id(0);
    const int x = min((int)get_global_id(1), nx - 1);
    const float shift = step * field[x];
    const float whole = floor(shift);
    const float a = shift - whole;
    const int first = (int)get_group_id(0) * TV - (int)whole - 2;

    for (int i = lv; i < TV + HALO; i += TV) {
        const int from = first + i;
        tile[lx][i] = from >= 0 && from < nv ? f_in[(size_t)x * nv + from] : 0.0f;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    if (v < nv && get_global_id(1) < nx) {
        const float b = tile[lx][lv];
        const float c = tile[lx][lv + 1];
        const float d = tile[lx][lv + 2];
        const float e = tile[lx][lv + 3];
        f_out[(size_t)x * nv + v] = d + outflow(b, c, d, top, a) - outflow(c, d, e, top, a);
    }
}
