// Implicit solvent of molecules (generalised Born, Onufriev, Bashford and Case): the descreening of every atom by all
// others within the cutoff, tiles of atoms in local memory, then effective radii and the factor of their chain rule.
#define TILE 64
#define OFFSET 0.09f

__kernel void born_radii(__global const float4 *restrict atoms,           // x, y, z, scale of the radius
                         __global const float *restrict radius,
                         __global const int *restrict molecule,           // pairs of one molecule only
                         __global float *restrict born,
                         __global float *restrict chain,
                         const int natoms,
                         const float cutoff)
{
    __local float4 tile[TILE];
    __local float tile_radius[TILE];
    __local int tile_molecule[TILE];
    const int lid = get_local_id(0);
    const int i = get_global_id(0);
    const bool real = i < natoms;
    const float4 me = atoms[min(i, natoms - 1)];
    const int mine = molecule[min(i, natoms - 1)];
    const float outer = radius[min(i, natoms - 1)];
    const float rho = outer - OFFSET;
    const float inverse = 1.0f / rho;
    float sum = 0.0f;
    for (int base = 0; base < natoms; base += TILE) {
        const int j = base + lid;
        if (j < natoms) {
            tile[lid] = atoms[j];
            tile_radius[lid] = (radius[j] - OFFSET) * tile[lid].w;
            tile_molecule[lid] = molecule[j];
        } else {
            tile_molecule[lid] = -1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++) {
            if (tile_molecule[k] != mine || base + k == i)
                continue;
            const float4 other = tile[k];
            const float dx = other.x - me.x;
            const float dy = other.y - me.y;
            const float dz = other.z - me.z;
            const float r2 = dx * dx + dy * dy + dz * dz;
            if (r2 > cutoff * cutoff)
                continue;
            const float r = sqrt(r2);
            const float s = tile_radius[k];
            if (rho >= r + s)
                continue;
            const float l = 1.0f / fmax(rho, fabs(r - s));
            const float u = 1.0f / (r + s);
            float term = l - u + 0.25f * (r - s * s / r) * (u * u - l * l) + 0.5f * log(u / l) / r;
            if (rho < s - r)
                term += 2.0f * (inverse - l);
            sum += term;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (!real)
        return;
    const float psi = 0.5f * sum * rho;
    const float t = tanh(psi * (1.0f + psi * (-0.8f + 4.85f * psi)));
    const float b = 1.0f / (inverse - t / outer);
    born[i] = b;
    chain[i] = b * b * (1.0f - t * t) * (1.0f + psi * (-1.6f + 14.55f * psi)) * rho / outer;
}
