// Look-up tables of contrast-limited adaptive histogram equalisation: a clipped histogram and its sums for each image tile (image processing).
kernel __attribute__((reqd_work_group_size(16, 8, 1)))
void clahe_luts(global const uchar *image, int width, int height, int pitch, int tile_width, int tile_height,
                float clip, global uchar *luts)
{
    local uint bin[256];
    local uint sums[128];
    local uint excess;
    int tx = get_local_id(0), ty = get_local_id(1), t = ty * 16 + tx;
    int x0 = get_group_id(0) * tile_width, y0 = get_group_id(1) * tile_height;
    int x1 = min(x0 + tile_width, width), y1 = min(y0 + tile_height, height);

    bin[t] = 0;
    bin[t + 128] = 0;
    if (t == 0)
        excess = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (int y = y0 + ty; y < y1; y += 8)
        for (int x = x0 + 4 * tx; x < x1; x += 64) {
            uchar4 v = vload4(0, image + (size_t)y * pitch + x);
            atomic_inc(&bin[v.x]);
            if (x + 1 < x1) atomic_inc(&bin[v.y]);
            if (x + 2 < x1) atomic_inc(&bin[v.z]);
            if (x + 3 < x1) atomic_inc(&bin[v.w]);
        }
    barrier(CLK_LOCAL_MEM_FENCE);

    uint pixels = (uint)((x1 - x0) * (y1 - y0));
    uint limit = max((uint)(clip * (float)pixels / 256.0f), 1u);
    uint over = 0;
    for (int b = t; b < 256; b += 128)
        if (bin[b] > limit) {
            over += bin[b] - limit;
            bin[b] = limit;
        }
    if (over)
        atomic_add(&excess, over);
    barrier(CLK_LOCAL_MEM_FENCE);

    // every bin gets its share of what was cut off, the remainder goes to bins spread out evenly
    uint share = excess >> 8, rest = excess & 255u;
    uint step = rest ? max(256u / rest, 1u) : 257u;
    uint h0 = bin[2 * t] + share, h1 = bin[2 * t + 1] + share;
    if ((2u * t) % step == 0 && (2u * t) / step < rest) h0++;
    if ((2u * t + 1) % step == 0 && (2u * t + 1) / step < rest) h1++;

    sums[t] = h0 + h1;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int s = 1; s < 128; s <<= 1) {
        uint x = t >= s ? sums[t - s] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        sums[t] += x;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float scale = 255.0f / (float)pixels;
    uint upto = sums[t];
    uchar2 out;
    out.x = convert_uchar_sat_rte((float)(upto - h1) * scale);
    out.y = convert_uchar_sat_rte((float)upto * scale);
    size_t tile = (size_t)get_group_id(1) * get_num_groups(0) + get_group_id(0);
    vstore2(out, tile * 128 + t, luts);
}
