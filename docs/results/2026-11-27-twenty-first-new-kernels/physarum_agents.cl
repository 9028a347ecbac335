// Slime mould art (Jones 2010): agents smell the trail at three places, turn, step and drop scent on a fixed point grid.
uint lowbias32(uint x)
{
    x ^= x >> 16; x *= 0x7feb352dU;
    x ^= x >> 15; x *= 0x846ca68bU;
    return x ^ (x >> 16);
}

float2 heading(float angle)
{
    float c;
    const float s = sincos(angle, &c);
    return (float2)(c, s);
}

float smell(__global const float *trail, float2 p, int width, int height)
{
    int x = (int)floor(p.x), y = (int)floor(p.y);
    x += x < 0 ? width : 0;  x -= x >= width ? width : 0;
    y += y < 0 ? height : 0; y -= y >= height ? height : 0;
    return trail[y * width + x];
}

__kernel void physarum_agents(__global float4 *agents, __global const float *trail, volatile __global uint *deposit,
                              int count, int width, int height, uint frame,
                              float sense_angle, float sense_distance, float turn, float speed)
{
    const int id = get_global_id(0);
    if (id >= count)
        return;

    float4 a = agents[id];
    const uint rnd = lowbias32(id ^ lowbias32(frame));

    float2 dir = heading(a.z);
    const float ahead = smell(trail, a.xy + sense_distance * dir, width, height);
    dir = heading(a.z - sense_angle);
    const float left = smell(trail, a.xy + sense_distance * dir, width, height);
    dir = heading(a.z + sense_angle);
    const float right = smell(trail, a.xy + sense_distance * dir, width, height);

    if (ahead < left && ahead < right)
        a.z += (rnd & 1) ? turn : -turn;
    else if (left > ahead && left > right)
        a.z -= turn;
    else if (right > ahead)
        a.z += turn;
    a.z -= 6.2831853f * floor(a.z * 0.15915494f);

    dir = heading(a.z);
    float2 p = a.xy + speed * dir;
    if (p.x < 0.0f) p.x += width;
    if (p.y < 0.0f) p.y += height;
    if (p.x >= width) p.x -= width;
    if (p.y >= height) p.y -= height;
    a.xy = p;
    agents[id] = a;

    const int cell = min((int)p.y, height - 1) * width + min((int)p.x, width - 1);
    atomic_add(&deposit[cell], (uint)(a.w * 256.0f));
}
