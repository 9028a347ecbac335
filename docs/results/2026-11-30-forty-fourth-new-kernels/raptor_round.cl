// A round of RAPTOR for journeys by public transport (Delling, Pajor and Werneck 2012; as OpenTripPlanner and R5 do for maps of travel
// times): an item is one route for one traveller. It rides along the route, boards an earlier trip wherever the last round's arrival
// allows it, and hands earlier arrivals to the stops. Routes share stops, so arrivals are lowered with atomics.
//   stop_begin   first entry of each route's stops, nroutes + 1 of them
//   stop_of      stop of each entry
//   trip_count   of each route
//   time_begin   first entry of each route's timetable
//   timetable    of each route: trips x stops: arrival, departure (s); no trip overtakes another
//   before       ntravellers x nstops: arrival after the last round (s), NEVER where not reached
//   marked       ntravellers x nstops: not 0 where the last round brought an earlier arrival
//   arrival      ntravellers x nstops: lowered; holds before at first
//   boardings    ntravellers x nroutes: trips boarded
//   nroutes, nstops, ntravellers, change (s, to change trips)
#define NEVER 0x7fffffff

__kernel void raptor_round(__global const int *restrict stop_begin,
                           __global const int *restrict stop_of,
                           __global const int *restrict trip_count,
                           __global const int *restrict time_begin,
                           __global const int2 *restrict timetable,
                           __global const int *restrict before,
                           __global const uchar *restrict marked,
                           volatile __global int *arrival,
                           __global uchar *restrict boardings,
                           const int nroutes,
                           const int nstops,
                           const int ntravellers,
                           const int change)
{
    const int route = get_global_id(0);
    const int who = get_global_id(1);
    if (route >= nroutes || who >= ntravellers)
        return;
    __global const int *stop = stop_of + stop_begin[route];
    __global const int2 *times = timetable + time_begin[route];
    const int length_of = stop_begin[route + 1] - stop_begin[route];
    const int trips = trip_count[route];
    const int base = who * nstops;
    int trip = trips;                                                      // none yet
    int boarded = 0;
    for (int k = 0; k < length_of; k++) {
        const int here = stop[k];
        const int known = before[base + here];
        if (trip < trips) {
            const int comes = times[trip * length_of + k].x;
            if (comes < known)
                atomic_min(&arrival[base + here], comes);
        }
        if (!marked[base + here] || known == NEVER)
            continue;
        const int ready = known + change;
        int low = 0;
        int high = trip;                                                   // earliest trip still to catch, if earlier than this one
        while (low < high) {
            const int between = (low + high) / 2;
            if (times[between * length_of + k].y >= ready)
                high = between;
            else
                low = between + 1;
        }
        if (low < trip) {
            trip = low;
            boarded++;
        }
    }
    boardings[who * nroutes + route] = (uchar)min(boarded, 255);
}
