// Full-text search: the BM25 score of a document for a query of a few terms, each document's terms sorted; a document
// a work-item.
kernel void bm25_score(global const int *restrict first, global const int *restrict terms,
                       global const uchar *restrict counts, global const int *restrict query,
                       global const float *restrict weight, global float *restrict score, int query_terms,
                       float mean_length, float k1, float b) {
  const int doc = get_global_id(0);
  const int begin = first[doc], end = first[doc + 1];
  float length = 0.0f;
  for (int i = begin; i < end; ++i)
    length += counts[i];
  const float norm = k1 * (1.0f - b + b * length / mean_length);
  float sum = 0.0f;
  int at = begin;
  for (int q = 0; q < query_terms; ++q) {
    const int wanted = query[q];
    while (at < end && terms[at] < wanted)
      ++at;
    if (at < end && terms[at] == wanted) {
      const float tf = counts[at];
      sum += weight[q] * tf * (k1 + 1.0f) / (tf + norm);
    }
  }
  score[doc] = sum;
}
