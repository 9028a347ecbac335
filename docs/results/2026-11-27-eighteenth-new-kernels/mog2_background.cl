// Video surveillance: background subtraction with a mixture of up to four Gaussians a pixel (Zivkovic), the modes kept
// sorted by weight. The updated model goes to a second set of buffers.
#define MODES 4

__kernel void mog2_background(__global const uchar4* frame, __global const uchar* mode_count, __global const float2* weight_var,
                              __global const float4* mean, __global uchar* mode_count_next, __global float2* weight_var_next,
                              __global float4* mean_next, __global uchar* mask, int width, int height, float rate,
                              float prune, float near_background, float near_mode, float background_share)
{
    const int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    const int plane = width * height;
    const int at = y * width + x;

    const float4 pixel = (float4)(convert_float3(frame[at].xyz), 0.0f);
    int modes = min((int)mode_count[at], MODES);

    float2 wv[MODES];
    float4 mu[MODES];
    for (int m = 0; m < modes; ++m) {
        wv[m] = weight_var[m * plane + at];
        mu[m] = mean[m * plane + at];
    }

    bool background = false, fits = false;
    float total = 0.0f;
    const float keep = 1.0f - rate;
    const int before = modes;

    for (int m = 0; m < before; ++m) {
        if (m >= modes)
            break;
        float weight = keep * wv[m].x - prune;
        int slot = m;
        if (!fits) {
            const float variance = wv[m].y;
            const float4 d = mu[m] - pixel;
            const float distance2 = dot(d, d);
            if (total < background_share && distance2 < near_background * variance)
                background = true;
            if (distance2 < near_mode * variance) {
                fits = true;
                weight += rate;
                const float k = rate / weight;
                mu[m] -= k * d;
                wv[m].y = clamp(variance + k * (distance2 - variance), 4.0f, 75.0f);
                while (slot > 0 && weight > wv[slot - 1].x) {
                    const float2 a = wv[slot];
                    wv[slot] = wv[slot - 1];
                    wv[slot - 1] = a;
                    const float4 b = mu[slot];
                    mu[slot] = mu[slot - 1];
                    mu[slot - 1] = b;
                    --slot;
                }
            }
        }
        if (weight < prune) {
            weight = 0.0f;
            --modes;
        }
        wv[slot].x = weight;
        total += weight;
    }

    const float inverse = total > 0.0f ? 1.0f / total : 0.0f;
    for (int m = 0; m < modes; ++m)
        wv[m].x *= inverse;

    if (!fits) {
        const int slot = modes == MODES ? MODES - 1 : modes++;
        if (modes == 1) {
            wv[slot].x = 1.0f;
        } else {
            for (int m = 0; m < modes - 1; ++m)
                wv[m].x *= keep;
            wv[slot].x = rate;
        }
        wv[slot].y = 15.0f;
        mu[slot] = pixel;
    }

    for (int m = 0; m < modes; ++m) {
        weight_var_next[m * plane + at] = wv[m];
        mean_next[m * plane + at] = mu[m];
    }
    mode_count_next[at] = (uchar)modes;
    mask[at] = background ? 0 : 255;
}
