// Electrostatics: Coulomb potential with a smooth cutoff on a regular lattice, gathered from atoms sorted into cubic bins.
// atoms = (x, y, z, charge); bin b holds atoms begin[b] to begin[b + 1]; the bins start at -margin in each direction.
__kernel void cutcp_lattice(__global const float4 *restrict atoms, __global const int *restrict begin,
                            __global float *restrict potential, const int bins_x, const int bins_y, const int bins_z,
                            const float spacing, const float cutoff, const float bin_length, const float margin)
{
    const int ix = get_global_id(0), iy = get_global_id(1), iz = get_global_id(2);
    const float x = ix * spacing, y = iy * spacing, z = iz * spacing;
    const float per_bin = 1.0f / bin_length;
    const float cutoff2 = cutoff * cutoff;
    const float inv_cutoff2 = 1.0f / cutoff2;

    const int x_lo = max(0, (int)floor((x + margin - cutoff) * per_bin));
    const int y_lo = max(0, (int)floor((y + margin - cutoff) * per_bin));
    const int z_lo = max(0, (int)floor((z + margin - cutoff) * per_bin));
    const int x_hi = min(bins_x - 1, (int)floor((x + margin + cutoff) * per_bin));
    const int y_hi = min(bins_y - 1, (int)floor((y + margin + cutoff) * per_bin));
    const int z_hi = min(bins_z - 1, (int)floor((z + margin + cutoff) * per_bin));

    float energy = 0.0f;
    for (int bz = z_lo; bz <= z_hi; bz++) {
        // the nearest face of this layer of bins may lie beyond the cutoff already
        const float z_near = clamp(z, bz * bin_length - margin, (bz + 1) * bin_length - margin) - z;
        for (int by = y_lo; by <= y_hi; by++) {
            const float y_near = clamp(y, by * bin_length - margin, (by + 1) * bin_length - margin) - y;
            if (y_near * y_near + z_near * z_near >= cutoff2)
                continue;
            // bins in a row are contiguous, so a whole run of them goes in one loop
            const int row = (bz * bins_y + by) * bins_x;
            const int last = begin[row + x_hi + 1];
            for (int i = begin[row + x_lo]; i < last; i++) {
                const float4 atom = atoms[i];
                const float dx = atom.x - x, dy = atom.y - y, dz = atom.z - z;
                const float r2 = dx * dx + dy * dy + dz * dz;
                if (r2 < cutoff2 && r2 > 1e-6f) {
                    const float s = 1.0f - r2 * inv_cutoff2;
                    energy += atom.w * rsqrt(r2) * s * s;
                }
            }
        }
    }
    const size_t at = ((size_t)iz * get_global_size(1) + iy) * get_global_size(0) + ix;
    potential[at] = energy;
}
