// Geographic information: visibility of every terrain cell from one observer, walking the line of sight.
__kernel void viewshed_los(__global const short *elevation, __global uchar *visible,
                           const int width, const int height, const int observer_x,
                           const int observer_y, const float eye_height)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    const int dx = x - observer_x, dy = y - observer_y;
    const int steps = max(abs(dx), abs(dy));
    uchar seen = 1;
    if (steps > 1) {
        const float eye = elevation[observer_y * width + observer_x] + eye_height;
        const float slope = (elevation[y * width + x] - eye) / (float)steps;
        const float sx = (float)dx / (float)steps, sy = (float)dy / (float)steps;
        for (int k = 1; k < steps; ++k) {
            const int px = observer_x + convert_int_rte(sx * (float)k);
            const int py = observer_y + convert_int_rte(sy * (float)k);
            const float line = eye + slope * (float)k;
            if ((float)elevation[py * width + px] > line) {
                seen = 0;
                break;
            }
        }
    }
    visible[y * width + x] = seen;
}
