// Ranks of pages (Pannotia): each node pulls what its predecessors give, rows in compressed form; the change of each rank
// is written for the test of convergence.
kernel void pagerank_pull(global const int *restrict rows, global const int *restrict sources,
                          global const float *restrict ranks, global const float *restrict per_degree,
                          global float *restrict next, global float *restrict change, int nodes, int entries,
                          float damping) {
  const int node = get_global_id(0);
  if (node >= nodes) return;
  const int from = clamp(rows[node], 0, entries), to = clamp(rows[node + 1], 0, entries);
  float sum = 0.0f;
  for (int k = from; k < to; ++k) {
    const int source = clamp(sources[k], 0, nodes - 1);
    sum += ranks[source] * per_degree[source];
  }
  const float rank = (1.0f - damping) / (float)nodes + damping * sum;
  next[node] = rank;
  change[node] = fabs(rank - ranks[node]);
}
