// History of cryptology: attack on an Enigma message by its letters alone (Gillogly 1995): an item is one start of the right and the middle
// wheel, a slice of groups one order of wheels and start of the left one. It deciphers and counts how often two letters agree.
//   slice      of each slice: left, middle and right wheel (0 to nwheels - 1), start of the left one
//   wheel      nwheels x 26: wiring (0 to 25)
//   notch      of each wheel: position at which it takes the next one along
//   mirror     26: wiring of the reflector
//   plug       26: plugs known so far (its own letter where none is)
//   message    letters, 0 to 25
//   agree      nslices x 26 x 26: sum of c * (c - 1) over the 26 letters
//   nletters
//   local size: 1 in z
#define LETTERS 26

int wrap(const int v)
{
    return v >= LETTERS ? v - LETTERS : v;
}

__kernel void enigma_ic(__global const int4 *restrict slice,
                        __global const uchar *restrict wheel,
                        __global const uchar *restrict notch,
                        __global const uchar *restrict mirror,
                        __global const uchar *restrict plug,
                        __global const uchar *restrict message,
                        __global int *restrict agree,
                        const int nletters)
{
    __local uchar there[3][LETTERS];
    __local uchar back[3][LETTERS];
    __local uchar reflect[LETTERS];
    __local uchar board[LETTERS];
    const int lid = get_local_id(1) * get_local_size(0) + get_local_id(0);
    const int items = get_local_size(0) * get_local_size(1);
    const int4 s = slice[get_global_id(2)];
    const int order[3] = {s.x, s.y, s.z};
    for (int k = lid; k < 3 * LETTERS; k += items) {
        const int w = k / LETTERS;
        const int c = k - w * LETTERS;
        const uchar to = wheel[order[w] * LETTERS + c];
        there[w][c] = to;
        back[w][to] = c;
    }
    for (int k = lid; k < LETTERS; k += items) {
        reflect[k] = mirror[k];
        board[k] = plug[k];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int right = get_global_id(0);
    int middle = get_global_id(1);
    if (right >= LETTERS || middle >= LETTERS)
        return;
    const int result = (get_global_id(2) * LETTERS + middle) * LETTERS + right;
    const int middle_notch = notch[s.y];
    const int right_notch = notch[s.z];
    int left = s.w;
    int count[LETTERS];
    for (int k = 0; k < LETTERS; k++)
        count[k] = 0;
    for (int n = 0; n < nletters; n++) {
        if (middle == middle_notch) {                                      // the double step
            middle = wrap(middle + 1);
            left = wrap(left + 1);
        } else if (right == right_notch)
            middle = wrap(middle + 1);
        right = wrap(right + 1);
        int c = board[message[n]];
        c = wrap(there[2][wrap(c + right)] + LETTERS - right);
        c = wrap(there[1][wrap(c + middle)] + LETTERS - middle);
        c = wrap(there[0][wrap(c + left)] + LETTERS - left);
        c = reflect[c];
        c = wrap(back[0][wrap(c + left)] + LETTERS - left);
        c = wrap(back[1][wrap(c + middle)] + LETTERS - middle);
        c = wrap(back[2][wrap(c + right)] + LETTERS - right);
        count[board[c]]++;
    }
    int sum = 0;
    for (int k = 0; k < LETTERS; k++)
        sum += count[k] * (count[k] - 1);
    agree[result] = sum;
}
