// Detection in a 4 x 4 MIMO link with 16-QAM: depth-first sphere decoder of Schnorr and Euchner on the
// real model (8 layers of 4-PAM) after the QR of the channel; a work-item takes one subcarrier of a symbol.
#define LAYERS 8

__kernel void sphere_decode(__global const float *restrict r_upper,     // packed by rows, [entry][subcarrier]
                            __global const float *restrict rotated,     // Q^T y, [symbol][layer][subcarrier]
                            __global ushort *restrict bits,
                            __global float *restrict metric,
                            __global ushort *restrict visited,
                            const int nsub,
                            const int nsymbols,
                            const int max_nodes,
                            const float radius)
{
    const int sub = get_global_id(0);
    const int sym = get_global_id(1);
    if (sub >= nsub || sym >= nsymbols)
        return;

    float r[LAYERS * (LAYERS + 1) / 2];
    for (int k = 0; k < LAYERS * (LAYERS + 1) / 2; k++)
        r[k] = r_upper[k * nsub + sub];
    float y[LAYERS];
    for (int k = 0; k < LAYERS; k++)
        y[k] = rotated[(sym * LAYERS + k) * nsub + sub];

    float rest[LAYERS], cost[LAYERS + 1];
    int s[LAYERS], step[LAYERS], tried[LAYERS], found[LAYERS];
    for (int k = 0; k < LAYERS; k++)
        found[k] = -3;

    float best = radius;
    int nodes = 0;
    int k = LAYERS - 1;
    bool enter = true;
    cost[LAYERS] = 0.0f;

    while (k < LAYERS && nodes < max_nodes) {
        const int row = k * LAYERS - k * (k - 1) / 2;          // where r[k][k] stands
        if (enter) {
            float e = y[k];
            for (int j = k + 1; j < LAYERS; j++)
                e -= r[row + j - k] * (float)s[j];
            rest[k] = e;
            const float c = e / r[row];
            s[k] = clamp(2 * (int)floor(c * 0.5f) + 1, -3, 3);
            step[k] = c > (float)s[k] ? 2 : -2;
            tried[k] = 1;
        } else {
            if (tried[k] == 4) {
                k++;
                continue;
            }
            do {                                               // zigzag, over the ends of the alphabet
                s[k] += step[k];
                step[k] = -step[k] + (step[k] > 0 ? -2 : 2);
            } while (s[k] < -3 || s[k] > 3);
            tried[k]++;
        }
        nodes++;

        const float d = rest[k] - r[row] * (float)s[k];
        const float total = cost[k + 1] + d * d;
        if (total >= best) {                                   // the siblings left are only farther
            k++;
            enter = false;
        } else if (k > 0) {
            cost[k] = total;
            k--;
            enter = true;
        } else {
            best = total;
            for (int j = 0; j < LAYERS; j++)
                found[j] = s[j];
            enter = false;
            k++;
        }
    }

    uint word = 0;
    for (int j = 0; j < LAYERS; j++) {
        const uint level = (uint)(found[j] + 3) >> 1;
        word |= (level ^ (level >> 1)) << (2 * j);
    }
    const int at = sym * nsub + sub;
    bits[at] = (ushort)word;
    metric[at] = best;
    visited[at] = (ushort)nodes;
}
