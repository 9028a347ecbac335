// Gravitational microlensing of quasars: map of magnifications behind a field of stars (inverse ray shooting, Kayser and others 1986): an item
// is one ray of a raster over the lens. Stars come to local memory by parts; the ray is counted in the pixel of the source plane it hits.
//   star       x, y (Einstein radii), mass, 0
//   count      npixels x npixels: rays; added to
//   nrays_x, nrays_y, nstars, npixels, pitch (of the rays), cell (of the pixels), smooth (convergence of dark matter), shear
#define PART 48

__kernel void microlens_map(__global const float4 *restrict star,
                            __global int *restrict count,
                            const int nrays_x,
                            const int nrays_y,
                            const int nstars,
                            const int npixels,
                            const float pitch,
                            const float cell,
                            const float smooth,
                            const float shear)
{
    __local float4 part[PART];
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int lid = get_local_id(1) * get_local_size(0) + get_local_id(0);
    const int items = get_local_size(0) * get_local_size(1);
    const float2 ray = (float2)((x - 0.5f * (nrays_x - 1)) * pitch, (y - 0.5f * (nrays_y - 1)) * pitch);
    float2 bent = (float2)(0.0f, 0.0f);
    for (int from = 0; from < nstars; from += PART) {
        const int n = min(PART, nstars - from);
        for (int k = lid; k < n; k += items)
            part[k] = star[from + k];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < n; k++) {
            const float4 s = part[k];
            const float2 off = ray - s.xy;
            bent += off * (s.z / (dot(off, off) + 1e-8f));
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (x >= nrays_x || y >= nrays_y)
        return;
    const float2 source = (float2)((1.0f - smooth - shear) * ray.x, (1.0f - smooth + shear) * ray.y) - bent;
    const float2 at = source / cell + 0.5f * npixels;
    if (at.x >= 0.0f && at.x < npixels && at.y >= 0.0f && at.y < npixels) {
        const int px = min((int)at.x, npixels - 1);
        const int py = min((int)at.y, npixels - 1);
        atomic_inc(&count[py * npixels + px]);
    }
}
