// Inverse kinematics of arms with seven joints, a target pose a work-item: damped least squares on the geometric
// Jacobian, the damping follows the error, joints stop at their limits.
#define JOINTS 7

static inline float3 mul3(const float3 *r, const float3 v)              // columns
{
    return r[0] * v.x + r[1] * v.y + r[2] * v.z;
}

__kernel void ik_dls7(__global const float4 *restrict link,               // sin and cos of the twist, length, offset
                      __global const float2 *restrict limit,              // lower, upper
                      __global const float4 *restrict target,             // position; quaternion
                      __global const float *restrict start,               // ntargets x JOINTS
                      __global float *restrict joints,
                      __global float2 *restrict residual,                 // metres, radians
                      __global int *restrict iterations,
                      const int ntargets,
                      const int max_iterations,
                      const float flange,
                      const float tolerance,
                      const float damping)
{
    const int id = get_global_id(0);
    if (id >= ntargets)
        return;
    const float3 goal = target[2 * id].xyz;
    const float4 quat = target[2 * id + 1];
    float3 want[3];
    want[0] = (float3)(1.0f - 2.0f * (quat.y * quat.y + quat.z * quat.z), 2.0f * (quat.x * quat.y + quat.z * quat.w),
                       2.0f * (quat.x * quat.z - quat.y * quat.w));
    want[1] = (float3)(2.0f * (quat.x * quat.y - quat.z * quat.w), 1.0f - 2.0f * (quat.x * quat.x + quat.z * quat.z),
                       2.0f * (quat.y * quat.z + quat.x * quat.w));
    want[2] = cross(want[0], want[1]);

    float q[JOINTS];
    for (int j = 0; j < JOINTS; j++)
        q[j] = start[id * JOINTS + j];

    float off = 0.0f;
    float turn = 0.0f;
    int round = 0;
    for (;; round++) {
        float3 r[3];
        float3 p = (float3)(0.0f);
        float3 axis[JOINTS];
        float3 origin[JOINTS];
        r[0] = (float3)(1.0f, 0.0f, 0.0f);
        r[1] = (float3)(0.0f, 1.0f, 0.0f);
        r[2] = (float3)(0.0f, 0.0f, 1.0f);
        for (int j = 0; j < JOINTS; j++) {
            const float4 l = link[j];
            float c;
            const float s = sincos(q[j], &c);
            p += mul3(r, (float3)(l.z, -l.x * l.w, l.y * l.w));
            const float3 x = mul3(r, (float3)(c, s * l.y, s * l.x));
            const float3 y = mul3(r, (float3)(-s, c * l.y, c * l.x));
            r[0] = x;
            r[1] = y;
            r[2] = cross(x, y);
            axis[j] = r[2];
            origin[j] = p;
        }
        p += r[2] * flange;

        const float3 shift = goal - p;
        const float3 spin = 0.5f * (cross(r[0], want[0]) + cross(r[1], want[1]) + cross(r[2], want[2]));
        off = length(shift);
        turn = length(spin);
        if ((off < tolerance && turn < 4.0f * tolerance) || round >= max_iterations)
            break;

        float jac[6][JOINTS];
        for (int j = 0; j < JOINTS; j++) {
            const float3 v = cross(axis[j], p - origin[j]);
            jac[0][j] = v.x;
            jac[1][j] = v.y;
            jac[2][j] = v.z;
            jac[3][j] = axis[j].x;
            jac[4][j] = axis[j].y;
            jac[5][j] = axis[j].z;
        }
        float b[6];
        b[0] = shift.x;
        b[1] = shift.y;
        b[2] = shift.z;
        b[3] = spin.x;
        b[4] = spin.y;
        b[5] = spin.z;
        const float ridge = damping * (off * off + turn * turn) + 1e-5f;

        float a[6][6];                                                    // J J^T + ridge, then its Cholesky factor
        for (int i = 0; i < 6; i++)
            for (int k = 0; k <= i; k++) {
                float sum = i == k ? ridge : 0.0f;
                for (int j = 0; j < JOINTS; j++)
                    sum = fma(jac[i][j], jac[k][j], sum);
                for (int t = 0; t < k; t++)
                    sum = fma(-a[i][t], a[k][t], sum);
                a[i][k] = i == k ? rsqrt(fmax(sum, 1e-12f)) : sum * a[k][k];
            }
        for (int i = 0; i < 6; i++) {
            for (int t = 0; t < i; t++)
                b[i] = fma(-a[i][t], b[t], b[i]);
            b[i] *= a[i][i];
        }
        for (int i = 5; i >= 0; i--) {
            for (int t = i + 1; t < 6; t++)
                b[i] = fma(-a[t][i], b[t], b[i]);
            b[i] *= a[i][i];
        }
        float dq[JOINTS];
        float largest = 0.0f;
        for (int j = 0; j < JOINTS; j++) {
            dq[j] = 0.0f;
            for (int i = 0; i < 6; i++)
                dq[j] = fma(jac[i][j], b[i], dq[j]);
            largest = fmax(largest, fabs(dq[j]));
        }
        const float scale = largest > 0.4f ? 0.4f / largest : 1.0f;
        for (int j = 0; j < JOINTS; j++)
            q[j] = clamp(fma(dq[j], scale, q[j]), limit[j].x, limit[j].y);
    }
    for (int j = 0; j < JOINTS; j++)
        joints[id * JOINTS + j] = q[j];
    residual[id] = (float2)(off, turn);
    iterations[id] = round;
}
