// Single-molecule localisation microscopy: fits a spot's place, photons and background by maximum likelihood (Smith, Joseph, Rieger and
// Lidke 2010; as in SMAP, Picasso or ThunderSTORM). An item is one spot. The model is a Gaussian integrated over each pixel, the noise is
// Poisson's, and Newton's steps go on, each parameter by itself, until the place rests. Then come the bounds of Cramer and Rao.
//   spot       nspots x box x box: camera counts cut out around each spot
//   place      of each spot: x, y (pixels from the first pixel's centre), photons, background (photons in a pixel)
//   deviation  of each spot: standard deviations of these
//   quality    of each spot: log likelihood ratio, rounds
//   nspots, box (at most MAX_BOX), max_rounds, offset (counts), gain (photons a count), sigma (pixels), rest (pixels)
#define MAX_BOX 13
#define PARAMS 4

float3 across(const float far, const float sigma)
{
    const float scale = 0.70710678f / sigma;                              // share of a pixel, and its first two derivatives by the place
    const float norm = 0.39894228f / sigma;
    const float low = (far - 0.5f) * scale;
    const float high = (far + 0.5f) * scale;
    const float at_low = exp(-low * low) * norm;
    const float at_high = exp(-high * high) * norm;
    return (float3)(0.5f * (erf(high) - erf(low)), at_low - at_high, ((far - 0.5f) * at_low - (far + 0.5f) * at_high) / (sigma * sigma));
}

__kernel void smlm_fit(__global const ushort *restrict spot,
                       __global float4 *restrict place,
                       __global float4 *restrict deviation,
                       __global float2 *restrict quality,
                       const int nspots,
                       const int box,
                       const int max_rounds,
                       const float offset,
                       const float gain,
                       const float sigma,
                       const float rest)
{
    const int id = get_global_id(0);
    if (id >= nspots)
        return;
    __global const ushort *pixel = spot + id * box * box;
    float least = 1e9f;
    float3 moment = (float3)(0.0f);
    for (int y = 0; y < box; y++)
        for (int x = 0; x < box; x++) {
            const float d = fmax(((float)pixel[y * box + x] - offset) * gain, 0.01f);
            least = fmin(least, d);
            moment += (float3)(d, d * (float)x, d * (float)y);
        }
    const float flat = least * (float)(box * box);
    const float middle = 0.5f * (float)(box - 1);
    const float photons = fmax(moment.x - flat, 10.0f);
    float4 p = (float4)(clamp((moment.y - flat * middle) / photons, 0.0f, (float)(box - 1)),
                        clamp((moment.z - flat * middle) / photons, 0.0f, (float)(box - 1)), photons, fmax(least, 0.01f));
    float3 column[MAX_BOX];
    int rounds = 0;
    float moved = rest + 1.0f;
    while (rounds < max_rounds && moved > rest) {
        for (int x = 0; x < box; x++)
            column[x] = across((float)x - p.x, sigma);
        float4 slope = (float4)(0.0f);
        float4 bend = (float4)(0.0f);
        for (int y = 0; y < box; y++) {
            const float3 row = across((float)y - p.y, sigma);
            for (int x = 0; x < box; x++) {
                const float3 c = column[x];
                const float d = fmax(((float)pixel[y * box + x] - offset) * gain, 0.01f);
                const float share = c.x * row.x;
                const float model = fmax(mad(p.z, share, p.w), 0.001f);
                const float ratio = d / model;
                const float4 first = (float4)(p.z * c.y * row.x, p.z * c.x * row.y, share, 1.0f);
                const float4 second = (float4)(p.z * c.z * row.x, p.z * c.x * row.z, 0.0f, 0.0f);
                slope += first * (ratio - 1.0f);
                bend += second * (ratio - 1.0f) - first * first * (ratio / model);
            }
        }
        const float4 most = (float4)(0.6f * sigma, 0.6f * sigma, 0.4f * p.z, 0.5f * p.w + 1.0f);
        const float4 leap = clamp(slope / fmin(bend, (float4)(-1e-9f)), -most, most);
        p -= leap;
        p.xy = clamp(p.xy, (float2)(0.0f), (float2)(box - 1));
        p.z = fmax(p.z, 1.0f);
        p.w = fmax(p.w, 0.01f);
        moved = fmax(fabs(leap.x), fabs(leap.y));
        rounds++;
    }
    float m[PARAMS][PARAMS];
    for (int i = 0; i < PARAMS; i++)
        for (int j = 0; j < PARAMS; j++)
            m[i][j] = 0.0f;
    for (int x = 0; x < box; x++)
        column[x] = across((float)x - p.x, sigma);
    float ratio = 0.0f;
    for (int y = 0; y < box; y++) {
        const float3 row = across((float)y - p.y, sigma);
        for (int x = 0; x < box; x++) {
            const float3 c = column[x];
            const float d = fmax(((float)pixel[y * box + x] - offset) * gain, 0.01f);
            const float share = c.x * row.x;
            const float model = fmax(mad(p.z, share, p.w), 0.001f);
            const float g[PARAMS] = { p.z * c.y * row.x, p.z * c.x * row.y, share, 1.0f };
            for (int i = 0; i < PARAMS; i++)
                for (int j = 0; j <= i; j++)
                    m[i][j] += g[i] * g[j] / model;
            ratio += 2.0f * (model - d + d * log(d / model));
        }
    }
    for (int j = 0; j < PARAMS; j++)                                      // Cholesky's triangle, then its inverse, in place
        for (int i = j; i < PARAMS; i++) {
            float sum = m[i][j];
            for (int k = 0; k < j; k++)
                sum -= m[i][k] * m[j][k];
            m[i][j] = i == j ? sqrt(fmax(sum, 1e-12f)) : sum / m[j][j];
        }
    for (int i = 0; i < PARAMS; i++) {
        m[i][i] = 1.0f / m[i][i];
        for (int j = 0; j < i; j++) {
            float sum = 0.0f;
            for (int k = j; k < i; k++)
                sum -= m[i][k] * m[k][j];
            m[i][j] = sum * m[i][i];
        }
    }
    float v[PARAMS];
    for (int j = 0; j < PARAMS; j++) {
        v[j] = 0.0f;
        for (int i = j; i < PARAMS; i++)
            v[j] = mad(m[i][j], m[i][j], v[j]);
    }
    place[id] = p;
    deviation[id] = sqrt((float4)(v[0], v[1], v[2], v[3]));
    quality[id] = (float2)(ratio, (float)rounds);
}
