// A day of an epidemic among people with households, schools, workplaces and passing contacts: who is infected
// by whom of his contacts, who falls ill, recovers or dies; counts by age group.
#define SUSCEPTIBLE 0u
#define EXPOSED 1u
#define INFECTIOUS 2u
#define MILD 3u
#define SEVERE 4u
#define RECOVERED 5u
#define DEAD 6u
#define EVENTS 5
#define AGES 9

__constant float susceptibility[AGES] = {0.34f, 0.67f, 1.0f, 1.0f, 1.0f, 1.0f, 1.15f, 1.24f, 1.47f};
__constant float severe_risk[AGES] = {0.001f, 0.001f, 0.008f, 0.018f, 0.034f, 0.08f, 0.14f, 0.22f, 0.33f};
__constant float death_risk[AGES] = {0.02f, 0.02f, 0.02f, 0.03f, 0.05f, 0.09f, 0.16f, 0.26f, 0.42f};

static inline float uniform_of(const uint person, const uint day, const uint draw)
{
    uint h = person * 0x9e3779b1u ^ (day * 0x85ebca6bu + draw * 0xc2b2ae35u);
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    h ^= h >> 16;
    return ((h >> 8) + 0.5f) * (1.0f / 16777216.0f);
}

// days of a stage: the sum of two exponential times
static inline uint days_of(const uint person, const uint day, const uint draw, const float mean)
{
    const float u = uniform_of(person, day, draw) * uniform_of(person, day, draw + 1);
    return 1u + (uint)fmin(-0.5f * mean * log(u), 200.0f);
}

__kernel void seir_contacts(__global const uint *restrict contact_ptr,
                            __global const uint *restrict contact,        // person << 2 | place
                            __global const uchar *restrict age_group,
                            __global const uint *restrict state,          // stage | days left << 8 | day of infection << 16
                            __global uint *restrict next_state,
                            __global uint *restrict events,               // EVENTS x AGES
                            const uint npeople,
                            const uint day,
                            const float household,
                            const float school,
                            const float work,
                            const float passing,
                            const float beta)
{
    const uint person = get_global_id(0);
    if (person >= npeople)
        return;
    const uint was = state[person];
    const uint stage = was & 255u;
    const uint age = age_group[person];
    if (stage >= RECOVERED) {
        next_state[person] = was;
        return;
    }
    if (stage == SUSCEPTIBLE) {
        const float weight[4] = {household, school, work, passing};
        const uint end = contact_ptr[person + 1];
        float force = 0.0f;
        for (uint e = contact_ptr[person]; e < end; e++) {
            const uint c = contact[e];
            const uint other = state[c >> 2];
            const uint its = other & 255u;
            if (its == INFECTIOUS || its == MILD) {
                const float since = (float)(day - (other >> 16));
                const float shed = since * exp(1.0f - 0.2f * since) * 0.2f;
                force += weight[c & 3] * shed * (its == MILD ? 0.5f : 1.0f);
            }
        }
        uint now = was;
        if (force > 0.0f && uniform_of(person, day, 0) < 1.0f - exp(-beta * susceptibility[age] * force)) {
            now = EXPOSED | days_of(person, day, 1, 3.6f) << 8 | day << 16;
            atomic_inc(&events[age]);
        }
        next_state[person] = now;
        return;
    }
    const uint left = was >> 8 & 255u;
    if (left > 1) {
        next_state[person] = was - (1u << 8);
        return;
    }
    const float u = uniform_of(person, day, 3);
    uint to = RECOVERED;
    uint days = 0;
    uint event = 3;
    if (stage == EXPOSED) {
        to = INFECTIOUS;
        days = days_of(person, day, 4, 2.1f);
        event = 1;
    } else if (stage == INFECTIOUS && u < 0.7f) {
        const bool bad = u < 0.7f * severe_risk[age];
        to = bad ? SEVERE : MILD;
        days = days_of(person, day, 4, bad ? 9.0f : 5.0f);
        event = 2;
    } else if (stage == SEVERE && u < death_risk[age]) {
        to = DEAD;
        event = 4;
    }
    atomic_inc(&events[event * AGES + age]);
    next_state[person] = to | days << 8 | (was & 0xffff0000u);
}
