// A time step of a flood over a plain (local inertial form of the shallow-water equations: Bates, Horritt and Fewtrell 2010, de Almeida
// et al. 2012; as in LISFLOOD-FP): an item is one cell. Ground and water of a block with a rim are kept in local memory, the flows
// through its faces are computed once for the group, then the depths follow from what runs in and out, with rain and point inflow.
//   ground     ny x nx: height (m)
//   depth      ny x nx: of the water (m)
//   rough      ny x nx: class of the ground's cover
//   manning    of each class: Manning's n
//   flow_x     ny x (nx + 1): through the west face of each cell (m2/s); the last one of a row is the east edge
//   flow_y     (ny + 1) x nx: through the south face of each cell
//   source     ny x nx: water that comes in (m/s)
//   new_x, new_y, new_depth   a step later
//   nx, ny, wide (m), span (s), theta (share of the face's own flow), dry (m)
//   local size: at most MAX_X x MAX_Y
#define MAX_X 40
#define MAX_Y 16
#define PITCH (MAX_X + 2)
#define GRAVITY 9.80665f
#define FROUDE 0.9f

float through(const float ground_a, const float depth_a, const float ground_b, const float depth_b, const float own, const float before,
              const float after, const float n, const float wide, const float span, const float theta, const float dry)
{
    const float level_a = ground_a + depth_a;
    const float level_b = ground_b + depth_b;
    const float deep = fmax(level_a, level_b) - fmax(ground_a, ground_b);
    if (deep <= dry)
        return 0.0f;
    const float slope = (level_b - level_a) / wide;
    const float mixed = theta * own + 0.5f * (1.0f - theta) * (before + after);
    const float drag = 1.0f + GRAVITY * span * n * n * fabs(own) / pow(deep, 7.0f / 3.0f);
    const float q = (mixed - GRAVITY * deep * span * slope) / drag;
    const float most = FROUDE * deep * sqrt(GRAVITY * deep);
    return clamp(q, -most, most);
}

__kernel void flood_inertial(__global const float *restrict ground,
                             __global const float *restrict depth,
                             __global const uchar *restrict rough,
                             __constant float *manning,
                             __global const float *restrict flow_x,
                             __global const float *restrict flow_y,
                             __global const float *restrict source,
                             __global float *restrict new_x,
                             __global float *restrict new_y,
                             __global float *restrict new_depth,
                             const int nx,
                             const int ny,
                             const float wide,
                             const float span,
                             const float theta,
                             const float dry)
{
    __local float high[(MAX_Y + 2) * PITCH];
    __local float water[(MAX_Y + 2) * PITCH];
    __local float qx[MAX_Y * (MAX_X + 1)];
    __local float qy[(MAX_Y + 1) * MAX_X];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int bx = get_local_size(0);
    const int by = get_local_size(1);
    const int x0 = get_group_id(0) * bx;
    const int y0 = get_group_id(1) * by;
    const int items = bx * by;
    const int lid = ly * bx + lx;
    for (int k = lid; k < (bx + 2) * (by + 2); k += items) {
        const int row = k / (bx + 2);
        const int column = k - row * (bx + 2);
        const int at = clamp(y0 + row - 1, 0, ny - 1) * nx + clamp(x0 + column - 1, 0, nx - 1);
        high[row * PITCH + column] = ground[at];
        water[row * PITCH + column] = depth[at];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = lid; k < (bx + 1) * by; k += items) {
        const int row = k / (bx + 1);
        const int column = k - row * (bx + 1);
        const int x = x0 + column;
        const int y = y0 + row;
        float q = 0.0f;
        if (x > 0 && x < nx && y < ny) {
            const int b = (row + 1) * PITCH + column + 1;
            __global const float *f = flow_x + y * (nx + 1) + x;
            const float n = 0.5f * (manning[rough[y * nx + x - 1]] + manning[rough[y * nx + x]]);
            q = through(high[b - 1], water[b - 1], high[b], water[b], f[0], f[-1], f[1], n, wide, span, theta, dry);
        }
        qx[row * (MAX_X + 1) + column] = q;
    }
    for (int k = lid; k < bx * (by + 1); k += items) {
        const int row = k / bx;
        const int column = k - row * bx;
        const int x = x0 + column;
        const int y = y0 + row;
        float q = 0.0f;
        if (y > 0 && y < ny && x < nx) {
            const int b = (row + 1) * PITCH + column + 1;
            __global const float *f = flow_y + y * nx + x;
            const float n = 0.5f * (manning[rough[(y - 1) * nx + x]] + manning[rough[y * nx + x]]);
            q = through(high[b - PITCH], water[b - PITCH], high[b], water[b], f[0], f[-nx], f[nx], n, wide, span, theta, dry);
        }
        qy[row * MAX_X + column] = q;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const int x = x0 + lx;
    const int y = y0 + ly;
    if (x >= nx || y >= ny)
        return;
    const float west = qx[ly * (MAX_X + 1) + lx];
    const float east = qx[ly * (MAX_X + 1) + lx + 1];
    const float south = qy[ly * MAX_X + lx];
    const float north = qy[(ly + 1) * MAX_X + lx];
    const int at = y * nx + x;
    const float more = (west - east + south - north) / wide + source[at];
    new_depth[at] = fmax(water[(ly + 1) * PITCH + lx + 1] + span * more, 0.0f);
    new_x[y * (nx + 1) + x] = west;
    new_y[at] = south;
    if (x == nx - 1)
        new_x[y * (nx + 1) + nx] = 0.0f;
    if (y == ny - 1)
        new_y[ny * nx + x] = 0.0f;
}
