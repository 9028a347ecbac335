// Behaviour of a wildfire on a landscape (Rothermel 1972 with Albini 1976, as FlamMap and BehavePlus compute it): an item is one cell. Its
// fuel model, the moisture scenario, slope, aspect, canopy and a coarse field of winds give the fire's greatest spread, where it heads,
// how long its ellipse is, and the flame.
//   fuel       ny x nx: fuel model, 0 where nothing burns
//   slope      ny x nx: degrees
//   aspect     ny x nx: direction downhill, in units of 2 degrees from north by east
//   canopy     ny x nx: cover, percent
//   wind       coarse_ny x coarse_nx: wind 20 ft above the vegetation to the east and to the north (ft/min), every STRIDE cells
//   model      of each fuel model, MODEL floats: load (lb/ft2) and surface to volume (1/ft) of 1 h, 10 h, 100 h, herbs, shrubs; depth
//              (ft), extinction moisture of the dead, heat (Btu/lb)
//   moisture   of each fuel model: 1 h, 10 h, 100 h, herbs, shrubs
//   spread     ny x nx: rate (m/min), direction (rad from north by east), eccentricity, flame (m)
//   nx, ny, coarse_nx, coarse_ny (so that every cell has a node below and above in both directions)
#define STRIDE 16
#define CLASSES 5
#define DEAD 3
#define MODEL 13
#define PARTICLE 32.0f
#define MINERAL 0.0555f

__kernel void fire_behaviour(__global const uchar *restrict fuel,
                             __global const uchar *restrict slope,
                             __global const uchar *restrict aspect,
                             __global const uchar *restrict canopy,
                             __global const float2 *restrict wind,
                             __global const float *restrict model,
                             __global const float *restrict moisture,
                             __global float4 *restrict spread,
                             const int nx,
                             const int ny,
                             const int coarse_nx,
                             const int coarse_ny)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= nx || y >= ny)
        return;
    const int at = y * nx + x;
    const int which = fuel[at];
    if (which == 0) {
        spread[at] = (float4)(0.0f);
        return;
    }
    __global const float *load = model + which * MODEL;
    __global const float *fine = load + CLASSES;
    __global const float *water = moisture + which * CLASSES;
    const float depth = load[10];
    float2 area = (float2)(0.0f);                                          // dead, live
    float2 ratio = (float2)(0.0f);
    float2 net = (float2)(0.0f);
    float2 wet = (float2)(0.0f);
    float2 sink = (float2)(0.0f);
    float2 small = (float2)(0.0f);
    float small_wet = 0.0f;
    float bulk = 0.0f;
    for (int k = 0; k < CLASSES; k++) {
        if (load[k] <= 0.0f)
            continue;
        const float surface = load[k] * fine[k] / PARTICLE;
        const float heated = exp(-138.0f / fine[k]);
        const float2 side = k < DEAD ? (float2)(1.0f, 0.0f) : (float2)(0.0f, 1.0f);
        area += side * surface;
        ratio += side * surface * fine[k];
        net += side * surface * load[k] * (1.0f - MINERAL);
        wet += side * surface * water[k];
        sink += side * surface * heated * mad(1116.0f, water[k], 250.0f);
        small += side * load[k] * (k < DEAD ? heated : exp(-500.0f / fine[k]));
        small_wet += k < DEAD ? load[k] * heated * water[k] : 0.0f;
        bulk += load[k];
    }
    const float2 inverse = (float2)(area.x > 0.0f ? 1.0f / area.x : 0.0f, area.y > 0.0f ? 1.0f / area.y : 0.0f);
    const float total = 1.0f / (area.x + area.y);
    const float sigma = (ratio.x + ratio.y) * total;
    const float density = bulk / depth;
    const float beta = density / PARTICLE;
    const float packing = beta / (3.348f * pow(sigma, -0.8189f));
    const float root = sigma * sqrt(sigma);
    const float power = 133.0f * pow(sigma, -0.7913f);
    const float velocity = root / mad(0.0594f, root, 495.0f) * pow(packing, power) * exp(power * (1.0f - packing));
    float2 extinct = (float2)(load[11], 10.0f);
    if (area.y > 0.0f)
        extinct.y = fmax(2.9f * small.x / small.y * (1.0f - small_wet / fmax(small.x, 1e-9f) / extinct.x) - 0.226f, extinct.x);
    const float2 share = fmin(wet * inverse / extinct, 1.0f);
    const float2 damped = fmax(1.0f + share * (-2.59f + share * (5.11f - 3.52f * share)), 0.0f);
    const float2 burning = net * inverse * damped;
    const float intensity = velocity * load[12] * (burning.x + burning.y) * 0.4174f;    // Btu/(ft2 min)
    const float flux = exp(mad(0.681f, sqrt(sigma), 0.792f) * (beta + 0.1f)) / mad(0.2595f, sigma, 192.0f);
    const float still = intensity * flux / (density * (sink.x + sink.y) * total);

    const float gx = (float)x * (1.0f / STRIDE);
    const float gy = (float)y * (1.0f / STRIDE);
    const int ix = min((int)gx, coarse_nx - 2);
    const int iy = min((int)gy, coarse_ny - 2);
    __global const float2 *corner = wind + iy * coarse_nx + ix;
    const float2 below = mix(corner[0], corner[1], gx - (float)ix);
    const float2 above = mix(corner[coarse_nx], corner[coarse_nx + 1], gx - (float)ix);
    const float2 aloft = mix(below, above, gy - (float)iy);
    const float cover = (float)canopy[at] * 0.01f;
    const float lowered = cover > 0.05f ? 0.555f / (sqrt(cover * 0.33f * 50.0f) * log((20.0f + 0.36f * 50.0f) / (0.13f * 50.0f)))
                                        : 1.83f / log((20.0f + 0.36f * depth) / (0.13f * depth));
    const float2 breeze = aloft * fmin(lowered, 1.0f);
    const float blow = length(breeze);
    const float c = 7.47f * exp(-0.133f * pow(sigma, 0.55f));
    const float b = 0.02526f * pow(sigma, 0.54f);
    const float e = 0.715f * exp(-3.59e-4f * sigma);
    const float crowded = pow(packing, -e);
    const float by_wind = blow > 0.0f ? c * pow(blow, b) * crowded : 0.0f;
    const float tilt = tan((float)slope[at] * 0.017453293f);
    const float by_slope = 5.275f * pow(beta, -0.3f) * tilt * tilt;
    const float downhill = (float)aspect[at] * 0.034906585f;
    const float2 push = (blow > 0.0f ? breeze * (by_wind / blow) : (float2)(0.0f)) - by_slope * (float2)(sin(downhill), cos(downhill));
    const float most = c * pow(fmax(0.9f * intensity, 1e-3f), b) * crowded;               // wind can't do more than that
    const float factor = fmin(length(push), most);
    const float rate = still * (1.0f + factor);                                          // ft/min
    const float effective = factor > 0.0f ? pow(factor / (c * crowded), 1.0f / b) * 0.011363636f : 0.0f;   // mi/h
    const float lengthened = clamp(0.936f * exp(0.2566f * effective) + 0.461f * exp(-0.1548f * effective) - 0.397f, 1.0f, 8.0f);
    const float line = intensity * 384.0f / sigma * rate / 60.0f;                        // Btu/(ft s)
    spread[at] = (float4)(rate * 0.3048f, atan2(push.x, push.y), sqrt(mad(lengthened, lengthened, -1.0f)) / lengthened,
                          0.45f * pow(fmax(line, 1e-6f), 0.46f) * 0.3048f);
}
