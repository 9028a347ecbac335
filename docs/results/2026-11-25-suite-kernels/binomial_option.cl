// Finance (samples of vendors): European calls on a binomial tree, an option a work-group, a leaf a work-item, a level
// of the tree after the other in two local arrays that take turns.
#define RISK_FREE 0.02f
#define VOLATILITY 0.3f

kernel void binomial_option(global const float *restrict chances, global float *restrict prices, int steps,
                            local float *now, local float *next) {
  const int leaf = get_local_id(0), option = get_group_id(0);
  const float u = fabs(chances[option]);
  const float spot = 5.0f + 20.0f * u, strike = 1.0f + 80.0f * u, years = 0.25f + 8.0f * u;
  const float dt = years / steps, move = VOLATILITY * sqrt(dt), grow = exp(RISK_FREE * dt), fade = 1.0f / grow;
  const float up = exp(move), down = 1.0f / up, chance = (grow - down) / (up - down);
  const float rising = chance * fade, falling = (1.0f - chance) * fade;
  now[leaf] = fmax(spot * exp(move * (2.0f * leaf - steps)) - strike, 0.0f);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int level = steps; level > 0; level -= 2) {
    if (leaf < level) next[leaf] = rising * now[leaf + 1] + falling * now[leaf];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (leaf < level - 1) now[leaf] = rising * next[leaf + 1] + falling * next[leaf];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (leaf == 0) prices[option] = now[0];
}
