// Ground-truth ambient occlusion from a linear depth buffer: per pixel a few slices, in each the two
// horizons are searched along the screen, the arc between them is integrated in closed form.
#define MAX_STEPS 12

static inline float3 view_at(const int x, const int y, const float z, const float focal, const float cx, const float cy)
{
    return (float3)((x - cx) / focal * z, (y - cy) / focal * z, z);
}

static inline float noise(const float x, const float y)
{
    const float t = 0.06711056f * x + 0.00583715f * y;
    const float u = 52.9829189f * (t - floor(t));
    return u - floor(u);
}

__kernel void gtao_horizon(__global const float *restrict depth,
                           __global const char4 *restrict normals,
                           __global uchar *restrict occlusion,
                           const int width,
                           const int height,
                           const int nslices,
                           const float focal,
                           const float radius,
                           const float max_pixels,
                           const float far)
{
    const int px = get_global_id(0);
    const int py = get_global_id(1);
    if (px >= width || py >= height)
        return;
    const int at = py * width + px;
    const float z = depth[at];
    if (z >= far) {
        occlusion[at] = 255;
        return;
    }

    const float cx = 0.5f * (width - 1);
    const float cy = 0.5f * (height - 1);
    const float3 pos = view_at(px, py, z, focal, cx, cy);
    const float3 view = -normalize(pos);
    const float3 nrm = normalize(convert_float3(normals[at].xyz));
    const float reach = min(radius * focal / z, max_pixels);
    const int nsteps = clamp((int)(reach * 0.5f) + 1, 1, MAX_STEPS);
    const float jitter = noise((float)px, (float)py);
    const float start = noise((float)py, (float)(px + 17));

    float visible = 0.0f;
    for (int s = 0; s < nslices; s++) {
        float dy;
        float dx;
        dy = sincos((s + jitter) * M_PI_F / nslices, &dx);
        const float3 dir = (float3)(dx, dy, 0.0f);
        const float3 ortho = dir - dot(dir, view) * view;
        const float3 axis = normalize(cross(dir, view));
        const float3 proj = nrm - axis * dot(nrm, axis);
        const float plen = length(proj) + 1e-6f;
        const float cosn = clamp(dot(proj, view) / plen, 0.0f, 1.0f);
        const float n = copysign(acos(cosn), dot(ortho, proj));

        float horizon[2];
        for (int side = 0; side < 2; side++) {
            const float way = side ? -1.0f : 1.0f;
            const float low = cos(n + way * M_PI_2_F);
            float h = low;
            for (int j = 0; j < nsteps; j++) {
                const float t = (j + start) / nsteps;
                const float far_px = way * (1.3f + reach * t * t);
                const int x = px + convert_int_rte(dx * far_px);
                const int y = py + convert_int_rte(dy * far_px);
                if (x < 0 || y < 0 || x >= width || y >= height)
                    break;
                const float3 d = view_at(x, y, depth[y * width + x], focal, cx, cy) - pos;
                const float len = length(d);
                const float weight = clamp(2.5f - 2.5f * len / radius, 0.0f, 1.0f);
                h = max(h, mix(low, dot(d, view) / len, weight));
            }
            horizon[side] = h;
        }
        const float h0 = -acos(clamp(horizon[1], -1.0f, 1.0f));
        const float h1 = acos(clamp(horizon[0], -1.0f, 1.0f));
        const float sinn = sin(n);
        const float arc = 2.0f * cosn + 2.0f * (h0 + h1) * sinn - cos(2.0f * h0 - n) - cos(2.0f * h1 - n);
        visible += plen * 0.25f * arc;
    }
    occlusion[at] = convert_uchar_sat_rte(255.0f * visible / nslices);
}
