// Face detection with a cascade of Haar features (Viola and Jones) over integral images; one work-item a window position.
// depth is the number of stages passed, score the sum of the last stage looked at.
typedef struct {
    uchar4 box[3];        // x, y, width, height within the window
    float weight[3];      // the third is 0 where there are two boxes
    float threshold, left, right;
} Stump;

typedef struct {
    int first, count;
    float threshold;
} Stage;

uint box_sum(global const uint *integral, int pitch, int x, int y, int w, int h)
{
    global const uint *p = integral + y * pitch + x;
    return p[h * pitch + w] - p[h * pitch] - p[w] + p[0];
}

kernel void haar_cascade(global const uint *integral, global const uint *squares, global const Stage *stage,
                         global const Stump *stump, int pitch, int n_x, int n_y, int step, int window, int n_stages,
                         global uchar *depth, global float *score)
{
    int ix = get_global_id(0), iy = get_global_id(1);
    if (ix >= n_x || iy >= n_y)
        return;
    int origin = iy * step * pitch + ix * step;
    global const uint *here = integral + origin;
    float area = (float)(window * window);
    float mean = (float)box_sum(here, pitch, 0, 0, window, window) / area;
    float variance = (float)box_sum(squares + origin, pitch, 0, 0, window, window) / area - mean * mean;
    float norm = area * (variance > 1.0f ? sqrt(variance) : 1.0f);

    int passed = 0;
    float sum = 0.0f;
    for (; passed < n_stages; passed++) {
        Stage s = stage[passed];
        sum = 0.0f;
        for (int k = s.first; k < s.first + s.count; k++) {
            global const Stump *f = stump + k;
            float response = 0.0f;
            for (int b = 0; b < 3 && f->weight[b] != 0.0f; b++) {
                uchar4 r = f->box[b];
                response += f->weight[b] * (float)box_sum(here, pitch, r.x, r.y, r.z, r.w);
            }
            sum += response < f->threshold * norm ? f->left : f->right;
        }
        if (sum < s.threshold)
            break;
    }
    depth[iy * n_x + ix] = (uchar)passed;
    score[iy * n_x + ix] = sum;
}
