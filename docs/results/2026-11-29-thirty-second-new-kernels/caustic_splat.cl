// Caustics on the floor of a pool: every cell of the water's surface sends some jittered sun rays down,
// refracts them (Schlick for what is lost), meets the uneven floor and adds to the light map around.
static inline uint hash2(uint x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

static inline float bilinear(__global const float *restrict map, const int w, const int h, const float x, const float y)
{
    const float cx = clamp(x, 0.0f, (float)(w - 1));
    const float cy = clamp(y, 0.0f, (float)(h - 1));
    const int ix = min((int)cx, w - 2);
    const int iy = min((int)cy, h - 2);
    __global const float *m = map + iy * w + ix;
    const float tx = cx - (float)ix;
    return mix(mix(m[0], m[1], tx), mix(m[w], m[w + 1], tx), cy - (float)iy);
}

static inline void splat(__global uint *restrict light, const int w, const int h, const int x, const int y, const float energy)
{
    if (x >= 0 && y >= 0 && x < w && y < h) {
        const uint e = (uint)(energy * 4096.0f);
        if (e)
            atomic_add(light + y * w + x, e);
    }
}

__kernel void caustic_splat(__global const float *restrict water,
                            __global const float *restrict floor_depth,
                            __global uint *restrict light,
                            const int width,
                            const int height,
                            const int rays,
                            const uint frame,
                            const float sun_x,
                            const float sun_y,
                            const float eta)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    const float3 sun = normalize((float3)(sun_x, sun_y, -1.0f));
    uint seed = hash2((uint)(y * width + x) ^ hash2(frame));

    for (int r = 0; r < rays; r++) {
        seed = hash2(seed + 0x9e3779b9u);
        const float px = (float)x + (float)(seed & 0xffffu) * (1.0f / 65536.0f) - 0.5f;
        const float py = (float)y + (float)(seed >> 16) * (1.0f / 65536.0f) - 0.5f;

        const float level = bilinear(water, width, height, px, py);
        const float dx = bilinear(water, width, height, px + 1.0f, py) - bilinear(water, width, height, px - 1.0f, py);
        const float dy = bilinear(water, width, height, px, py + 1.0f) - bilinear(water, width, height, px, py - 1.0f);
        const float3 normal = normalize((float3)(-0.5f * dx, -0.5f * dy, 1.0f));

        const float cos_in = -dot(normal, sun);
        if (cos_in <= 0.0f)
            continue;
        const float k = 1.0f - eta * eta * (1.0f - cos_in * cos_in);
        const float3 dir = eta * sun + (eta * cos_in - sqrt(k)) * normal;
        const float miss = 1.0f - cos_in;
        const float m2 = miss * miss;
        const float kept = 1.0f - (0.02f + 0.98f * m2 * m2 * miss);

        // the floor is a height map too: walk to where the ray's depth is the floor's
        float t = (level + bilinear(floor_depth, width, height, px, py)) / -dir.z;
        for (int it = 0; it < 6; it++) {
            const float wanted = (level + bilinear(floor_depth, width, height, px + t * dir.x, py + t * dir.y)) / -dir.z;
            const float change = wanted - t;
            t += change;
            if (fabs(change) < 0.01f)
                break;
        }

        const float energy = kept * cos_in * exp(-0.004f * t);
        const float fx = px + t * dir.x;
        const float fy = py + t * dir.y;
        const float flx = floor(fx), fly = floor(fy);
        const float ux = fx - flx, uy = fy - fly;
        const int ix = (int)flx, iy = (int)fly;
        splat(light, width, height, ix, iy, energy * (1.0f - ux) * (1.0f - uy));
        splat(light, width, height, ix + 1, iy, energy * ux * (1.0f - uy));
        splat(light, width, height, ix, iy + 1, energy * (1.0f - ux) * uy);
        splat(light, width, height, ix + 1, iy + 1, energy * ux * uy);
    }
}
