// Graphs (GraphBLAS, Lonestar): triangles through each edge, counted by walking two sorted lists of neighbours together.
kernel void triangle_count(global const int *restrict first, global const int *restrict to,
                           global const int2 *restrict edges, global int *restrict counts, int nodes, int entries,
                           int edge_count) {
  const int e = get_global_id(0);
  if (e >= edge_count) return;
  const int2 ends = clamp(edges[e], 0, nodes - 1);
  int a = clamp(first[ends.x], 0, entries), b = clamp(first[ends.y], 0, entries);
  const int a_end = clamp(first[ends.x + 1], 0, entries), b_end = clamp(first[ends.y + 1], 0, entries);
  int found = 0;
  while (a < a_end && b < b_end) {
    const int u = to[a], v = to[b];
    if (u == v) ++found;
    if (u <= v) ++a;
    if (v <= u) ++b;
  }
  counts[e] = found;
}
