// Seismic waves in an elastic medium, staggered grid of fourth order (Virieux, Graves): the six stresses from the three
// velocities. Rigidity at the edges is the harmonic mean of the four cells around. A halo of two cells is left alone.
#define C1 (9.0f / 8.0f)
#define C2 (-1.0f / 24.0f)

float ahead(global const float *f, int i, int s)
{
    return C1 * (f[i + s] - f[i]) + C2 * (f[i + 2 * s] - f[i - s]);
}

float behind(global const float *f, int i, int s)
{
    return C1 * (f[i] - f[i - s]) + C2 * (f[i + s] - f[i - 2 * s]);
}

float edge_rigidity(global const float *mu, int i, int s, int t)
{
    return 4.0f / (1.0f / mu[i] + 1.0f / mu[i + s] + 1.0f / mu[i + t] + 1.0f / mu[i + s + t]);
}

kernel void elastic_stress(global const float *vx, global const float *vy, global const float *vz, global const float *lambda,
                           global const float *mu, global float *sxx, global float *syy, global float *szz,
                           global float *sxy, global float *sxz, global float *syz, int nx, int ny, int nz, float dt_over_h)
{
    int x = get_global_id(0) + 2, y = get_global_id(1) + 2, z = get_global_id(2) + 2;
    if (x >= nx - 2 || y >= ny - 2 || z >= nz - 2)
        return;
    int row = nx, plane = nx * ny, i = (z * ny + y) * nx + x;

    float exx = behind(vx, i, 1), eyy = behind(vy, i, row), ezz = behind(vz, i, plane);
    float dilatation = lambda[i] * (exx + eyy + ezz), twice = 2.0f * mu[i];
    sxx[i] += dt_over_h * (dilatation + twice * exx);
    syy[i] += dt_over_h * (dilatation + twice * eyy);
    szz[i] += dt_over_h * (dilatation + twice * ezz);

    sxy[i] += dt_over_h * edge_rigidity(mu, i, 1, row) * (ahead(vx, i, row) + ahead(vy, i, 1));
    sxz[i] += dt_over_h * edge_rigidity(mu, i, 1, plane) * (ahead(vx, i, plane) + ahead(vz, i, 1));
    syz[i] += dt_over_h * edge_rigidity(mu, i, row, plane) * (ahead(vy, i, plane) + ahead(vz, i, row));
}
