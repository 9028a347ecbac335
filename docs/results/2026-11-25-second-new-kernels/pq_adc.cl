// Vector search: distances of queries to vectors that a product quantiser packed into 16 bytes, summed up from a
// query's table of 16 x 256 partial distances in local memory; a work-item takes several vectors, a work-group apart.
#define ITEMS 128
#define BOOKS 16
#define WORDS 256

kernel void pq_adc(global const uchar16 *restrict codes, global const float *restrict tables,
                   global float *restrict distances, int vectors, int each) {
  local float table[BOOKS * WORDS];
  const int item = get_local_id(0), query = get_global_id(1);
  for (int k = item; k < BOOKS * WORDS; k += ITEMS) table[k] = tables[query * (BOOKS * WORDS) + k];
  barrier(CLK_LOCAL_MEM_FENCE);

  const int first = get_group_id(0) * each * ITEMS + item;
  for (int k = 0; k < each; ++k) {
    const uchar16 code = codes[first + k * ITEMS];
    float s0 = table[code.s0] + table[1 * WORDS + code.s1];
    float s1 = table[2 * WORDS + code.s2] + table[3 * WORDS + code.s3];
    s0 += table[4 * WORDS + code.s4] + table[5 * WORDS + code.s5];
    s1 += table[6 * WORDS + code.s6] + table[7 * WORDS + code.s7];
    s0 += table[8 * WORDS + code.s8] + table[9 * WORDS + code.s9];
    s1 += table[10 * WORDS + code.sa] + table[11 * WORDS + code.sb];
    s0 += table[12 * WORDS + code.sc] + table[13 * WORDS + code.sd];
    s1 += table[14 * WORDS + code.se] + table[15 * WORDS + code.sf];
    distances[query * vectors + first + k * ITEMS] = s0 + s1;
  }
}
