// Sketches of web pages to find near duplicates (Broder 1997; as in datasketch and the clean-ups of Common Crawl): a work-group takes one
// document. Its text goes through local memory, folded to lower case, every shingle of some letters is hashed, and each item keeps the
// least value of its permutations. Bands of the sketch become the keys of a locality-sensitive table.
//   text       all documents, one after the other
//   begin      first byte of each document, ndocs + 1 of them
//   permute    of each permutation: factor (odd), summand
//   sketch     ndocs x (nbands x rows)
//   band       ndocs x nbands: keys
//   ndocs, shingle (letters, at most MAX_SHINGLE), nbands, rows (nbands x rows is at most MAX_PERMUTATIONS)
//   local size: any; a group for each document, groups beyond are idle
#define TILE 512
#define MAX_SHINGLE 16
#define MAX_PERMUTATIONS 128

uchar folded(const uchar c)
{
    if (c >= 'A' && c <= 'Z')
        return c + 32;
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c >= 128 ? c : ' ';
}

__kernel void minhash_docs(__global const uchar *restrict text,
                           __global const int *restrict begin,
                           __global const uint2 *restrict permute,
                           __global uint *restrict sketch,
                           __global uint *restrict band,
                           const int ndocs,
                           const int shingle,
                           const int nbands,
                           const int rows)
{
    __local uchar letters[TILE + MAX_SHINGLE];
    __local uint hashes[TILE];
    __local uint least[MAX_PERMUTATIONS];
    const int doc = get_group_id(0);
    const int lid = get_local_id(0);
    const int items = get_local_size(0);
    if (doc >= ndocs)
        return;
    const int npermutations = nbands * rows;
    __global const uchar *from = text + begin[doc];
    const int nshingles = begin[doc + 1] - begin[doc] - shingle + 1;
    for (int p = lid; p < npermutations; p += items)
        least[p] = 0xffffffffu;
    for (int first = 0; first < nshingles; first += TILE) {
        const int count = min(TILE, nshingles - first);
        for (int k = lid; k < count + shingle - 1; k += items)
            letters[k] = folded(from[first + k]);
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = lid; k < count; k += items) {
            uint h = 2166136261u;
            for (int j = 0; j < shingle; j++)
                h = (h ^ letters[k + j]) * 16777619u;
            h ^= h >> 15;
            hashes[k] = h * 0x2c1b3c6du;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int p = lid; p < npermutations; p += items) {
            const uint2 f = permute[p];
            uint lowest = least[p];
            for (int k = 0; k < count; k++)
                lowest = min(lowest, (hashes[k] ^ f.y) * f.x);
            least[p] = lowest;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int p = lid; p < npermutations; p += items)
        sketch[doc * npermutations + p] = least[p];
    for (int b = lid; b < nbands; b += items) {
        uint key = (uint)b * 0x9e3779b1u;
        for (int r = 0; r < rows; r++) {
            key ^= least[b * rows + r];
            key = (key << 13 | key >> 19) * 5u + 0xe6546b64u;
        }
        band[doc * nbands + b] = key ^ key >> 16;
    }
}
