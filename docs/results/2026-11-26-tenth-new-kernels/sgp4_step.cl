// SGP4 near-earth propagation of a catalogue to a grid of times; the initialised coefficients lie
// structure-of-arrays, a row each. Position in km, velocity in km/s, TEME.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#define C(row) coef[(row) * n_sat + sat]
#define XKE 0.0743669161331734
#define J2 0.001082616
#define EARTH 6378.135
#define TWOPI 6.283185307179586

__kernel void sgp4_step(__global const double *restrict coef, __global const uchar *restrict simple,
                        __global const double *restrict minutes,
                        __global double *restrict position, __global double *restrict velocity,
                        __global int *restrict error, const int n_sat, const int n_times)
{
    const int sat = get_global_id(0), it = get_global_id(1);
    if (sat >= n_sat || it >= n_times)
        return;
    const double t = minutes[it], t2 = t * t;
    const double ecco = C(0), no = C(1), mo = C(2), argpo = C(3), nodeo = C(4);
    const double cosio = C(5), sinio = C(6), con41 = C(7), x1mth2 = C(8), x7thm1 = C(9);
    const double cc1 = C(15);

    const double xmdf = mo + C(10) * t;
    const double argpdf = argpo + C(11) * t;
    double argpm = argpdf, mm = xmdf;
    double nodem = nodeo + C(12) * t + C(13) * t2;
    double tempa = 1.0 - cc1 * t, tempe = C(16) * t, templ = C(14) * t2;
    if (!simple[sat]) {
        const double delomg = C(17) * t;
        const double q = 1.0 + C(19) * cos(xmdf);
        const double delm = C(18) * (q * q * q - C(20));
        mm = xmdf + delomg + delm;
        argpm = argpdf - delomg - delm;
        const double t3 = t2 * t, t4 = t3 * t;
        tempa = tempa - C(23) * t2 - C(24) * t3 - C(25) * t4;
        tempe = tempe + C(22) * (sin(mm) - C(21));
        templ = templ + C(26) * t3 + t4 * (C(27) + t * C(28));
    }
    const double am0 = cbrt((XKE / no) * (XKE / no));
    const double am = am0 * tempa * tempa;
    const double nm = XKE / (am * sqrt(am));
    double em = ecco - tempe;
    const int id = it * n_sat + sat;
    if (em >= 1.0 || em < -0.001 || am < 0.95) {
        error[id] = 1;
        return;
    }
    em = fmax(em, 1e-6);
    mm = mm + no * templ;
    double xlm = mm + argpm + nodem;
    nodem = fmod(nodem, TWOPI);
    argpm = fmod(argpm, TWOPI);
    xlm = fmod(xlm, TWOPI);
    mm = fmod(xlm - argpm - nodem, TWOPI);

    // long period periodics
    const double axnl = em * cos(argpm);
    double temp = 1.0 / (am * (1.0 - em * em));
    const double aynl = em * sin(argpm) + temp * C(30);
    const double xl = mm + argpm + nodem + temp * C(29) * axnl;

    // Kepler's equation
    const double u = fmod(xl - nodem, TWOPI);
    double eo1 = u, step = 9999.9, sineo1 = 0.0, coseo1 = 1.0;
    for (int k = 0; k < 10 && fabs(step) >= 1e-12; k++) {
        sineo1 = sincos(eo1, &coseo1);
        step = 1.0 - coseo1 * axnl - sineo1 * aynl;
        step = (u - aynl * coseo1 + axnl * sineo1 - eo1) / step;
        if (fabs(step) >= 0.95)
            step = step > 0.0 ? 0.95 : -0.95;
        eo1 += step;
    }

    const double ecose = axnl * coseo1 + aynl * sineo1;
    const double esine = axnl * sineo1 - aynl * coseo1;
    const double el2 = axnl * axnl + aynl * aynl;
    const double pl = am * (1.0 - el2);
    if (pl < 0.0) {
        error[id] = 4;
        return;
    }
    const double rl = am * (1.0 - ecose);
    const double rdotl = sqrt(am) * esine / rl;
    const double rvdotl = sqrt(pl) / rl;
    const double betal = sqrt(1.0 - el2);
    temp = esine / (1.0 + betal);
    const double sinu = am / rl * (sineo1 - aynl - axnl * temp);
    const double cosu = am / rl * (coseo1 - axnl + aynl * temp);
    double su = atan2(sinu, cosu);
    const double sin2u = (cosu + cosu) * sinu;
    const double cos2u = 1.0 - 2.0 * sinu * sinu;
    temp = 1.0 / pl;
    const double temp1 = 0.5 * J2 * temp;
    const double temp2 = temp1 * temp;

    const double mrt = rl * (1.0 - 1.5 * temp2 * betal * con41) + 0.5 * temp1 * x1mth2 * cos2u;
    su = su - 0.25 * temp2 * x7thm1 * sin2u;
    const double xnode = nodem + 1.5 * temp2 * cosio * sin2u;
    const double xinc = atan2(sinio, cosio) + 1.5 * temp2 * cosio * sinio * cos2u;
    const double mvt = rdotl - nm * temp1 * x1mth2 * sin2u / XKE;
    const double rvdot = rvdotl + nm * temp1 * (x1mth2 * cos2u + 1.5 * con41) / XKE;

    double cossu, cnod, cosi;
    const double sinsu = sincos(su, &cossu);
    const double snod = sincos(xnode, &cnod);
    const double sini = sincos(xinc, &cosi);
    const double xmx = -snod * cosi, xmy = cnod * cosi;
    const double3 uv = (double3)(xmx * sinsu + cnod * cossu, xmy * sinsu + snod * cossu, sini * sinsu);
    const double3 vv = (double3)(xmx * cossu - cnod * sinsu, xmy * cossu - snod * sinsu, sini * cossu);
    vstore3(uv * (mrt * EARTH), id, position);
    vstore3((uv * mvt + vv * rvdot) * (EARTH * XKE / 60.0), id, velocity);
    error[id] = mrt < 1.0 ? 6 : 0;
}
