// Drift of an N-body run: places move with the velocities in a periodic box, and each particle gets the
// Morton number of its cell, by which the domain decomposition sorts later. Particles are whole records,
// as the tree walk wants them.
typedef struct {
    float x, y, z, mass;
    float vx, vy, vz, smoothing;
    float ax, ay, az, potential;
    uint id_low, id_high;
    ushort kind, time_bin;
    float old_acc;
} particle;

static inline uint spread3(uint v)
{
    v = (v | v << 16) & 0x030000ffu;
    v = (v | v << 8) & 0x0300f00fu;
    v = (v | v << 4) & 0x030c30c3u;
    v = (v | v << 2) & 0x09249249u;
    return v;
}

static inline float wrap(const float x, const float box)
{
    return x >= box ? x - box : x < 0.0f ? x + box : x;
}

__kernel void drift_particles(__global particle *restrict particles,
                              __global uint *restrict morton,
                              const uint n,
                              const float drift,
                              const float box)
{
    const uint i = get_global_id(0);
    if (i >= n)
        return;
    __global particle *me = particles + i;
    const float x = wrap(fma(me->vx, drift, me->x), box);
    const float y = wrap(fma(me->vy, drift, me->y), box);
    const float z = wrap(fma(me->vz, drift, me->z), box);
    me->x = x;
    me->y = y;
    me->z = z;
    const float cells = 1024.0f / box;
    const uint cx = min((uint)(x * cells), 1023u);
    const uint cy = min((uint)(y * cells), 1023u);
    const uint cz = min((uint)(z * cells), 1023u);
    morton[i] = spread3(cx) | spread3(cy) << 1 | spread3(cz) << 2;
}
