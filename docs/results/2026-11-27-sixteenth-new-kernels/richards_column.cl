// Soil hydrology: one implicit step of Richards' equation per column, van Genuchten soil, private Thomas solve.
#define MAX_LAYERS 24
__kernel void richards_column(__global const float *head, __global const float *vg_alpha,
                              __global const float *vg_n, __global const float *k_sat,
                              __global const float *rain, __global float *new_head,
                              __global float *drainage, const int columns, const int layers,
                              const float dz, const float dt)
{
    const int c = get_global_id(0);
    if (c >= columns)
        return;
    float conduct[MAX_LAYERS], upper[MAX_LAYERS], rhs[MAX_LAYERS];
    const float alpha = vg_alpha[c], n = vg_n[c], ks = k_sat[c];
    const float m = 1.0f - 1.0f / n;

    for (int l = 0; l < layers; ++l) {
        const float h = head[l * columns + c];
        float k = ks;
        if (h < 0.0f) {
            const float se = pow(1.0f + pow(-alpha * h, n), -m);
            const float t = 1.0f - pow(1.0f - pow(se, 1.0f / m), m);
            k = ks * sqrt(se) * t * t;
        }
        conduct[l] = fmax(k, 1e-9f);
    }
    for (int l = 0; l < layers; ++l) {
        const float h = head[l * columns + c];
        float capacity = 1e-4f;
        if (h < 0.0f) {
            const float ah = pow(-alpha * h, n - 1.0f);
            capacity += 0.37f * alpha * n * m * ah * pow(1.0f - ah * alpha * h, -m - 1.0f);
        }
        const float up = l > 0 ? 0.5f * (conduct[l] + conduct[l - 1]) : 0.0f;
        const float down = l < layers - 1 ? 0.5f * (conduct[l] + conduct[l + 1]) : 0.0f;
        const float r = dt / (dz * dz);
        const float flux_in = l > 0 ? up : fmin(rain[c], ks);
        const float flux_out = l < layers - 1 ? down : conduct[l];
        const float b = capacity + r * (up + down);
        const float d = capacity * h + dt / dz * (flux_in - flux_out);
        const float lower = -r * up;
        const float pivot = l > 0 ? 1.0f / (b - lower * upper[l - 1]) : 1.0f / b;
        upper[l] = -r * down * pivot;
        rhs[l] = (l > 0 ? d - lower * rhs[l - 1] : d) * pivot;
    }
    float value = 0.0f;
    for (int l = layers - 1; l >= 0; --l) {
        value = l < layers - 1 ? rhs[l] - upper[l] * value : rhs[l];
        new_head[l * columns + c] = value;
    }
    drainage[c] = conduct[layers - 1] * dt;
}
