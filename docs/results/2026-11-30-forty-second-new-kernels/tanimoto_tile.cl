// Similarity search in a chemical library (RDKit, chemfp): Tanimoto coefficients of all pairs of query and library fingerprints. A
// work-group makes a tile of pairs, a molecule of the library along dimension 0, a query along dimension 1; pieces of the
// fingerprints pass through local memory. Pairs that can't reach the threshold by their bit counts alone aren't compared.
//   query        nqueries x nwords
//   library      nmolecules x nwords
//   query_bits, library_bits   bits set in each
//   similarity   nqueries x nmolecules, 0 where below the threshold
//   nqueries, nmolecules, nwords (a multiple of PIECE), threshold
//   local size: at most MAX_SIDE x MAX_SIDE
#define PIECE 4
#define MAX_SIDE 32

__kernel void tanimoto_tile(__global const ulong *restrict query,
                            __global const ulong *restrict library,
                            __global const int *restrict query_bits,
                            __global const int *restrict library_bits,
                            __global float *restrict similarity,
                            const int nqueries,
                            const int nmolecules,
                            const int nwords,
                            const float threshold)
{
    __local ulong q[MAX_SIDE * PIECE];
    __local ulong m[PIECE][MAX_SIDE];
    const int lx = get_local_id(0);
    const int ly = get_local_id(1);
    const int wide = get_local_size(0);
    const int high = get_local_size(1);
    const int lid = ly * wide + lx;
    const int first_molecule = get_group_id(0) * wide;
    const int first_query = get_group_id(1) * high;
    const int mol = first_molecule + lx;
    const int row = first_query + ly;
    const bool inside = mol < nmolecules && row < nqueries;
    const int a = inside ? query_bits[row] : 0;
    const int b = inside ? library_bits[mol] : 0;
    const bool hopeful = inside && (float)min(a, b) >= threshold * (float)max(a, b);
    int common = 0;
    for (int w = 0; w < nwords; w += PIECE) {
        for (int i = lid; i < high * PIECE; i += wide * high) {
            const int r = min(first_query + i / PIECE, nqueries - 1);
            q[i] = query[r * nwords + w + i % PIECE];
        }
        for (int i = lid; i < wide * PIECE; i += wide * high) {
            const int r = min(first_molecule + i / PIECE, nmolecules - 1);
            m[i % PIECE][i / PIECE] = library[r * nwords + w + i % PIECE];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (hopeful)
            for (int k = 0; k < PIECE; k++)
                common += (int)popcount(q[ly * PIECE + k] & m[k][lx]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (!inside)
        return;
    const float s = hopeful ? (float)common / (float)max(a + b - common, 1) : 0.0f;
    similarity[row * nmolecules + mol] = s >= threshold ? s : 0.0f;
}
