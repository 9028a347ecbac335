// Betweenness centrality, backward sweep of one source: the vertices of one level of its breadth-first search
// collect the dependencies of their neighbours one level further down.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void brandes_back(__global const uint *restrict row_ptr,
                           __global const uint *restrict column,
                           __global const uint *restrict queue,           // in the order they were reached
                           __global const int *restrict level,            // -1: not reached
                           __global const double *restrict paths,         // shortest ones from the source
                           __global double *dependency,
                           __global double *restrict centrality,
                           const uint queue_begin,
                           const uint queue_end,
                           const int depth)
{
    const uint i = queue_begin + get_global_id(0);
    if (i >= queue_end)
        return;
    const uint v = queue[i];
    const uint end = row_ptr[v + 1];
    double sum = 0.0;
    for (uint e = row_ptr[v]; e < end; e++) {
        const uint w = column[e];
        if (level[w] == depth + 1)
            sum += (1.0 + dependency[w]) / paths[w];
    }
    sum *= paths[v];
    dependency[v] = sum;
    if (depth > 0)
        centrality[v] += sum;
}
