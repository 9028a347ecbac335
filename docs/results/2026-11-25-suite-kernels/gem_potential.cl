// Molecules (dwarfs): the electrostatic potential on the points of a surface from all atoms, with a screening beyond a
// distance; native functions, structures of coordinates.
typedef struct {
  float x, y, z, charge;
} Atom;

typedef struct {
  float x, y, z, nx, ny, nz, potential, radius;
} Point;

kernel void gem_potential(global const Atom *restrict atoms, global Point *points, int count, float screen,
                          float reach) {
  const int i = get_global_id(0);
  const Point p = points[i];
  float sum = 0.0f;
  for (int k = 0; k < count; ++k) {
    const Atom a = atoms[k];
    const float x = p.x - a.x, y = p.y - a.y, z = p.z - a.z, square = x * x + y * y + z * z;
    const float near = native_rsqrt(square + 0.01f), distance = native_sqrt(square);
    sum += a.charge * (distance < reach ? near : near * native_exp(-screen * (distance - reach)));
  }
  points[i].potential = sum;
}
