// RNA secondary structure: Nussinov's maximum of base pairs for many short sequences. One work-group per sequence; the
// triangle lives in local memory and is filled one anti-diagonal at a time.
#define MAX_LENGTH 120
#define LANES 64
#define MIN_LOOP 3

// A C G U = 0 1 2 3; weights: GC 3, AU 2, GU 1
static inline short pair_weight(uchar a, uchar b) {
  const int lo = min(a, b), hi = max(a, b);
  if (lo == 1 && hi == 2) return 3;
  if (lo == 0 && hi == 3) return 2;
  if (lo == 2 && hi == 3) return 1;
  return 0;
}

__kernel __attribute__((reqd_work_group_size(LANES, 1, 1)))
void nussinov_fold(__global const uchar *bases, __global const int *seq_begin, __global short *score,
                   __global ushort *best_split) {
  __local short table[MAX_LENGTH * MAX_LENGTH];
  __local uchar seq[MAX_LENGTH];

  const int lane = get_local_id(0);
  const int s = get_group_id(0);
  const int first = seq_begin[s];
  const int n = seq_begin[s + 1] - first;

  for (int i = lane; i < n; i += LANES)
    seq[i] = bases[first + i];
  for (int i = lane; i < n * n; i += LANES)
    table[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);

  int split = 0;
  for (int span = MIN_LOOP + 1; span < n; ++span) {
    for (int i = lane; i + span < n; i += LANES) {
      const int j = i + span;
      short best = table[i * n + j - 1];  // j unpaired
      for (int k = i; k < j - MIN_LOOP; ++k) {
        const short w = pair_weight(seq[k], seq[j]);
        if (w == 0)
          continue;
        const short left = k > i ? table[i * n + k - 1] : (short)0;
        const short v = left + table[(k + 1) * n + j - 1] + w;
        if (v > best) {
          best = v;
          split = k;
        }
      }
      table[i * n + j] = best;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }

  if (lane == 0) {
    score[s] = table[n - 1];
    best_split[s] = (ushort)split;
  }
}
