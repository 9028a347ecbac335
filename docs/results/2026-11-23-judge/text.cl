/* count the places where a pattern occurs; leaves at the first mismatch */
__kernel void find_pattern(__global const uchar *text, __constant uchar *pat,
                           const int n, const int m, __global int *found)
{
    int i = get_global_id(0);
    if (i + m > n)
        return;
    for (int k = 0; k < m; ++k)
        if (text[i + k] != pat[k])
            return;
    atomic_inc(found);
}

/* newlines, words and letters in a slice of 256 bytes per item */
__kernel void word_count(__global const uchar *text, __global int *words, const int n)
{
    int i = get_global_id(0);
    int in_word = 0, c = 0;
    for (int k = i * 256; k < min(n, (i + 1) * 256); ++k) {
        uchar ch = text[k];
        if (ch == ' ' || ch == '\n' || ch == '\t') {
            in_word = 0;
        } else if (!in_word) {
            in_word = 1;
            c++;
        }
    }
    words[i] = c;
}
