/* Community detection: one round of label propagation on a weighted graph in CSR form. The labels around a vertex are
 * weighed in a Misra-Gries sketch of eight slots, so that vertices of any degree fit in private memory; the strongest ones
 * are then weighed again exactly if the sketch ever had to drop one. */

#define SLOTS 8

__kernel void label_propagation(__global const int *row_begin, __global const int *neighbours,
                                __global const float *weights, __global const int *labels, __global int *new_labels,
                                __global uchar *changed, int vertices)
{
    const int v = get_global_id(0);
    if (v >= vertices)
        return;

    int key[SLOTS];
    float weight[SLOTS];
    for (int k = 0; k < SLOTS; k++) {
        key[k] = -1;
        weight[k] = 0.0f;
    }

    const int begin = row_begin[v], end = row_begin[v + 1];
    bool dropped = false;
    for (int e = begin; e < end; e++) {
        const int u = neighbours[e];
        if (u == v)
            continue;
        const int label = labels[u];
        const float w = weights[e];

        int empty = -1, k;
        for (k = 0; k < SLOTS; k++) {
            if (weight[k] > 0.0f && key[k] == label)
                break;
            if (weight[k] <= 0.0f)
                empty = k;
        }
        if (k < SLOTS) {
            weight[k] += w;
        } else if (empty >= 0) {
            key[empty] = label;
            weight[empty] = w;
        } else {
            for (k = 0; k < SLOTS; k++)
                weight[k] -= w;
            dropped = true;
        }
    }

    if (dropped) {
        for (int k = 0; k < SLOTS; k++)
            weight[k] = 0.0f;
        for (int e = begin; e < end; e++) {
            const int label = labels[neighbours[e]];
            for (int k = 0; k < SLOTS; k++)
                if (key[k] == label) {
                    weight[k] += weights[e];
                    break;
                }
        }
    }

    const int old = labels[v];
    int best = old;
    float most = 0.0f;
    for (int k = 0; k < SLOTS; k++)
        if (weight[k] > most || (weight[k] == most && weight[k] > 0.0f && key[k] < best)) {
            most = weight[k];
            best = key[k];
        }
    new_labels[v] = best;
    changed[v] = best != old;
}
