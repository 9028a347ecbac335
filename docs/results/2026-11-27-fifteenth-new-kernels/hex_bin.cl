// Maps: points binned into hexagons (cube coordinates rounded), the cell and how far the point is from its centre.
kernel void hex_bin(global const float2 *restrict points, global int2 *restrict cells, global float *restrict distance,
                    float size) {
  const int i = get_global_id(0);
  const float2 p = points[i];
  const float q = (0.57735027f * p.x - 0.33333333f * p.y) / size, r = 0.66666667f * p.y / size;
  float rq = rint(q), rr = rint(r);
  const float rs = rint(-q - r), dq = fabs(rq - q), dr = fabs(rr - r), ds = fabs(rs + q + r);
  if (dq > dr && dq > ds)
    rq = -rr - rs;
  else if (dr > ds)
    rr = -rq - rs;
  cells[i] = (int2)((int)rq, (int)rr);
  const float cx = size * (1.7320508f * rq + 0.8660254f * rr), cy = size * 1.5f * rr;
  distance[i] = hypot(p.x - cx, p.y - cy);
}
