// Planning of radio coverage: level received at each point of a map from one mast (free space and Deygout's three knife edges, ITU-R P.526):
// an item is one point of the map. It walks the profile of the ground to the mast, then both sides of the main edge.
//   ground     ny x nx: height (m)
//   level      ny x nx: dBm
//   edges      ny x nx: edges that cost something
//   nx, ny, mast_x, mast_y, cell (m), mast, mobile (heights above the ground, m), wave (length, m), power (dBm, with the antenna)
#define BULGE (1.0f / (2.0f * 1.3333333f * 6371000.0f))

float height_at(__global const short *restrict ground, const int nx, const float2 at)
{
    const int x = (int)at.x;
    const int y = (int)at.y;
    const float fx = at.x - x;
    const float fy = at.y - y;
    __global const short *g = ground + y * nx + x;
    const int right = fx > 0.0f ? 1 : 0;
    const int below = fy > 0.0f ? nx : 0;
    return mix(mix((float)g[0], (float)g[right], fx), mix((float)g[below], (float)g[below + right], fx), fy);
}

// the sample of first + 1 .. last - 1 with the largest parameter of diffraction; ends at heights from, to
float main_edge(__global const short *restrict ground, const int nx, const float2 start, const float2 step, const float span,
                const int first, const int last, const float from, const float to, const float wave, int *where, float *top)
{
    float most = -10.0f;
    const float slope = (to - from) / (last - first);
    for (int k = first + 1; k < last; k++) {
        const float d1 = (k - first) * span;
        const float d2 = (last - k) * span;
        const float h = height_at(ground, nx, start + step * (float)k);
        const float above = h + d1 * d2 * BULGE - (from + slope * (k - first));
        const float v = above * sqrt(2.0f * (d1 + d2) / (wave * d1 * d2));
        if (v > most) {
            most = v;
            *where = k;
            *top = h;
        }
    }
    return most;
}

float knife(const float v)
{
    return v > -0.78f ? 6.9f + 20.0f * log10(sqrt((v - 0.1f) * (v - 0.1f) + 1.0f) + v - 0.1f) : 0.0f;
}

__kernel void deygout_loss(__global const short *restrict ground,
                           __global float *restrict level,
                           __global uchar *restrict edges,
                           const int nx, const int ny, const int mast_x, const int mast_y,
                           const float cell, const float mast, const float mobile, const float wave, const float power)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    const float2 start = (float2)(mast_x, mast_y);
    const float2 way = (float2)(x, y) - start;
    const int steps = max((int)ceil(length(way)), 1);
    const float2 step = way / steps;
    const float span = fmax(length(step), 0.1f) * cell;
    const float from = ground[mast_y * nx + mast_x] + mast;
    const float to = ground[y * nx + x] + mobile;
    int peak = 0;
    float top = 0.0f;
    const float v = main_edge(ground, nx, start, step, span, 0, steps, from, to, wave, &peak, &top);
    float loss = knife(v);
    int count = loss > 0.0f;
    if (count) {
        int other = 0;
        float height = 0.0f;
        const float v1 = main_edge(ground, nx, start, step, span, 0, peak, from, top, wave, &other, &height);
        const float v2 = main_edge(ground, nx, start, step, span, peak, steps, top, to, wave, &other, &height);
        const float sides = knife(v1) + knife(v2);
        count += (v1 > -0.78f) + (v2 > -0.78f);
        loss += (1.0f - exp(-loss / 6.0f)) * (sides + 10.0f + 0.00004f * steps * span);
    }
    level[y * nx + x] = power - 20.0f * log10(12.566371f * steps * span / wave) - loss;
    edges[y * nx + x] = count;
}
