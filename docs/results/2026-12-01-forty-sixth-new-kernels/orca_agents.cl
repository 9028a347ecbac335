// New velocities of a crowd that avoids itself (ORCA: van den Berg et al. 2011, as in RVO2): an item is one agent. Its nearest neighbours
// come from a grid of cells; each forbids a half plane of velocities, and a linear program in the plane finds the allowed velocity next
// to the one the agent wants. Where there is none, all half planes are loosened a little.
//   body       of each agent: place, velocity; sorted by cells
//   wish       of each agent: velocity it wants, radius, largest speed
//   begin      first agent of each cell, columns * rows + 1 of them
//   fresh      of each agent: velocity
//   loosened   of each agent: how many times
//   nagents, columns, rows, cell (width of a cell), horizon (time), span (of the step)
#define NEAREST 10
#define TRIES 12

float cross2(const float2 a, const float2 b)
{
    return a.x * b.y - a.y * b.x;
}

// The point of a line within the circle and the half planes before it; false if there is none.
bool along(const float4 *line, const int n, const float loose, const float fastest, const float2 wanted, float2 *result)
{
    const float2 way = line[n].zw;
    const float2 point = line[n].xy - loose * (float2)(-way.y, way.x);
    const float in = dot(point, way);
    const float room = in * in + fastest * fastest - dot(point, point);
    if (room < 0.0f)
        return false;
    float from = -in - sqrt(room);
    float to = -in + sqrt(room);
    for (int i = 0; i < n; i++) {
        const float2 other = line[i].zw;
        const float2 start = line[i].xy - loose * (float2)(-other.y, other.x);
        const float under = cross2(way, other);
        const float over = cross2(other, point - start);
        if (fabs(under) < 1e-5f) {
            if (over < 0.0f)
                return false;
            continue;
        }
        if (under > 0.0f)
            to = fmin(to, over / under);
        else
            from = fmax(from, over / under);
        if (from > to)
            return false;
    }
    *result = point + clamp(dot(way, wanted - point), from, to) * way;
    return true;
}

__kernel void orca_agents(__global const float4 *restrict body,
                          __global const float4 *restrict wish,
                          __global const int *restrict begin,
                          __global float2 *restrict fresh,
                          __global int *restrict loosened,
                          const int nagents,
                          const int columns,
                          const int rows,
                          const float cell,
                          const float horizon,
                          const float span)
{
    const int id = get_global_id(0);
    if (id >= nagents)
        return;
    const float4 own = body[id];
    const float4 want = wish[id];
    float far[NEAREST];
    int who[NEAREST];
    int near = 0;
    const int cx = clamp((int)(own.x / cell), 0, columns - 1);
    const int cy = clamp((int)(own.y / cell), 0, rows - 1);
    for (int y = max(cy - 1, 0); y <= min(cy + 1, rows - 1); y++) {
        const int last = begin[y * columns + min(cx + 1, columns - 1) + 1];
        for (int j = begin[y * columns + max(cx - 1, 0)]; j < last; j++) {
            const float2 off = body[j].xy - own.xy;
            const float square = dot(off, off);
            if (j == id || square > cell * cell || (near == NEAREST && square >= far[NEAREST - 1]))
                continue;
            int k = near < NEAREST ? near++ : NEAREST - 1;
            for (; k > 0 && far[k - 1] > square; k--) {
                far[k] = far[k - 1];
                who[k] = who[k - 1];
            }
            far[k] = square;
            who[k] = j;
        }
    }
    float4 line[NEAREST];
    for (int k = 0; k < near; k++) {
        const float4 other = body[who[k]];
        const float2 off = other.xy - own.xy;
        const float2 speed = own.zw - other.zw;
        const float radius = want.z + wish[who[k]].z;
        const bool touch = far[k] < radius * radius;
        const float inverse = 1.0f / (touch ? span : horizon);
        const float2 w = speed - inverse * off;
        const float length_of = fmax(length(w), 1e-6f);
        const float in = dot(w, off);
        float2 way, u;
        if (touch || (in < 0.0f && in * in > radius * radius * length_of * length_of)) {
            const float2 unit = w / length_of;                             // the round end of the cone
            way = (float2)(unit.y, -unit.x);
            u = (radius * inverse - length_of) * unit;
        } else {
            const float leg = sqrt(far[k] - radius * radius);
            if (cross2(off, w) > 0.0f)
                way = (float2)(off.x * leg - off.y * radius, off.x * radius + off.y * leg) / far[k];
            else
                way = -(float2)(off.x * leg + off.y * radius, -off.x * radius + off.y * leg) / far[k];
            u = dot(speed, way) * way - speed;
        }
        line[k] = (float4)(own.zw + 0.5f * u, way);
    }
    const float fast = length(want.xy);
    float2 result = want.xy;
    int tries = 0;
    for (; tries < TRIES; tries++) {
        const float loose = 0.15f * want.w * tries;
        bool possible = true;
        result = fast > want.w ? want.xy * (want.w / fast) : want.xy;
        for (int k = 0; k < near && possible; k++) {
            const float2 way = line[k].zw;
            const float2 point = line[k].xy - loose * (float2)(-way.y, way.x);
            if (cross2(way, point - result) > 0.0f)
                possible = along(line, k, loose, want.w, want.xy, &result);
        }
        if (possible)
            break;
    }
    fresh[id] = tries < TRIES ? result : (float2)(0.0f, 0.0f);
    loosened[id] = tries;
}
