// Shortest paths of all pairs (Floyd and Warshall): the pass by way of node k, with the way taken.
kernel void floyd_pass(global uint *restrict length, global uint *restrict way, uint nodes, uint k) {
  const uint x = get_global_id(0), y = get_global_id(1);
  const uint straight = length[y * nodes + x], around = length[y * nodes + k] + length[k * nodes + x];
  if (around < straight) {
    length[y * nodes + x] = around;
    way[y * nodes + x] = k;
  }
}
