// A quarter sweep of the cellular Potts model of tissue (Graner and Glazier 1992; as CompuCell3D and Morpheus): an item is a block of
// two by two sites of a periodic lattice, of which one, the same in all blocks, may be taken over by a neighbour's cell. Energies are
// of contact, of volume and of a scent; a cell isn't cut in two. Changes of volume are summed with atomics.
//   site      height x width: cell there, 0 for the medium
//   later     height x width, after the quarter sweep
//   volume    of each cell, before
//   change    of each cell's volume (added to)
//   kind      of each cell: 0 medium, 1, 2
//   scent     height x width
//   contact   3 x 3: energy of a contact of kinds
//   target    of each kind: volume, weight of it, pull of the scent
//   width, height (even), which (0 to 3), seed, heat (temperature)
__constant int ring_x[8] = { -1, 0, 1, 1, 1, 0, -1, -1 };
__constant int ring_y[8] = { -1, -1, -1, 0, 1, 1, 1, 0 };

uint stir(uint x)
{
    x = (x ^ x >> 16) * 0x21f0aaadu;
    x = (x ^ x >> 15) * 0x735a2d97u;
    return x ^ x >> 15;
}

__kernel void potts_sweep(__global const int *restrict site,
                          __global int *restrict later,
                          __global const int *restrict volume,
                          volatile __global int *change,
                          __global const uchar *restrict kind,
                          __global const float *restrict scent,
                          __global const float *restrict contact,
                          __global const float4 *restrict target,
                          const int width,
                          const int height,
                          const int which,
                          const uint seed,
                          const float heat)
{
    const int bx = 2 * (int)get_global_id(0);
    const int by = 2 * (int)get_global_id(1);
    if (bx >= width || by >= height)
        return;
    for (int k = 0; k < 4; k++)
        if (k != which)
            later[(by + k / 2) * width + bx + k % 2] = site[(by + k / 2) * width + bx + k % 2];
    const int x = bx + which % 2;
    const int y = by + which / 2;
    const int at = y * width + x;
    const int own = site[at];
    int near[8];
    int where[8];
    int mine = 0;
    for (int k = 0; k < 8; k++) {
        const int nx = x + ring_x[k];
        const int ny = y + ring_y[k];
        where[k] = (ny < 0 ? height - 1 : ny == height ? 0 : ny) * width + (nx < 0 ? width - 1 : nx == width ? 0 : nx);
        near[k] = site[where[k]];
        mine |= (near[k] == own) << k;
    }
    later[at] = own;
    const uint draw = stir(seed ^ stir((uint)at));
    const int from = draw & 7;
    const int taker = near[from];
    if (taker == own)
        return;
    const int edges = popcount(mine & ~(mine >> 1 | (mine & 1) << 7));    // runs of this cell around the site
    if (own > 0 && edges != 1)
        return;
    const int ko = kind[own];
    const int kt = kind[taker];
    float gain = -target[kt].z * (scent[at] - scent[where[from]]);
    for (int k = 0; k < 8; k++) {
        const int kn = kind[near[k]];
        if (near[k] != own)
            gain -= contact[ko * 3 + kn];
        if (near[k] != taker)
            gain += contact[kt * 3 + kn];
    }
    if (own > 0)
        gain += target[ko].y * (1.0f - 2.0f * ((float)volume[own] - target[ko].x));
    if (taker > 0)
        gain += target[kt].y * (1.0f + 2.0f * ((float)volume[taker] - target[kt].x));
    if (gain > 0.0f && (float)(draw >> 8) * (1.0f / 16777216.0f) >= exp(-gain / heat))
        return;
    later[at] = taker;
    if (own > 0)
        atomic_dec(&change[own]);
    if (taker > 0)
        atomic_inc(&change[taker]);
}
