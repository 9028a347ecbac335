// Fast approximate anti-aliasing of a finished frame (the quality variant): pixels on a contrast edge look for both
// ends of it and are blended across it by how far along the edge they lie. Luma comes in the alpha channel.
#define STEPS 12

__constant float stride[STEPS] = {1.0f, 1.5f, 2.0f, 2.0f, 2.0f, 2.0f, 2.0f, 2.0f, 2.0f, 2.0f, 4.0f, 8.0f};

static inline float luma_at(__global const uchar4 *frame, const int x, const int y, const int width, const int height)
{
    return frame[clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)].w * (1.0f / 255.0f);
}

static inline float4 sample(__global const uchar4 *frame, const float2 p, const int width, const int height)
{
    const float fx = floor(p.x);
    const float fy = floor(p.y);
    const float a = p.x - fx;
    const float b = p.y - fy;
    const int x0 = clamp((int)fx, 0, width - 1);
    const int y0 = clamp((int)fy, 0, height - 1);
    const int x1 = clamp((int)fx + 1, 0, width - 1);
    const int y1 = clamp((int)fy + 1, 0, height - 1);
    const float4 top = mix(convert_float4(frame[y0 * width + x0]), convert_float4(frame[y0 * width + x1]), a);
    const float4 low = mix(convert_float4(frame[y1 * width + x0]), convert_float4(frame[y1 * width + x1]), a);
    return mix(top, low, b) * (1.0f / 255.0f);
}

__kernel void fxaa_edges(__global const uchar4 *restrict frame,
                         __global uchar4 *restrict out,
                         const int width,
                         const int height,
                         const float edge_threshold,
                         const float edge_threshold_min,
                         const float subpixel)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    const float m = luma_at(frame, x, y, width, height);
    const float n = luma_at(frame, x, y - 1, width, height);
    const float s = luma_at(frame, x, y + 1, width, height);
    const float w = luma_at(frame, x - 1, y, width, height);
    const float e = luma_at(frame, x + 1, y, width, height);
    const float high = fmax(m, fmax(fmax(n, s), fmax(w, e)));
    const float low = fmin(m, fmin(fmin(n, s), fmin(w, e)));
    const float range = high - low;
    if (range < fmax(edge_threshold_min, high * edge_threshold)) {
        out[y * width + x] = frame[y * width + x];
        return;
    }

    const float nw = luma_at(frame, x - 1, y - 1, width, height);
    const float ne = luma_at(frame, x + 1, y - 1, width, height);
    const float sw = luma_at(frame, x - 1, y + 1, width, height);
    const float se = luma_at(frame, x + 1, y + 1, width, height);
    const float across = fabs(nw + sw - 2.0f * w) + 2.0f * fabs(n + s - 2.0f * m) + fabs(ne + se - 2.0f * e);
    const float along = fabs(nw + ne - 2.0f * n) + 2.0f * fabs(w + e - 2.0f * m) + fabs(sw + se - 2.0f * s);
    const bool flat = across >= along;                                    // a horizontal edge

    const float average = (2.0f * (n + s + w + e) + nw + ne + sw + se) * (1.0f / 12.0f);
    const float t = clamp(fabs(average - m) / range, 0.0f, 1.0f);
    const float smooth = (3.0f - 2.0f * t) * t * t;
    const float sub = smooth * smooth * subpixel;

    const float one = flat ? n : w;
    const float other = flat ? s : e;
    const float grad_one = fabs(one - m);
    const float grad_other = fabs(other - m);
    const bool near = grad_one >= grad_other;
    const float step = near ? -1.0f : 1.0f;
    const float gradient = fmax(grad_one, grad_other) * 0.25f;
    const float middle = 0.5f * (m + (near ? one : other));
    const bool below = m < middle;

    const float2 edge = (float2)(x, y) + (flat ? (float2)(0.0f, 0.5f * step) : (float2)(0.5f * step, 0.0f));
    const float2 dir = flat ? (float2)(1.0f, 0.0f) : (float2)(0.0f, 1.0f);
    float2 neg = edge;
    float2 pos = edge;
    float end_neg = 0.0f;
    float end_pos = 0.0f;
    bool done_neg = false;
    bool done_pos = false;
    for (int k = 0; k < STEPS && !(done_neg && done_pos); k++) {
        if (!done_neg) {
            neg -= dir * stride[k];
            end_neg = sample(frame, neg, width, height).w - middle;
            done_neg = fabs(end_neg) >= gradient;
        }
        if (!done_pos) {
            pos += dir * stride[k];
            end_pos = sample(frame, pos, width, height).w - middle;
            done_pos = fabs(end_pos) >= gradient;
        }
    }
    const float dist_neg = flat ? x - neg.x : y - neg.y;
    const float dist_pos = flat ? pos.x - x : pos.y - y;
    const bool to_neg = dist_neg < dist_pos;
    const bool good = ((to_neg ? end_neg : end_pos) < 0.0f) != below;
    const float offset = good ? 0.5f - fmin(dist_neg, dist_pos) / (dist_neg + dist_pos) : 0.0f;
    const float shift = fmax(offset, sub) * step;
    const float2 at = (float2)(x, y) + (flat ? (float2)(0.0f, shift) : (float2)(shift, 0.0f));
    float4 colour = sample(frame, at, width, height);
    colour.w = m;
    out[y * width + x] = convert_uchar4_sat_rte(colour * 255.0f);
}
