// Deinterlacing (yadif, as in FFmpeg and MPlayer): one field of each frame is kept, the lines between are made from an edge-directed
// guess that must lie near what the neighbouring fields show in time. An item makes one kept and one missing pixel, one above the
// other; dimension 2 is the frame.
//   video    (nframes + 2) x height x width, 8 bits; the first and the last are only looked at
//   out      nframes x height x width
//   width, height (even, at least 4), keep (parity of the kept lines), first (1 if the kept field is the frame's earlier one)
int difference(__global const uchar *a, __global const uchar *b)
{
    return abs((int)a[-1] - b[-1]) + abs((int)a[0] - b[0]) + abs((int)a[1] - b[1]);
}

__kernel void yadif_field(__global const uchar *restrict video,
                          __global uchar *restrict out,
                          const int width,
                          const int height,
                          const int keep,
                          const int first)
{
    const int x = get_global_id(0);
    const int y = 2 * get_global_id(1) + 1 - keep;
    const int frame = get_global_id(2);
    if (x >= width || y >= height)
        return;
    const int size = width * height;
    __global const uchar *prev = video + frame * size;
    __global const uchar *cur = prev + size;
    __global const uchar *next = cur + size;
    __global const uchar *before = first ? prev : cur;                    // nearest fields that have this line
    __global const uchar *after = first ? cur : next;
    const int at = y * width + x;
    const int up = (y > 0 ? y - 1 : 1) * width + x;
    const int down = (y + 1 < height ? y + 1 : y - 1) * width + x;
    const int up2 = (y > 1 ? y - 2 : y) * width + x;
    const int down2 = (y + 2 < height ? y + 2 : y) * width + x;

    const int c = cur[up];
    const int e = cur[down];
    int guess = (c + e) >> 1;
    if (x > 2 && x < width - 3) {
        int best = difference(cur + up, cur + down) - 1;
        for (int sign = -1; sign <= 1; sign += 2)
            for (int j = sign; abs(j) <= 2; j += sign) {
                const int score = difference(cur + up + j, cur + down - j);
                if (score >= best)
                    break;
                best = score;
                guess = (cur[up + j] + cur[down - j]) >> 1;
            }
    }

    const int d = (before[at] + after[at]) >> 1;
    const int still = abs((int)before[at] - after[at]) >> 1;
    const int old = (abs((int)prev[up] - c) + abs((int)prev[down] - e)) >> 1;
    const int recent = (abs((int)next[up] - c) + abs((int)next[down] - e)) >> 1;
    const int b = (before[up2] + after[up2]) >> 1;
    const int f = (before[down2] + after[down2]) >> 1;
    const int most = max(max(d - e, d - c), min(b - c, f - e));
    const int least = min(min(d - e, d - c), max(b - c, f - e));
    const int room = max(max(max(still, old), recent), max(least, -most));

    const int kept = (y ^ 1) * width + x;                                 // the pair's other line
    out[frame * size + at] = (uchar)clamp(guess, d - room, d + room);
    out[frame * size + kept] = cur[kept];
}
