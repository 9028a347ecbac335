// Image chains: a list of operations (a program) over each pixel, by a switch, the list in constant memory as an
// argument of bytes.
kernel void tile_machine(global const float4 *restrict in, global float4 *restrict out, constant uchar *restrict program,
                         int length, int width) {
  const int at = get_global_id(1) * width + get_global_id(0);
  float4 v = in[at], saved = 0.0f;
  for (int k = 0; k < length; ++k) {
    switch (program[k] % 8) {
      case 0: v = v * v; break;
      case 1: v = sqrt(fabs(v)); break;
      case 2: saved = v; break;
      case 3: v += saved; break;
      case 4: v = v.yzxw; break;
      case 5: v = fmin(fmax(v, 0.0f), 1.0f); break;
      case 6: v = native_recip(1.0f + fabs(v)); break;
      default: v = (float4)(dot(v, (float4)(0.3f, 0.6f, 0.1f, 0.0f))); break;
    }
  }
  out[at] = v;
}
