/* Fluid dynamics: fluxes of the compressible Euler equations over an unstructured mesh of tetrahedra. Fields are
 * [variable][element], normals [axis][face][element]; neighbour -1 is the wing, -2 the far field. */
#define FACES 4
#define GAMMA 1.4f

typedef struct { float density, energy, pressure, sound, speed; float3 momentum, velocity; } state_t;

static state_t complete(const float density, const float3 momentum, const float energy)
{
    state_t s;
    s.density = density;
    s.momentum = momentum;
    s.energy = energy;
    s.velocity = momentum / density;
    const float speed2 = dot(s.velocity, s.velocity);
    s.speed = sqrt(speed2);
    s.pressure = (GAMMA - 1.0f) * (energy - 0.5f * density * speed2);
    s.sound = sqrt(GAMMA * s.pressure / density);
    return s;
}

static state_t load(__global const float *variables, const int i, const int n)
{
    return complete(variables[i], (float3)(variables[n + i], variables[2 * n + i], variables[3 * n + i]), variables[4 * n + i]);
}

__kernel void cfd_flux(__global const int *restrict neighbours, __global const float *restrict normals,
                       __global const float *restrict variables, __constant float *far_field,
                       __global float *restrict fluxes, const int elements, const int stride, const float smoothing)
{
    const int i = get_global_id(0);
    if (i >= elements)
        return;

    const state_t me = load(variables, i, stride);
    const state_t out = complete(far_field[0], (float3)(far_field[1], far_field[2], far_field[3]), far_field[4]);
    float density = 0.0f, energy = 0.0f;
    float3 momentum = (float3)(0.0f);

    for (int f = 0; f < FACES; f++) {
        const int nb = neighbours[f * stride + i];
        const float3 normal = (float3)(normals[f * stride + i], normals[(FACES + f) * stride + i],
                                       normals[(2 * FACES + f) * stride + i]);
        if (nb >= 0 || nb == -2) {
            state_t other = out;
            if (nb >= 0) {
                other = load(variables, nb, stride);
                // artificial viscosity
                const float factor = -length(normal) * smoothing * 0.5f * (me.speed + other.speed + me.sound + other.sound);
                density += factor * (me.density - other.density);
                energy += factor * (me.energy - other.energy);
                momentum += factor * (me.momentum - other.momentum);
            }
            const float across = 0.5f * dot(normal, me.velocity), beyond = 0.5f * dot(normal, other.velocity);
            density += across * me.density + beyond * other.density;
            energy += across * (me.energy + me.pressure) + beyond * (other.energy + other.pressure);
            momentum += across * me.momentum + beyond * other.momentum + 0.5f * (me.pressure + other.pressure) * normal;
        } else if (nb == -1)
            momentum += normal * me.pressure;
    }

    fluxes[i] = density;
    fluxes[stride + i] = momentum.x;
    fluxes[2 * stride + i] = momentum.y;
    fluxes[3 * stride + i] = momentum.z;
    fluxes[4 * stride + i] = energy;
}
