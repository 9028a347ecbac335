// Inverse dynamics of a serial arm (recursive Newton-Euler, Featherstone; as a trajectory checker or a computed-torque controller
// runs it over many candidate motions): an item is one sample of a motion. Velocities and accelerations go out along the links,
// forces come back. Joints turn about z of their own frame.
//   q, qd, qdd   njoints x nsamples: angle (rad), rate, acceleration
//   link     of each joint, 7 float4: place in the parent's frame and mass; centre of mass and damping; inertia xx yy zz and rotor
//            inertia; inertia xy xz yz and dry friction; x, y, z axes of the joint's frame in the parent's, x.w the torque limit
//   torque   njoints x nsamples (Nm)
//   check    of each sample: largest share of a limit, power of all motors (W)
//   nsamples, njoints (at most MAX_JOINTS), gravity
#define MAX_JOINTS 8
#define PARTS 7

__kernel void rnea_torque(__global const float *restrict q,
                          __global const float *restrict qd,
                          __global const float *restrict qdd,
                          __global const float4 *restrict link,
                          __global float *restrict torque,
                          __global float2 *restrict check,
                          const int nsamples,
                          const int njoints,
                          const float gravity)
{
    const int id = get_global_id(0);
    if (id >= nsamples)
        return;
    float3 force[MAX_JOINTS];
    float3 moment[MAX_JOINTS];
    float2 turn[MAX_JOINTS];
    float3 w = (float3)(0.0f);
    float3 dw = (float3)(0.0f);
    float3 a = (float3)(0.0f, 0.0f, gravity);
    for (int j = 0; j < njoints; j++) {
        __global const float4 *l = link + j * PARTS;
        const int at = j * nsamples + id;
        const float angle = q[at];
        const float rate = qd[at];
        const float c = cos(angle);
        const float s = sin(angle);
        turn[j] = (float2)(c, s);
        const float3 p = l[0].xyz;
        const float3 x = c * l[4].xyz + s * l[5].xyz;                     // axes of the turned frame in the parent's
        const float3 y = c * l[5].xyz - s * l[4].xyz;
        const float3 z = l[6].xyz;
        const float3 at_joint = a + cross(dw, p) + cross(w, cross(w, p));
        const float3 wp = (float3)(dot(x, w), dot(y, w), dot(z, w));
        dw = (float3)(dot(x, dw) + wp.y * rate, dot(y, dw) - wp.x * rate, dot(z, dw) + qdd[at]);
        w = (float3)(wp.x, wp.y, wp.z + rate);
        a = (float3)(dot(x, at_joint), dot(y, at_joint), dot(z, at_joint));
        const float3 com = l[1].xyz;
        const float3 d = l[2].xyz;
        const float3 o = l[3].xyz;
        const float3 f = l[0].w * (a + cross(dw, com) + cross(w, cross(w, com)));
        const float3 spin = (float3)(d.x * w.x + o.x * w.y + o.y * w.z, o.x * w.x + d.y * w.y + o.z * w.z,
                                     o.y * w.x + o.z * w.y + d.z * w.z);
        const float3 gain = (float3)(d.x * dw.x + o.x * dw.y + o.y * dw.z, o.x * dw.x + d.y * dw.y + o.z * dw.z,
                                     o.y * dw.x + o.z * dw.y + d.z * dw.z);
        force[j] = f;
        moment[j] = gain + cross(w, spin) + cross(com, f);
    }
    float3 f = (float3)(0.0f);                                            // what the next link asks of this one, in this one's frame
    float3 n = (float3)(0.0f);
    float share = 0.0f;
    float power = 0.0f;
    for (int j = njoints - 1; j >= 0; j--) {
        __global const float4 *l = link + j * PARTS;
        const int at = j * nsamples + id;
        const float rate = qd[at];
        f += force[j];
        n += moment[j];
        const float dry = rate > 0.001f ? l[3].w : rate < -0.001f ? -l[3].w : 0.0f;
        const float t = n.z + l[2].w * qdd[at] + l[1].w * rate + dry;
        torque[at] = t;
        share = fmax(share, fabs(t) / l[4].w);
        power += fabs(t * rate);
        const float3 x = turn[j].x * l[4].xyz + turn[j].y * l[5].xyz;
        const float3 y = turn[j].x * l[5].xyz - turn[j].y * l[4].xyz;
        f = x * f.x + y * f.y + l[6].xyz * f.z;
        n = x * n.x + y * n.y + l[6].xyz * n.z + cross(l[0].xyz, f);
    }
    check[id] = (float2)(share, power);
}
