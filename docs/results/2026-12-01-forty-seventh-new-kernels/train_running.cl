// Railways: running time and energy of trains over a line (equation of motion by steps of distance, as in timetabling tools): an item is one
// train. It first works back from the line's end to find where it has to brake, then drives as fast as traction and limits let it.
//   limit      of each step: speed allowed on the track (m/s)
//   gradient   of each step: per mille, up positive
//   station    of each station: step, ascending; the first is 0, the last nsteps
//   train      of each train: mass (t), power (kW), pull at the start (kN), braking (m/s2)
//   drag       of each train: A (N), B (N s/m), C (N s2/m2), rotating masses (factor)
//   kind       of each train: length in steps, largest speed (m/s), dwell (s), stations at which it stops (bits)
//   ceiling    nsteps x ntrains: scratch, squares of speeds
//   arrive     nstations x ntrains: s
//   energy     of each train: kWh at the wheel
//   ntrains, nsteps, nstations (at most 32), step (m)

__kernel void train_running(__global const float *restrict limit,
                            __global const float *restrict gradient,
                            __global const int *restrict station,
                            __global const float4 *restrict train,
                            __global const float4 *restrict drag,
                            __global const int4 *restrict kind,
                            __global float *restrict ceiling,
                            __global float *restrict arrive,
                            __global float *restrict energy,
                            const int ntrains,
                            const int nsteps,
                            const int nstations,
                            const float step)
{
    const int id = get_global_id(0);
    if (id >= ntrains)
        return;
    const float4 t = train[id];
    const float4 r = drag[id];
    const int4 k = kind[id];
    const float mass = 1000.0f * t.x;
    int next = nstations - 1;
    float square = 0.0f;                                                   // allowed where the step ends
    for (int n = nsteps - 1; n >= 0; n--) {
        float least = k.y;
        for (int m = max(n - k.x + 1, 0); m <= n; m++)                     // the whole train has to obey
            least = fmin(least, limit[m]);
        if (n + 1 == station[next]) {
            if (next == nstations - 1 || (k.w >> next & 1))
                square = 0.0f;
            next--;
        }
        ceiling[n * ntrains + id] = fmin(square, least * least);
        square = fmin(square + 2.0f * t.w * step, least * least);
    }
    float time = 0.0f;
    float work = 0.0f;
    float have = 0.0f;
    arrive[id] = 0.0f;
    next = 1;
    for (int n = 0; n < nsteps; n++) {
        const float speed = sqrt(have);
        const float pull = fmin(1000.0f * t.z, 1000.0f * t.y / fmax(speed, 0.5f));
        const float against = r.x + r.y * speed + r.z * have + mass * 9.81e-3f * gradient[n];
        const float allowed = ceiling[n * ntrains + id];
        float reached = have + 2.0f * step * (pull - against) / (mass * r.w);
        float force = pull;
        if (reached > allowed) {                                           // hold the speed, roll or brake
            reached = allowed;
            force = clamp(0.5f * (reached - have) * mass * r.w / step + against, 0.0f, pull);
        }
        reached = fmax(reached, allowed > 0.0f ? 0.25f : 0.0f);
        time += 2.0f * step / fmax(speed + sqrt(reached), 0.5f);
        work += force * step;
        have = reached;
        if (n + 1 == station[next]) {
            arrive[next * ntrains + id] = time;
            if (have == 0.0f) {
                float wait = k.z;
                if (next < nstations - 1 && fmod(time + wait, 60.0f) > 30.0f)
                    wait += 60.0f - fmod(time + wait, 60.0f);              // leaves at a full minute
                time += wait;
            }
            next++;
        }
    }
    energy[id] = work / 3.6e6f;
}
