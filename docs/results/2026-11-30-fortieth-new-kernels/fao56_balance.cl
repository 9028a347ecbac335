// Water balance of crops by the dual crop coefficient (FAO 56): a cell of the farm map a work-item, a season of days;
// reference evapotranspiration by Penman-Monteith from the nearest station, corrected for the cell's height.
typedef struct { float kcb_start, kcb_mid, kcb_end, height; float root_start, root_full, depletion, response; int start, growth, mid, late; } crop_t;

static inline float vapour(const float t)
{
    return 0.6108f * exp(17.27f * t / (t + 237.3f));
}

__kernel void fao56_balance(__global const float4 *restrict weather,       // low, high, dew point, wind; stations x days
                            __global const float2 *restrict sun_rain,      // radiation MJ, rain mm
                            __global const float *restrict station_height,
                            __global const float4 *restrict soil,          // field capacity, wilting point, evaporable mm, height
                            __global const uchar4 *restrict site,          // station, crop, sown on day, irrigated
                            __constant crop_t *crops,
                            __global float4 *restrict totals,              // transpired, evaporated, drained, irrigated
                            __global float *restrict yield,
                            const int width,
                            const int height,
                            const int ndays,
                            const float efficiency)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    const int id = y * width + x;
    const uchar4 s = site[id];
    if (s.y == 255)                                                       // no field here
        return;
    const crop_t crop = crops[s.y];
    const float4 ground = soil[id];
    const float lift = ground.w - station_height[s.x];
    const float pressure = 101.3f * pow(1.0f - 0.0065f / 293.0f * ground.w, 5.26f);
    const float gamma = 0.000665f * pressure;
    const int length = crop.start + crop.growth + crop.mid + crop.late;
    float root_gone = 0.3f * 1000.0f * (ground.x - ground.y) * crop.root_start;
    float top_gone = 0.5f * ground.z;
    float4 sum = 0.0f;
    float potential = 0.0f;
    float wetted = 1.0f;
    for (int day = s.z; day < min(ndays, s.z + length); day++) {
        const float4 w = weather[s.x * ndays + day];
        const float2 sr = sun_rain[s.x * ndays + day];
        const float low = w.x - 0.0065f * lift;
        const float high = w.y - 0.0065f * lift;
        const float mean = 0.5f * (low + high);
        const float es = 0.5f * (vapour(low) + vapour(high));
        const float ea = fmin(vapour(w.z - 0.002f * lift), es);
        const float slope = 4098.0f * vapour(mean) / ((mean + 237.3f) * (mean + 237.3f));
        const float k4 = pown(high + 273.16f, 4) + pown(low + 273.16f, 4);
        const float clear = fmin(sr.x / 26.0f, 1.0f);
        const float net = 0.77f * sr.x - 4.903e-9f * 0.5f * k4 * (0.34f - 0.14f * sqrt(ea)) * fmax(1.35f * clear - 0.35f, 0.05f);
        const float et0 = fmax((0.408f * slope * net + gamma * 900.0f / (mean + 273.0f) * w.w * (es - ea))
                               / (slope + gamma * (1.0f + 0.34f * w.w)), 0.0f);

        const int age = day - s.z;                                        // the stage of the crop
        float kcb;
        float grown;
        if (age < crop.start) {
            kcb = crop.kcb_start;
            grown = 0.05f;
        } else if (age < crop.start + crop.growth) {
            grown = (age - crop.start) / (float)crop.growth;
            kcb = mix(crop.kcb_start, crop.kcb_mid, grown);
        } else if (age < length - crop.late) {
            kcb = crop.kcb_mid;
            grown = 1.0f;
        } else {
            kcb = mix(crop.kcb_mid, crop.kcb_end, (age - length + crop.late) / (float)crop.late);
            grown = 1.0f;
        }
        const float tall = fmax(crop.height * grown, 0.05f);
        const float humidity = clamp(100.0f * ea / vapour(high), 20.0f, 80.0f);
        const float climate = (0.04f * (w.w - 2.0f) - 0.004f * (humidity - 45.0f)) * pow(tall / 3.0f, 0.3f);
        if (kcb > 0.45f)
            kcb += climate;
        const float most = fmax(1.2f + climate, kcb + 0.05f);
        const float cover = clamp(pow(fmax(kcb - 0.15f, 0.01f) / (most - 0.15f), 1.0f + 0.5f * tall), 0.0f, 0.99f);
        const float exposed = fmin(1.0f - cover, wetted);
        const float readily = 0.4f * ground.z;
        const float kr = top_gone <= readily ? 1.0f : fmax((ground.z - top_gone) / (ground.z - readily), 0.0f);
        const float ke = fmin(kr * (most - kcb), exposed * most);

        const float depth = mix(crop.root_start, crop.root_full, grown);
        const float taw = 1000.0f * (ground.x - ground.y) * depth;
        const float p = clamp(crop.depletion + 0.04f * (5.0f - (kcb + ke) * et0), 0.1f, 0.8f);
        float water = 0.0f;
        if (s.w && age < length - crop.late / 2 && root_gone > p * taw) { // the farmer waters to field capacity
            water = fmin(root_gone / efficiency, 40.0f);
            wetted = 0.4f;
        }
        if (sr.y > 3.0f)
            wetted = 1.0f;
        const float ks = root_gone <= p * taw ? 1.0f : fmax((taw - root_gone) / ((1.0f - p) * taw), 0.0f);
        const float runoff = sr.y > 20.0f ? (sr.y - 20.0f) * (sr.y - 20.0f) / (sr.y + 80.0f) : 0.0f;
        const float in = sr.y - runoff + water * efficiency;
        const float transpired = ks * kcb * et0;
        const float evaporated = ke * et0;
        const float drained = fmax(in - root_gone - transpired - evaporated, 0.0f);
        top_gone = clamp(top_gone - in + evaporated / fmax(exposed, 0.01f), 0.0f, ground.z);
        root_gone = clamp(root_gone - in + transpired + evaporated + drained, 0.0f, taw);
        potential += kcb * et0;
        sum += (float4)(transpired, evaporated, drained, water);
    }
    totals[id] = sum;
    yield[id] = potential > 0.0f ? fmax(1.0f - crop.response * (1.0f - sum.x / potential), 0.0f) : 0.0f;
}
