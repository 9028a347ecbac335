// Fractal flames (Draves and Reckase 2003; as in flam3, Apophysis and Electric Sheep): an item is one wanderer of the chaos game. It goes
// through maps drawn by chance and leaves its colour in the picture's bins.
//   map        2 for each map: a, b, c, d; e, f (x' = a x + b y + e, y' = c x + d y + f), place of its colour, speed towards it
//   bend       of each map: two variations and the share of the second in 256ths
//   choose     256: map
//   palette    256: red, green, blue, 0
//   bin        ny x nx x 4: red, green, blue, visits; added to
//   lost       of each wanderer: steps that went out of the picture
//   nx, ny, nsteps, fuse (first steps that aren't seen), salt, zoom (pixels per unit), middle_x, middle_y
#define FAR 1e8f

float2 vary(const int kind, const float2 p)
{
    const float rr = dot(p, p);
    switch (kind) {
    case 1:                                                                // sinusoidal
        return (float2)(sin(p.x), sin(p.y));
    case 2:                                                                // spherical
        return p / (rr + 1e-6f);
    case 3: {                                                              // swirl
        float c;
        const float s = sincos(rr, &c);
        return (float2)(p.x * s - p.y * c, p.x * c + p.y * s);
    }
    case 4:                                                                // horseshoe
        return (float2)((p.x - p.y) * (p.x + p.y), 2.0f * p.x * p.y) * rsqrt(rr + 1e-9f);
    case 5:                                                                // polar
        return (float2)(atan2(p.x, p.y) * 0.31830989f, sqrt(rr) - 1.0f);
    case 6: {                                                              // disc
        const float r = 3.1415927f * sqrt(rr);
        const float t = atan2(p.x, p.y) * 0.31830989f;
        return (float2)(t * sin(r), t * cos(r));
    }
    case 7: {                                                              // hyperbolic
        const float r = rsqrt(rr + 1e-9f);
        return (float2)(p.x * r * r, p.y);
    }
    case 8: {                                                              // eyefish
        return p * (2.0f / (sqrt(rr) + 1.0f));
    }
    default:
        return p;
    }
}

uint roll(uint4 *s)                                                        // xorshift128
{
    const uint t = s->x ^ s->x << 11;
    s->x = s->y;
    s->y = s->z;
    s->z = s->w;
    s->w = s->w ^ s->w >> 19 ^ t ^ t >> 8;
    return s->w;
}

__kernel void flame_chaos(__global const float4 *restrict map,
                          __global const uchar4 *restrict bend,
                          __global const uchar *restrict choose,
                          __global const uchar4 *restrict palette,
                          __global uint *restrict bin,
                          __global int *restrict lost,
                          const int nx,
                          const int ny,
                          const int nsteps,
                          const int fuse,
                          const int salt,
                          const float zoom,
                          const float middle_x,
                          const float middle_y)
{
    const int id = get_global_id(0);
    uint4 state = (uint4)(salt + id * 2654435761u, id ^ 0x9e3779b9u, salt * 69069u + 1u, 88675123u);
    for (int k = 0; k < 8; k++)
        roll(&state);
    float2 p;
    p.x = (int)roll(&state) * 4.6566129e-10f;
    p.y = (int)roll(&state) * 4.6566129e-10f;
    float colour = (roll(&state) >> 8) * 5.9604645e-8f;
    int out = 0;
    for (int k = -fuse; k < nsteps; k++) {
        const uint dice = roll(&state);
        const int m = choose[dice >> 24];
        const float4 a = map[2 * m];
        const float4 b = map[2 * m + 1];
        const uchar4 how = bend[m];
        const float2 q = (float2)(a.x * p.x + a.y * p.y + b.x, a.z * p.x + a.w * p.y + b.y);
        p = vary(how.x, q);
        if (how.z)
            p = mix(p, vary(how.y, q), how.z * (1.0f / 256));
        colour += (b.z - colour) * b.w;
        if (!(fabs(p.x) < FAR && fabs(p.y) < FAR)) {
            p = (float2)((dice & 0xfff) / 2048.0f - 1.0f, (dice >> 12 & 0xfff) / 2048.0f - 1.0f);
            out++;
            continue;
        }
        if (k < 0)
            continue;
        const float px = (p.x - middle_x) * zoom + 0.5f * nx;
        const float py = (p.y - middle_y) * zoom + 0.5f * ny;
        if (px < 0.0f || py < 0.0f || px >= nx || py >= ny) {
            out++;
            continue;
        }
        const uchar4 c = palette[clamp((int)(256.0f * colour), 0, 255)];
        __global uint *at = bin + 4 * (min((int)py, ny - 1) * nx + min((int)px, nx - 1));
        atomic_add(at, c.x);
        atomic_add(at + 1, c.y);
        atomic_add(at + 2, c.z);
        atomic_inc(at + 3);
    }
    lost[id] = out;
}
