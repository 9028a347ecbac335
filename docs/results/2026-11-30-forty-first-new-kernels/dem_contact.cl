// Granular flow with discrete elements (LIGGGHTS, MFiX): Hertz-Mindlin contacts with damping, sliding that is remembered from step
// to step, rolling friction, and plane walls. An item is a particle, which walks its whole list of neighbours.
//   place      x, y, z, radius
//   velocity   x, y, z, mass
//   spin       radians a second, w unused
//   material   of each particle
//   pair       nmaterials x nmaterials: effective Young's modulus, effective shear modulus, damping (2 sqrt(5/6) beta, < 0), friction
//   list_ptr   first neighbour of each particle, nparticles + 1 of them
//   list       neighbours
//   wall       nwalls: normal and distance from the origin; walls are of material 0
//   slid       of each entry of the list, then nwalls of each particle: tangential displacement, w > 0 if they touched
//   slid_on    the same, after this step
//   force      force and, in w, contacts
//   torque     torque and, in w, the power lost to damping and sliding
//   nparticles, nmaterials, nwalls, nlist, dt (seconds), rolling (friction), gravity
double4 touch(const double3 n, const double gap_in, const double reduced_radius, const double reduced_mass, const double4 m,
              const double3 speed, const double3 surface_speed, const double4 before, const double dt, double4 *after, double *lost)
{
    const double contact = sqrt(gap_in * reduced_radius);
    const double kn = 4.0 / 3.0 * m.x * contact;
    const double sn = 1.5 * kn;
    const double st = 8.0 * m.y * contact;
    const double gn = -m.z * sqrt(sn * reduced_mass);
    const double gt = -m.z * sqrt(st * reduced_mass);
    const double along = dot(speed, n);
    const double normal = fmax(kn * gap_in - gn * along, 0.0);
    const double3 vt = speed - along * n + surface_speed;
    double3 slid = before.w > 0.0 ? before.xyz : (double3)(0.0);
    const double was = dot(slid, slid);
    slid -= dot(slid, n) * n;                                             // the pair may have turned
    const double is = dot(slid, slid);
    if (is > 0.0)
        slid *= sqrt(was / is);
    slid += vt * dt;
    double3 ft = -st * slid - gt * vt;
    const double size = sqrt(dot(ft, ft));
    const double limit = m.w * normal;
    if (size > limit) {
        ft *= limit / size;
        slid = -(ft + gt * vt) / st;
        *lost += fabs(dot(ft, vt));
    }
    *lost += gn * along * along;
    *after = (double4)(slid, 1.0);
    return (double4)(normal * n + ft, normal);
}

__kernel void dem_contact(__global const double4 *restrict place,
                          __global const double4 *restrict velocity,
                          __global const double4 *restrict spin,
                          __global const uchar *restrict material,
                          __constant const double4 *pair,
                          __global const int *restrict list_ptr,
                          __global const int *restrict list,
                          __constant const double4 *wall,
                          __global const double4 *restrict slid,
                          __global double4 *restrict slid_on,
                          __global double4 *restrict force,
                          __global double4 *restrict torque,
                          const int nparticles,
                          const int nmaterials,
                          const int nwalls,
                          const int nlist,
                          const double dt,
                          const double rolling,
                          const double gravity)
{
    const int i = get_global_id(0);
    if (i >= nparticles)
        return;
    const double4 a = place[i];
    const double4 va = velocity[i];
    const double3 wa = spin[i].xyz;
    const int kind = material[i];
    double3 f = (double3)(0.0, 0.0, -gravity * va.w);
    double3 t = (double3)(0.0);
    double lost = 0.0;
    int contacts = 0;
    for (int e = list_ptr[i]; e < list_ptr[i + 1]; e++) {
        const int j = list[e];
        const double4 b = place[j];
        const double3 d = a.xyz - b.xyz;
        const double dist2 = dot(d, d);
        const double reach = a.w + b.w;
        if (dist2 >= reach * reach) {
            slid_on[e] = (double4)(0.0);
            continue;
        }
        const double dist = sqrt(dist2);
        const double3 n = d / dist;
        const double4 vb = velocity[j];
        const double3 wb = spin[j].xyz;
        const double3 roll = cross(n, a.w * wa + b.w * wb);               // of the surfaces at the contact
        double4 after;
        const double4 g = touch(n, reach - dist, a.w * b.w / reach, va.w * vb.w / (va.w + vb.w), pair[kind * nmaterials + material[j]],
                                va.xyz - vb.xyz, roll, slid[e], dt, &after, &lost);
        slid_on[e] = after;
        f += g.xyz;
        t -= a.w * cross(n, g.xyz);
        const double3 w = wa - wb;
        const double turn = sqrt(dot(w, w));
        if (turn > 1e-9)
            t -= w * (rolling * g.w * (a.w * b.w / reach) / turn);
        contacts++;
    }
    for (int k = 0; k < nwalls; k++) {
        const double4 p = wall[k];
        const int e = nlist + i * nwalls + k;
        const double away = dot(p.xyz, a.xyz) - p.w;
        if (away >= a.w) {
            slid_on[e] = (double4)(0.0);
            continue;
        }
        double4 after;
        const double4 g = touch(p.xyz, a.w - away, a.w, va.w, pair[kind * nmaterials], va.xyz, a.w * cross(p.xyz, wa), slid[e], dt,
                                &after, &lost);
        slid_on[e] = after;
        f += g.xyz;
        t -= a.w * cross(p.xyz, g.xyz);
        contacts++;
    }
    force[i] = (double4)(f, (double)contacts);
    torque[i] = (double4)(t, lost);
}
