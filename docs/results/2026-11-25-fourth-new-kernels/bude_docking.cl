// Drug design (miniBUDE): energies of poses of a small molecule in a protein, all pairs of their atoms with an
// empirical force field, two poses a work-item; the parameters of the kinds of atoms in local memory.
#define KINDS 16
#define POSES 2

kernel void bude_docking(global const float4 *restrict protein, global const int *restrict protein_kind,
                         global const float4 *restrict ligand, global const int *restrict ligand_kind,
                         global const float4 *restrict kinds, global const float *restrict placements,
                         global float *restrict energy, int proteins, int ligands, int poses) {
  local float4 kind[KINDS];
  if (get_local_id(0) < KINDS) kind[get_local_id(0)] = kinds[get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);

  float4 row[POSES][3];
  float sum[POSES];
#pragma unroll
  for (int k = 0; k < POSES; ++k) {
    const int pose = min((int)get_global_id(0) * POSES + k, poses - 1);
    const float sx = sin(placements[pose]), cx = cos(placements[pose]);
    const float sy = sin(placements[poses + pose]), cy = cos(placements[poses + pose]);
    const float sz = sin(placements[2 * poses + pose]), cz = cos(placements[2 * poses + pose]);
    row[k][0] = (float4)(cy * cz, sx * sy * cz - cx * sz, cx * sy * cz + sx * sz, placements[3 * poses + pose]);
    row[k][1] = (float4)(cy * sz, sx * sy * sz + cx * cz, cx * sy * sz - sx * cz, placements[4 * poses + pose]);
    row[k][2] = (float4)(-sy, sx * cy, cx * cy, placements[5 * poses + pose]);
    sum[k] = 0.0f;
  }

  for (int l = 0; l < ligands; ++l) {
    const float4 atom = (float4)(ligand[l].xyz, 1.0f);
    const float4 mine = kind[(uint)ligand_kind[l] % KINDS];
    float3 at[POSES];
#pragma unroll
    for (int k = 0; k < POSES; ++k)
      at[k] = (float3)(dot(row[k][0], atom), dot(row[k][1], atom), dot(row[k][2], atom));

    for (int p = 0; p < proteins; ++p) {
      const float4 other = kind[(uint)protein_kind[p] % KINDS];
      const float3 place = protein[p].xyz;
      const float radius = fabs(mine.x) + fabs(other.x), per_radius = 1.0f / (radius + 0.1f);
      const float hardness = mine.y + other.y, charges = mine.w * other.w;
      const int charged = charges < 0.0f;
      const float reach = charged ? 4.0f : 2.0f;
      const float contact = mine.z * other.z < 0.0f ? 0.0f : mine.z + other.z;
      const float per_range = contact < 0.0f ? 0.25f : 0.4f;
#pragma unroll
      for (int k = 0; k < POSES; ++k) {
        const float3 d = at[k] - place;
        const float distance = sqrt(d.x * d.x + d.y * d.y + d.z * d.z), gap = distance - radius;
        if (gap < 0.0f) sum[k] += (1.0f - distance * per_radius) * 2.0f * hardness;
        const float near = gap < 0.0f ? 1.0f : 1.0f - gap / reach;
        if (gap < reach) sum[k] += charges * (charged ? near : fmin(near, 0.5f)) * 0.5f;
        const float solvent = 1.0f - gap * per_range;
        sum[k] += solvent > 0.0f ? contact * fmin(solvent, 1.0f) : 0.0f;
      }
    }
  }
#pragma unroll
  for (int k = 0; k < POSES; ++k) {
    const int pose = get_global_id(0) * POSES + k;
    if (pose < poses) energy[pose] = 0.5f * sum[k];
  }
}
