// First filter of a protein search against a profile (multiple ungapped segments, 8-bit saturating scores),
// a sequence a work-group, the states of the model over the work-items. A score that runs into the ceiling
// passes at once.
#define MAX_MODEL 512
#define SCALE 4.3280851f                 // 3 / ln 2

__kernel void msv_filter(__global const uchar *restrict residues,
                         __global const uint *restrict seq_ptr,
                         __global const uchar *restrict cost,             // 21 x model, biased
                         __global float *restrict score,                  // nats
                         const int model,
                         const int bias,
                         const int base,
                         const int begin_cost,
                         const int end_cost)
{
    __local uchar row[2][MAX_MODEL + 1];
    __local int peak[3];

    const int seq = get_group_id(0);
    const int lid = get_local_id(0);
    const int lanes = get_local_size(0);
    const uint first = seq_ptr[seq];
    const int length = seq_ptr[seq + 1] - first;
    const int jump = convert_int_rte(SCALE * log((length + 3.0f) / 3.0f));

    for (int k = lid; k <= model; k += lanes) {
        row[0][k] = 0;
        row[1][k] = 0;
    }
    if (lid < 3)
        peak[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    const uchar lift = (uchar)bias;
    int xj = 0;
    int over = 0;
    uchar enter = (uchar)max(base - jump - begin_cost, 0);
    int slot = 0;
    for (int i = 0; i < length; i++) {
        __global const uchar *match = cost + residues[first + i] * model;
        __local const uchar *before = row[(i + 1) & 1];
        __local uchar *here = row[i & 1];
        const int next = slot == 2 ? 0 : slot + 1;
        if (lid == 0)
            peak[next] = 0;
        uchar best = 0;
        for (int k = lid; k < model; k += lanes) {
            const uchar s = sub_sat(add_sat(max(before[k], enter), lift), match[k]);
            here[k + 1] = s;
            best = max(best, s);
        }
        atomic_max(&peak[slot], (int)best);
        barrier(CLK_LOCAL_MEM_FENCE);
        const int xe = peak[slot];
        if (xe + bias >= 255) {
            over = 1;
            break;
        }
        xj = max(xj, xe - end_cost);
        enter = (uchar)max(max(base, xj) - jump - begin_cost, 0);
        slot = next;
    }
    if (lid == 0)
        score[seq] = over ? INFINITY : (xj - jump - base) / SCALE - 3.0f;
}
