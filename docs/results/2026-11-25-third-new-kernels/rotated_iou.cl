// Geometry, object detection: overlap (intersection over union) of each pair of rotated boxes, one clipped at the four
// sides of the other after Sutherland and Hodgman, a pair a work-item.
#define MOST 8

kernel void rotated_iou(global const float4 *restrict boxes, global const float *restrict angles,
                        global const float4 *restrict others, global const float *restrict other_angles,
                        global float *restrict overlap) {
  const int j = get_global_id(0), i = get_global_id(1);
  const float4 a = boxes[i], b = others[j];
  const float2 between = a.xy - b.xy;
  const float reach = 0.5f * (length(a.zw) + length(b.zw));
  float share = 0.0f;
  if (dot(between, between) < reach * reach) {
    // Box a in the frame of box b.
    const float turn = angles[i] - other_angles[j], cb = cos(other_angles[j]), sb = sin(other_angles[j]);
    const float2 centre = (float2)(cb * between.x + sb * between.y, cb * between.y - sb * between.x);
    const float ct = cos(turn), st = sin(turn);
    const float2 u = 0.5f * a.z * (float2)(ct, st), v = 0.5f * a.w * (float2)(-st, ct);
    float2 polygon[MOST], clipped[MOST];
    polygon[0] = centre + u + v;
    polygon[1] = centre - u + v;
    polygon[2] = centre - u - v;
    polygon[3] = centre + u - v;
    int corners = 4;

    for (int side = 0; side < 4; ++side) {
      const float sign = (side & 1) ? -1.0f : 1.0f;
      const float limit = 0.5f * (side < 2 ? b.z : b.w);
      int found = 0;
      for (int k = 0; k < corners; ++k) {
        const float2 p = polygon[k], q = polygon[k + 1 < corners ? k + 1 : 0];
        const float dp = limit - sign * (side < 2 ? p.x : p.y), dq = limit - sign * (side < 2 ? q.x : q.y);
        if (dp >= 0.0f && found < MOST) clipped[found++] = p;
        if ((dp >= 0.0f) != (dq >= 0.0f) && found < MOST) clipped[found++] = p + (dp / (dp - dq)) * (q - p);
      }
      for (int k = 0; k < found; ++k) polygon[k] = clipped[k];
      corners = found;
    }

    float twice = 0.0f;
    for (int k = 1; k + 1 < corners; ++k) {
      const float2 p = polygon[k] - polygon[0], q = polygon[k + 1] - polygon[0];
      twice += p.x * q.y - p.y * q.x;
    }
    const float common = 0.5f * fabs(twice);
    share = common / fmax(a.z * a.w + b.z * b.w - common, 1e-12f);
  }
  overlap[i * get_global_size(0) + j] = share;
}
