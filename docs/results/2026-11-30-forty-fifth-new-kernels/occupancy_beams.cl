// Scans of a laser range finder entered in a robot's map (Elfes 1989; beams as in gmapping and Cartographer): an item is one beam of one
// scan. It walks the cells from the sensor to what it hit (Amanatides and Woo 1987) and takes from the odds of each, then adds to the
// last one's. Beams cross, so the odds, in fixed point, are summed with atomics.
//   range      nscans x nbeams: mm; 0 where nothing came back
//   pose       of each scan: x, y (cells), heading (rad), reserved
//   odds       ny x nx: log odds, fixed point; added to
//   crossed    nscans x nbeams: cells on the way
//   nscans, nbeams, nx, ny, empty (of a cell seen through; negative), full (of a cell hit), first (rad), step (rad),
//   scale (cells of a mm), farthest (cells)

__kernel void occupancy_beams(__global const ushort *restrict range,
                              __global const float4 *restrict pose,
                              volatile __global int *odds,
                              __global ushort *restrict crossed,
                              const int nscans,
                              const int nbeams,
                              const int nx,
                              const int ny,
                              const int empty,
                              const int full,
                              const float first,
                              const float step,
                              const float scale,
                              const float farthest)
{
    const int beam = get_global_id(0);
    const int scan = get_global_id(1);
    if (beam >= nbeams || scan >= nscans)
        return;
    const int mm = range[scan * nbeams + beam];
    const float4 from = pose[scan];
    float along_x;
    const float along_y = sincos(from.z + first + step * (float)beam, &along_x);
    const float reach = mm > 0 ? (float)mm * scale : farthest;
    const bool hit = mm > 0 && reach <= farthest;
    const float way = fmin(reach, farthest);
    int x = (int)floor(from.x);
    int y = (int)floor(from.y);
    const int end_x = (int)floor(from.x + way * along_x);
    const int end_y = (int)floor(from.y + way * along_y);
    const int step_x = along_x < 0.0f ? -1 : 1;
    const int step_y = along_y < 0.0f ? -1 : 1;
    const float each_x = along_x != 0.0f ? fabs(1.0f / along_x) : 1e9f;
    const float each_y = along_y != 0.0f ? fabs(1.0f / along_y) : 1e9f;
    float next_x = (along_x < 0.0f ? from.x - (float)x : (float)(x + 1) - from.x) * each_x;
    float next_y = (along_y < 0.0f ? from.y - (float)y : (float)(y + 1) - from.y) * each_y;
    const int steps = abs(end_x - x) + abs(end_y - y);
    int seen = 0;
    for (int k = 0; k < steps; k++) {
        if (x < 0 || y < 0 || x >= nx || y >= ny)
            break;
        atomic_add(&odds[y * nx + x], empty);
        seen++;
        if (next_x < next_y) {
            next_x += each_x;
            x += step_x;
        } else {
            next_y += each_y;
            y += step_y;
        }
    }
    if (hit && end_x >= 0 && end_y >= 0 && end_x < nx && end_y < ny)
        atomic_add(&odds[end_y * nx + end_x], full);
    crossed[scan * nbeams + beam] = (ushort)seen;
}
