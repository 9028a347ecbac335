// Production planning: how long the schedules of a genetic algorithm for a job shop take (operation-based chromosomes, Bierwirth 1995, with
// times to set machines up for another family of parts): an item is one chromosome. It puts its operations on the machines in turn.
//   gene       length x npopulation: job whose next operation is to be placed; each job comes up as often as it has operations
//   route_at   njobs + 1: first operation of each job
//   route      of each operation: machine
//   time       of each operation: minutes
//   family     of each job
//   setup      nmachines x nfamilies x nfamilies: minutes from one family to another
//   due        of each job: minutes, weight of a minute's delay
//   makespan   of each chromosome
//   tardiness  of each chromosome: weighted
//   busiest    of each chromosome: the machine with the most idle time before its last operation, and this time
//   best       one: the shortest makespan; so far on entry
//   length, njobs, nmachines, nfamilies, npopulation
#define MOST_JOBS 32
#define MOST_MACHINES 24

__kernel void jobshop_makespan(__global const uchar *restrict gene,
                               __global const int *restrict route_at,
                               __global const uchar *restrict route,
                               __global const ushort *restrict time,
                               __global const uchar *restrict family,
                               __global const uchar *restrict setup,
                               __global const int2 *restrict due,
                               __global int *restrict makespan,
                               __global int *restrict tardiness,
                               __global int2 *restrict busiest,
                               __global int *restrict best,
                               const int length,
                               const int njobs,
                               const int nmachines,
                               const int nfamilies,
                               const int npopulation)
{
    const int id = get_global_id(0);
    if (id >= npopulation)
        return;
    int next[MOST_JOBS], ready[MOST_JOBS];
    int unused[MOST_MACHINES], idle[MOST_MACHINES];
    uchar made[MOST_MACHINES];
    for (int j = 0; j < njobs; j++) {
        next[j] = route_at[j];
        ready[j] = 0;
    }
    for (int m = 0; m < nmachines; m++) {
        unused[m] = 0;
        idle[m] = 0;
        made[m] = 255;
    }
    for (int k = 0; k < length; k++) {
        const int j = gene[k * npopulation + id];
        const int o = next[j]++;
        const int m = route[o];
        const int f = family[j];
        int start = unused[m];
        if (made[m] != f) {
            if (made[m] != 255)
                start += setup[(m * nfamilies + made[m]) * nfamilies + f];
            made[m] = f;
        }
        if (ready[j] > start) {
            idle[m] += ready[j] - start;
            start = ready[j];
        }
        const int end = start + time[o];
        ready[j] = end;
        unused[m] = end;
    }
    int span = 0;
    int late = 0;
    for (int j = 0; j < njobs; j++) {
        const int2 d = due[j];
        span = max(span, ready[j]);
        late += max(ready[j] - d.x, 0) * d.y;
    }
    int2 most = (int2)(-1, -1);
    for (int m = 0; m < nmachines; m++)
        if (idle[m] > most.y)
            most = (int2)(m, idle[m]);
    makespan[id] = span;
    tardiness[id] = late;
    busiest[id] = most;
    if (span < *best)
        atomic_min(best, span);
}
