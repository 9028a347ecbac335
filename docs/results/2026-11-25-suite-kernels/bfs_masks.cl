// Graphs (Rodinia, Graph500): a level of a breadth-first search with masks of nodes, edges in compressed form; the next
// frontier is marked.
typedef struct {
  int first, count;
} Node;

kernel void bfs_masks(global const Node *restrict nodes, global const int *restrict edges,
                      global uchar *restrict frontier, global uchar *restrict updating,
                      global const uchar *restrict visited, global int *restrict level, int count) {
  const int id = get_global_id(0);
  if (id >= count || !frontier[id]) return;
  frontier[id] = false;
  for (int k = nodes[id].first; k < nodes[id].first + nodes[id].count; ++k) {
    const int to = edges[k];
    if (!visited[to]) {
      level[to] = level[id] + 1;
      updating[to] = true;
    }
  }
}
