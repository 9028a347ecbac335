// Hydrogen bonds of a protein's backbone for its secondary structure (Kabsch and Sander 1983, as DSSP does): an item is one residue as
// donor. Acceptors come through local memory a tile at a time; those with a near alpha carbon get the electrostatic energy, and the two
// best are kept. Bonds three, four and five residues back are turns of helices.
//   backbone   of each residue, 5 float4: N, H (w is 0 where there is none: proline, chain start), CA (w: chain), C, O; in angstrom
//   partner    of each residue: the two best acceptors, -1 for none
//   energy     of those bonds, kcal/mol
//   turn       of each residue: bit 0, 1, 2 for a bond 3, 4, 5 back, bit 3 for a bond to elsewhere (bridges of sheets)
//   nresidues, near (angstrom), least (kcal/mol, weaker bonds are none)
//   local size: at most MAX_TILE items
#define MAX_TILE 96
#define ATOMS 5
#define COUPLING 27.9f
#define LOWEST -9.9f

__kernel void dssp_hbonds(__global const float4 *restrict backbone,
                          __global int2 *restrict partner,
                          __global float2 *restrict energy,
                          __global uchar *restrict turn,
                          const int nresidues,
                          const float near,
                          const float least)
{
    __local float4 alpha[MAX_TILE];
    __local float4 carbon[MAX_TILE];
    __local float4 oxygen[MAX_TILE];
    const int id = get_global_id(0);
    const int lid = get_local_id(0);
    const int tile = get_local_size(0);
    const int mine = min(id, nresidues - 1) * ATOMS;
    const float3 nitrogen = backbone[mine].xyz;
    const float4 hydrogen = backbone[mine + 1];
    const float4 here = backbone[mine + 2];
    const bool donor = id < nresidues && hydrogen.w > 0.0f;
    int2 best = (int2)(-1, -1);
    float2 bond = (float2)(0.0f, 0.0f);
    for (int first = 0; first < nresidues; first += tile) {
        if (first + lid < nresidues) {
            const int from = (first + lid) * ATOMS;
            alpha[lid] = backbone[from + 2];
            carbon[lid] = backbone[from + 3];
            oxygen[lid] = backbone[from + 4];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const int count = donor ? min(tile, nresidues - first) : 0;
        for (int k = 0; k < count; k++) {
            const float3 d = alpha[k].xyz - here.xyz;
            if (dot(d, d) > near * near)
                continue;
            const int j = first + k;
            if (j == id || (j == id - 1 && alpha[k].w == here.w))
                continue;
            const float3 on = oxygen[k].xyz - nitrogen;
            const float3 oh = oxygen[k].xyz - hydrogen.xyz;
            const float3 cn = carbon[k].xyz - nitrogen;
            const float3 ch = carbon[k].xyz - hydrogen.xyz;
            const float4 square = (float4)(dot(on, on), dot(ch, ch), dot(oh, oh), dot(cn, cn));
            float e = LOWEST;
            if (square.x > 0.25f && square.y > 0.25f && square.z > 0.25f && square.w > 0.25f) {
                const float4 r = rsqrt(square);
                e = fmax(COUPLING * (r.x + r.y - r.z - r.w), LOWEST);
            }
            if (e < bond.x) {
                bond = (float2)(e, bond.x);
                best = (int2)(j, best.x);
            } else if (e < bond.y) {
                bond.y = e;
                best.y = j;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (id >= nresidues)
        return;
    int flags = 0;
    for (int k = 0; k < 2; k++) {
        const int other = k == 0 ? best.x : best.y;
        if (other < 0 || (k == 0 ? bond.x : bond.y) > least)
            continue;
        const int back = id - other;
        flags |= back >= 3 && back <= 5 ? 1 << (back - 3) : 8;
    }
    partner[id] = best;
    energy[id] = bond;
    turn[id] = flags;
}
