// Replay of sponsored search auctions (generalised second price) to tune reserves and bids: an item is one impression. The ads that
// bid on its keyword are ranked by bid times predicted click rate; winners pay what keeps their place; clicks are drawn by hash and
// charged to campaigns with atomics.
//   keyword    of each impression
//   user       of each impression: three features and 1
//   bid_ptr    first bid of each keyword, nkeywords + 1 of them
//   bid_ad     ad of each bid
//   bid        of each bid, cents
//   ad_model   of each ad: weights of the logistic click model
//   campaign   of each ad
//   remaining  budget of each campaign before the batch, cents
//   spent      of each campaign, hundredths of a cent (added to)
//   shown, clicked   of each ad (added to)
//   revenue    of each impression, expected
//   nimpressions, seed, reserve (least score), examine (how much less the next slot is looked at)
#define SLOTS 3

uint mix_bits(uint x)
{
    x = (x ^ x >> 16) * 0x7feb352du;
    x = (x ^ x >> 15) * 0x846ca68bu;
    return x ^ x >> 16;
}

__kernel void ad_auction(__global const int *restrict keyword,
                         __global const float4 *restrict user,
                         __global const int *restrict bid_ptr,
                         __global const int *restrict bid_ad,
                         __global const float *restrict bid,
                         __global const float4 *restrict ad_model,
                         __global const int *restrict campaign,
                         __global const float *restrict remaining,
                         volatile __global uint *spent,
                         volatile __global uint *shown,
                         volatile __global uint *clicked,
                         __global float *restrict revenue,
                         const int nimpressions,
                         const uint seed,
                         const float reserve,
                         const float examine)
{
    const int id = get_global_id(0);
    if (id >= nimpressions)
        return;
    const float4 u = user[id];
    float score[SLOTS + 1];
    float rate[SLOTS + 1];
    int winner[SLOTS + 1];
    for (int k = 0; k <= SLOTS; k++) {
        score[k] = reserve;
        rate[k] = 0.0f;
        winner[k] = -1;
    }
    const int last = bid_ptr[keyword[id] + 1];
    for (int e = bid_ptr[keyword[id]]; e < last; e++) {
        const int ad = bid_ad[e];
        const float offer = bid[e];
        if (remaining[campaign[ad]] < offer)
            continue;
        const float p = 1.0f / (1.0f + exp(-dot(u, ad_model[ad])));
        const float s = offer * p;
        if (s <= score[SLOTS])
            continue;
        int k = SLOTS;
        for (; k > 0 && score[k - 1] < s; k--) {
            score[k] = score[k - 1];
            rate[k] = rate[k - 1];
            winner[k] = winner[k - 1];
        }
        score[k] = s;
        rate[k] = p;
        winner[k] = ad;
    }
    float look = 1.0f;
    float income = 0.0f;
    for (int k = 0; k < SLOTS && winner[k] >= 0; k++) {
        const float price = score[k + 1] / rate[k];
        const float p = rate[k] * look;
        income += p * price;
        atomic_inc(&shown[winner[k]]);
        const uint draw = mix_bits(seed ^ mix_bits((uint)id * SLOTS + k));
        if ((float)(draw >> 8) * (1.0f / 16777216.0f) < p) {
            atomic_inc(&clicked[winner[k]]);
            atomic_add(&spent[campaign[winner[k]]], (uint)(price * 100.0f));
        }
        look *= examine;
    }
    revenue[id] = income;
}
