// Intrusion detection: scans packets for many patterns at once with an
// Aho-Corasick automaton over byte classes.  A state at or above first_final
// ends patterns, listed in ends[end_first[s] .. end_first[s + 1]).
__kernel void aho_corasick(__global const uchar *payload, __global const uint *packet_first,
                           __constant uchar *byte_class, __global const ushort *next,
                           const uint n_classes, const uint first_final,
                           __global const ushort *end_first, __global const ushort *ends,
                           const uint n_packets, __global uint *pattern_hits,
                           __global uint *packet_hits, __global ushort *packet_first_pattern)
{
  __local uchar class_of[256];
  for (uint k = get_local_id(0); k < 256; k += get_local_size(0))
    class_of[k] = byte_class[k];
  barrier(CLK_LOCAL_MEM_FENCE);

  const uint packet = get_global_id(0);
  if (packet >= n_packets)
    return;
  const uint stop = packet_first[packet + 1];
  uint state = 0, hits = 0;
  ushort first = 0xffff;
  for (uint at = packet_first[packet]; at < stop; at++) {
    state = next[state * n_classes + class_of[payload[at]]];
    if (state >= first_final) {
      const uint s = state - first_final;
      for (uint k = end_first[s]; k < end_first[s + 1]; k++) {
        const ushort pattern = ends[k];
        atomic_inc(&pattern_hits[pattern]);
        if (hits++ == 0)
          first = pattern;
      }
    }
  }
  packet_hits[packet] = hits;
  packet_first_pattern[packet] = first;
}
