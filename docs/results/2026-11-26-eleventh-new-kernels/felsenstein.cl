// Likelihood of the site patterns of an alignment on a tree (Felsenstein's
// pruning).  The tree is a postfix program: a tip's number, JOIN or ROOT.
// x: patterns; y: rate categories, all within the work-group.
#define CATEGORIES 4
#define DEPTH 12
#define JOIN (-1)
#define ROOT (-2)
#define LN2 0.69314718055994531f
#define SMALL 0x1p-32f
#define LARGE 0x1p+32f

static float4 along(__global const float4 *p, float4 s)
{
  return (float4)(dot(p[0], s), dot(p[1], s), dot(p[2], s), dot(p[3], s));
}

__kernel __attribute__((vec_type_hint(float4)))
void felsenstein(__global const uchar *tips,             // [tip][pattern], bits ACGT
                 __global const short *program,
                 __global const float4 *transition,      // [op][category][4]
                 __global const float *count,
                 __constant float4 *frequency, const uint n_ops, const uint n_patterns,
                 __global float *site_lnl,
                 __local float *part, __local int *part_scale)
{
  const uint site = get_global_id(0), c = get_local_id(1);
  const uint cell = c * get_local_size(0) + get_local_id(0);
  float4 stack[DEPTH];
  int top = 0, scale = 0;

  if (site < n_patterns) {
    for (uint op = 0; op < n_ops; op++) {
      const short code = program[op];
      float4 s;
      if (code >= 0) {
        const uchar m = tips[code * n_patterns + site];
        s = (float4)(m & 1, m >> 1 & 1, m >> 2 & 1, m >> 3 & 1);
      } else {
        top -= 2;
        s = stack[top] * stack[top + 1];
        const float2 h = fmax(s.lo, s.hi);
        if (fmax(h.x, h.y) < SMALL) {
          s *= LARGE;
          scale++;
        }
      }
      stack[top++] = code == ROOT ? s : along(transition + (op * CATEGORIES + c) * 4, s);
    }
    part[cell] = dot(frequency[0], stack[0]);
    part_scale[cell] = scale;
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  if (c == 0 && site < n_patterns) {
    const uint row = get_local_size(0);
    int least = scale;
    for (uint k = 1; k < CATEGORIES; k++)
      least = min(least, part_scale[cell + k * row]);
    float sum = 0.0f;
    for (uint k = 0; k < CATEGORIES; k++)
      sum += ldexp(part[cell + k * row], 32 * (least - part_scale[cell + k * row]));
    site_lnl[site] = count[site] * (log(sum * (1.0f / CATEGORIES)) - 32 * LN2 * least);
  }
}
