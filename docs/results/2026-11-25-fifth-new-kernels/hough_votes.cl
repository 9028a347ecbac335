// Computer vision: the Hough transform for lines, a group an angle; edge points at places from a hash vote with their
// strengths into bins of local memory.
#define ITEMS 256
#define MOST_BINS 1024

kernel void hough_votes(global const uchar *restrict strengths, global uint *restrict votes, int points, int bins,
                        int width, int height) {
  local uint tally[MOST_BINS];
  const int item = get_local_id(0), angle = get_group_id(1);
  for (int b = item; b < bins; b += ITEMS) tally[b] = 0u;
  barrier(CLK_LOCAL_MEM_FENCE);

  const float theta = 3.14159265f * (float)angle / (float)get_num_groups(1);
  const float c = cos(theta), s = sin(theta);
  const float furthest = sqrt((float)(width * width + height * height));
  const float per_bin = 0.5f * (float)(bins - 1) / furthest;
  for (int p = item; p < points; p += ITEMS) {
    uint h = (uint)p * 0x9e3779b1u;
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    const int x = (int)((h & 0xffffu) * (uint)width >> 16), y = (int)((h >> 16) * (uint)height >> 16);
    const int bin = clamp((int)(((float)x * c + (float)y * s + furthest) * per_bin + 0.5f), 0, bins - 1);
    atomic_add(&tally[bin], (uint)strengths[p] + 1u);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int b = item; b < bins; b += ITEMS) votes[angle * bins + b] = tally[b];
}
