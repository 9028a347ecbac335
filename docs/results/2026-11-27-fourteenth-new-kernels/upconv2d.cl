// Transposed convolution 4x4 with stride 2 and padding 1 (the decoder of a U-Net, a GAN generator), with bias and leaky ReLU.
// Planes are channel by channel; weights are [channel in][channel out][4][4]. One work-item makes 2x2 pixels of one channel.
float leaky(float v, float slope) { return v > 0.0f ? v : slope * v; }

kernel void upconv2d(global const float *input, global const float *weight, global const float *bias, int width, int height,
                     int channels_in, int channels_out, float slope, global float *output)
{
    int x = get_global_id(0), y = get_global_id(1), o = get_global_id(2);
    if (x >= width || y >= height)
        return;
    bool has_left = x > 0, has_right = x < width - 1, has_up = y > 0, has_down = y < height - 1;
    float2 top = (float2)(bias[o]), bottom = top;
    for (int c = 0; c < channels_in; c++) {
        global const float *p = input + (size_t)(c * height + y) * width + x;
        global const float *w = weight + 16 * (c * channels_out + o);
        float4 w0 = vload4(0, w), w1 = vload4(1, w), w2 = vload4(2, w), w3 = vload4(3, w);
        float here = p[0];
        float2 sides = (float2)(has_left ? p[-1] : 0.0f, has_right ? p[1] : 0.0f);
        top += w1.yz * here + w1.wx * sides;
        bottom += w2.yz * here + w2.wx * sides;
        if (has_up) {
            sides = (float2)(has_left ? p[-width - 1] : 0.0f, has_right ? p[1 - width] : 0.0f);
            top += w3.yz * p[-width] + w3.wx * sides;
        }
        if (has_down) {
            sides = (float2)(has_left ? p[width - 1] : 0.0f, has_right ? p[width + 1] : 0.0f);
            bottom += w0.yz * p[width] + w0.wx * sides;
        }
    }
    global float *out = output + (size_t)(o * height + y) * 4 * width + 2 * x;
    vstore2((float2)(leaky(top.x, slope), leaky(top.y, slope)), 0, out);
    vstore2((float2)(leaky(bottom.x, slope), leaky(bottom.y, slope)), 0, out + 2 * width);
}
