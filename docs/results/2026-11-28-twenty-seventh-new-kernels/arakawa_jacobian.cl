// Barotropic vorticity tendency on a doubly periodic beta plane:
// dz/dt = -J(psi, z) - beta * d(psi)/dx + nu * lap(z) - mu * z, with Arakawa's (1966) J.
__kernel void arakawa_jacobian(__global const double *restrict psi,
                               __global const double *restrict zeta,
                               __global double *restrict tend,
                               const int nx, const int ny,
                               const double inv_dx, const double beta,
                               const double nu, const double mu)
{
    const int i = get_global_id(0);
    const int j = get_global_id(1);
    if (i >= nx || j >= ny)
        return;

    const int ie = i + 1 == nx ? 0 : i + 1;
    const int iw = i == 0 ? nx - 1 : i - 1;
    const int jc = j * nx;
    const int jn = (j + 1 == ny ? 0 : j + 1) * nx;
    const int js = (j == 0 ? ny - 1 : j - 1) * nx;

    const double pe = psi[jc + ie], pw = psi[jc + iw];
    const double pn = psi[jn + i], ps = psi[js + i];
    const double pne = psi[jn + ie], pnw = psi[jn + iw];
    const double pse = psi[js + ie], psw = psi[js + iw];

    const double zc = zeta[jc + i];
    const double ze = zeta[jc + ie], zw = zeta[jc + iw];
    const double zn = zeta[jn + i], zs = zeta[js + i];
    const double zne = zeta[jn + ie], znw = zeta[jn + iw];
    const double zse = zeta[js + ie], zsw = zeta[js + iw];

    /* J++, J+x and Jx+; their mean conserves energy and enstrophy */
    const double j1 = (pe - pw) * (zn - zs) - (pn - ps) * (ze - zw);
    const double j2 = pe * (zne - zse) - pw * (znw - zsw) - pn * (zne - znw) + ps * (zse - zsw);
    const double j3 = pne * (zn - ze) - psw * (zw - zs) - pnw * (zn - zw) + pse * (ze - zs);

    const double jac = (j1 + j2 + j3) * inv_dx * inv_dx * (1.0 / 12.0);
    const double lap = (ze + zw + zn + zs - 4.0 * zc) * inv_dx * inv_dx;

    tend[jc + i] = -jac - 0.5 * beta * inv_dx * (pe - pw) + nu * lap - mu * zc;
}
