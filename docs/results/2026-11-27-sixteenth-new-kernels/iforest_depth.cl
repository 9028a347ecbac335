// Fraud detection: isolation-forest anomaly score, one record per item descending every tree.
__kernel void iforest_depth(__global const float *records, __global const short *split_feature,
                            __global const float *split_value, __global const int2 *children,
                            __global const float *leaf_path, __global const int *roots,
                            __global float *score, const int n_records, const int n_features,
                            const int n_trees, const float normaliser)
{
    const int r = get_global_id(0);
    if (r >= n_records)
        return;
    __global const float *record = records + r * n_features;
    float total = 0.0f;
    for (int t = 0; t < n_trees; ++t) {
        int node = roots[t];
        int depth = 0;
        int feature = split_feature[node];
        while (feature >= 0) {
            const int2 next = children[node];
            node = record[feature] < split_value[node] ? next.x : next.y;
            feature = split_feature[node];
            ++depth;
        }
        total += (float)depth + leaf_path[node];
    }
    score[r] = exp2(-total / ((float)n_trees * normaliser));
}
