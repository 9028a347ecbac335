// Fields of timestamps in the zone of each row, for grouping by local date: microseconds UTC ->
// offset by a search in the zone's transitions -> year, month, day, hour, minute, weekday, ISO week.
static inline int floor_div(const int a, const int b)
{
    const int q = a / b;
    return q - (a - q * b < 0 ? 1 : 0);
}

static inline int days_to_year(const int year)      // days from 1970-01-01 to January 1st
{
    const int y = year - 1;
    return y * 365 + floor_div(y, 4) - floor_div(y, 100) + floor_div(y, 400) - 719162;
}

static inline int4 civil(const int days)             // year, month, day
{
    const int z = days + 719468;
    const int era = floor_div(z, 146097);
    const uint doe = (uint)(z - era * 146097);
    const uint yoe = (doe - doe / 1460u + doe / 36524u - doe / 146096u) / 365u;
    const uint doy = doe - (365u * yoe + yoe / 4u - yoe / 100u);
    const uint mp = (5u * doy + 2u) / 153u;
    const int month = mp < 10u ? (int)mp + 3 : (int)mp - 9;
    return (int4)((int)yoe + era * 400 + (month <= 2 ? 1 : 0), month, (int)(doy - (153u * mp + 2u) / 5u + 1u), 0);
}

__kernel void tz_civil_fields(__global const long *restrict micros,
                              __global const ushort *restrict zone,
                              __global const uint *restrict zone_ptr,
                              __global const long *restrict change,
                              __global const int *restrict offset,
                              __global uint *restrict date,
                              __global uint *restrict rest,
                              const uint nrows)
{
    const uint row = get_global_id(0);
    if (row >= nrows)
        return;

    const long us = micros[row];
    if (us == LONG_MIN) {                            // null
        date[row] = 0;
        rest[row] = 0;
        return;
    }
    long sec = us / 1000000;
    sec -= us - sec * 1000000 < 0 ? 1 : 0;

    const ushort zn = zone[row];
    uint lo = zone_ptr[zn];
    uint hi = zone_ptr[zn + 1];
    while (hi - lo > 1) {
        const uint mid = (lo + hi) >> 1;
        if (change[mid] <= sec)
            lo = mid;
        else
            hi = mid;
    }
    sec += offset[lo];

    long day = sec / 86400;
    day -= sec - day * 86400 < 0 ? 1 : 0;
    const int days = (int)day;
    const uint of_day = (uint)(sec - day * 86400);
    const int4 c = civil(days);
    const int weekday = days + 3 - floor_div(days + 3, 7) * 7;           // Monday is 0
    const int thursday = days + 3 - weekday;
    int iso_year = c.x;
    iso_year += thursday < days_to_year(c.x) ? -1 : thursday >= days_to_year(c.x + 1) ? 1 : 0;
    const int week = (thursday - days_to_year(iso_year)) / 7 + 1;

    const uint hour = of_day / 3600u;
    date[row] = ((uint)c.x << 9) | ((uint)c.y << 5) | (uint)c.z;
    rest[row] = (uint)week << 20 | (uint)weekday << 16 | hour << 8 | (of_day - hour * 3600u) / 60u;
}
