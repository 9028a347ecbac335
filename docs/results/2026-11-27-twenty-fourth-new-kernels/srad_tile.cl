/* Ultrasound imaging: one step of speckle reducing anisotropic diffusion. A group loads its 16 x 16 pixels with their
 * surroundings, works out the diffusion coefficients with one more row and column, then the divergence. */
#define B 16
#define IW (B + 3) /* one to the north and west, two to the south and east */
#define CW (B + 1)

__kernel __attribute__((reqd_work_group_size(B, B, 1)))
void srad_tile(__global const float *restrict image, __global float *restrict image_out,
               __global float *restrict coefficient, const int rows, const int cols,
               const float q0sqr, const float lambda)
{
    __local float j[IW * IW];
    __local float c[CW * CW];
    const int lx = get_local_id(0), ly = get_local_id(1), lid = ly * B + lx;
    const int x0 = get_group_id(0) * B, y0 = get_group_id(1) * B;

    for (int i = lid; i < IW * IW; i += B * B) {
        const int y = clamp(y0 + i / IW - 1, 0, rows - 1);
        const int x = clamp(x0 + i % IW - 1, 0, cols - 1);
        j[i] = image[y * cols + x];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int i = lid; i < CW * CW; i += B * B) {
        const int at = (i / CW + 1) * IW + i % CW + 1;
        const float jc = j[at];
        const float dn = j[at - IW] - jc, ds = j[at + IW] - jc;
        const float dw = j[at - 1] - jc, de = j[at + 1] - jc;
        const float g2 = (dn * dn + ds * ds + dw * dw + de * de) / (jc * jc);
        const float l = (dn + ds + dw + de) / jc;
        const float num = 0.5f * g2 - (1.0f / 16.0f) * (l * l);
        const float one = 1.0f + 0.25f * l;
        const float qsqr = num / (one * one);
        const float den = (qsqr - q0sqr) / (q0sqr * (1.0f + q0sqr));
        c[i] = clamp(1.0f / (1.0f + den), 0.0f, 1.0f);
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    const int x = x0 + lx, y = y0 + ly;
    if (x >= cols || y >= rows)
        return;
    const int at = (ly + 1) * IW + lx + 1, cat = ly * CW + lx;
    const float jc = j[at], own = c[cat];
    const float south = y + 1 < rows ? c[cat + CW] : own;
    const float east = x + 1 < cols ? c[cat + 1] : own;
    const float divergence = own * (j[at - IW] - jc) + south * (j[at + IW] - jc)
                           + own * (j[at - 1] - jc) + east * (j[at + 1] - jc);
    image_out[y * cols + x] = jc + 0.25f * lambda * divergence;
    coefficient[y * cols + x] = own;
}
