// Bioinformatics: edit distance of read pairs by wavefronts (WFA): per score and diagonal the furthest text offset,
// extended eight bases at a time. Every sequence is followed by eight sentinel bytes that match nothing of the other.
#define MAX_SCORE 60
#define SPAN (2 * MAX_SCORE + 3)
#define UNREACHED (-16384)

__kernel void wfa_edit(__global const uchar *restrict pattern, __global const uchar *restrict text,
                       __global const uint *restrict pattern_begin, __global const uint *restrict text_begin,
                       __global short *restrict distance, __global uint *restrict compared, const int pairs,
                       const int max_score)
{
    const int pair = get_global_id(0);
    if (pair >= pairs)
        return;
    __global const uchar *p = pattern + pattern_begin[pair];
    __global const uchar *t = text + text_begin[pair];
    const int plen = (int)(pattern_begin[pair + 1] - pattern_begin[pair]) - 8;
    const int tlen = (int)(text_begin[pair + 1] - text_begin[pair]) - 8;
    const int goal = tlen - plen;
    const int limit = min(max_score, MAX_SCORE);

    short front[SPAN];
    for (int i = 0; i < SPAN; i++)
        front[i] = UNREACHED;
    front[MAX_SCORE + 1] = 0;

    int score = 0, found = -1;
    uint words = 0;
    for (;;) {
        for (int k = -score; k <= score; k++) {
            int h = front[MAX_SCORE + 1 + k];
            if (h < 0 || h > tlen || h - k < 0 || h - k > plen) {
                front[MAX_SCORE + 1 + k] = UNREACHED;
                continue;
            }
            for (;;) {
                const ulong differ = as_ulong(vload8(0, p + (h - k))) ^ as_ulong(vload8(0, t + h));
                words++;
                if (differ) {
                    h += (63 - (int)clz(differ & (0 - differ))) >> 3;
                    break;
                }
                h += 8;
            }
            front[MAX_SCORE + 1 + k] = (short)h;
        }
        if (abs(goal) <= (uint)score && front[MAX_SCORE + 1 + goal] == tlen) {
            found = score;
            break;
        }
        if (score == limit)
            break;
        score++;
        // next wavefront in place: insertion from k - 1, mismatch from k, deletion from k + 1
        short below = UNREACHED, here = front[MAX_SCORE + 1 - score];
        for (int k = -score; k <= score; k++) {
            const short above = front[MAX_SCORE + 2 + k];
            const short next = max((short)(max(below, here) + 1), above);
            below = here;
            here = above;
            front[MAX_SCORE + 1 + k] = next;
        }
    }
    distance[pair] = (short)found;
    compared[pair] = words;
}
