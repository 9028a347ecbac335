// American down-and-out put by a trinomial tree (Boyle, Kamrad-Ritchken; QuantLib and bank libraries): a work-group an
// option, nodes of one level in local memory, two buffers in turn; each option has its own number of steps.
__kernel void trinomial_barrier(__global const double* spot, __global const double* strike, __global const double* barrier_at,
                                __global const double* vol, __global const double* maturity, __global const int* steps,
                                __global double* price, double r, double lambda,
                                __local double* a, __local double* b, __local double* exercise)
{
  const int o = get_group_id(0), t = get_local_id(0), T = get_local_size(0);
  const int N = steps[o];
  const double dt = maturity[o] / N;
  const double sigma = vol[o];
  const double jump = lambda * sigma * sqrt(dt);
  const double u = exp(jump);
  const double drift = (r - 0.5 * sigma * sigma) * sqrt(dt) / (2.0 * lambda * sigma);
  const double half_var = 1.0 / (2.0 * lambda * lambda);
  const double discount = exp(-r * dt);
  const double pu = discount * (half_var + drift), pd = discount * (half_var - drift), pm = discount * (1.0 - 2.0 * half_var);

  for (int j = t; j < 2 * N + 1; j += T) {
    const double s = spot[o] * pow(u, (double)(j - N));
    const double pay = fmax(strike[o] - s, 0.0);
    const double out = s <= barrier_at[o] ? -1.0 : pay;
    exercise[j] = out;
    a[j] = fmax(out, 0.0);
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  __local double* now = a;
  __local double* next = b;
  for (int level = N - 1; level >= 0; --level) {
    for (int j = N - level + t; j <= N + level; j += T) {
      const double hold = pd * now[j - 1] + pm * now[j] + pu * now[j + 1];
      const double ex = exercise[j];
      next[j] = ex < 0.0 ? 0.0 : fmax(hold, ex);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    __local double* swap = now;
    now = next;
    next = swap;
  }
  if (t == 0) price[o] = now[N];
}
