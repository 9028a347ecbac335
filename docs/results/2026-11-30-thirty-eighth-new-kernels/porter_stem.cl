// Porter's stemmer over the tokens of a text, a token a work-item: lower-case letters only, stems are written in
// the place of the token with their length.
#define MAX_WORD 32

typedef struct {
    char from[8];
    char to[4];
    uchar from_len;
    uchar to_len;
} rule;

__constant rule step2[20] = {
    {"ational", "ate", 7, 3}, {"tional", "tion", 6, 4}, {"enci", "ence", 4, 4}, {"anci", "ance", 4, 4}, {"izer", "ize", 4, 3},
    {"abli", "able", 4, 4}, {"alli", "al", 4, 2}, {"entli", "ent", 5, 3}, {"eli", "e", 3, 1}, {"ousli", "ous", 5, 3},
    {"ization", "ize", 7, 3}, {"ation", "ate", 5, 3}, {"ator", "ate", 4, 3}, {"alism", "al", 5, 2}, {"iveness", "ive", 7, 3},
    {"fulness", "ful", 7, 3}, {"ousness", "ous", 7, 3}, {"aliti", "al", 5, 2}, {"iviti", "ive", 5, 3}, {"biliti", "ble", 6, 3}};

__constant rule step3[7] = {
    {"icate", "ic", 5, 2}, {"ative", "", 5, 0}, {"alize", "al", 5, 2}, {"iciti", "ic", 5, 2}, {"ical", "ic", 4, 2}, {"ful", "", 3, 0},
    {"ness", "", 4, 0}};

__constant rule step4[18] = {
    {"al", "", 2, 0}, {"ance", "", 4, 0}, {"ence", "", 4, 0}, {"er", "", 2, 0}, {"ic", "", 2, 0}, {"able", "", 4, 0}, {"ible", "", 4, 0},
    {"ant", "", 3, 0}, {"ement", "", 5, 0}, {"ment", "", 4, 0}, {"ent", "", 3, 0}, {"ou", "", 2, 0}, {"ism", "", 3, 0}, {"ate", "", 3, 0},
    {"iti", "", 3, 0}, {"ous", "", 3, 0}, {"ive", "", 3, 0}, {"ize", "", 3, 0}};

// y is a consonant at the start and after a vowel
static inline bool consonant(const char *w, const int i)
{
    int k = i;
    while (k > 0 && w[k] == 'y')
        k--;
    const char c = w[k];
    const bool yes = !(c == 'a' || c == 'e' || c == 'i' || c == 'o' || c == 'u');
    return (i - k & 1) ? !yes : yes;
}

// number of vowel-consonant sequences in w[0 .. len)
static inline int measure(const char *w, const int len)
{
    int m = 0;
    bool vowel = false;
    for (int i = 0; i < len; i++) {
        const bool c = consonant(w, i);
        if (c && vowel)
            m++;
        vowel = !c;
    }
    return m;
}

static inline bool has_vowel(const char *w, const int len)
{
    for (int i = 0; i < len; i++)
        if (!consonant(w, i))
            return true;
    return false;
}

static inline bool doubled(const char *w, const int len)
{
    return len >= 2 && w[len - 1] == w[len - 2] && consonant(w, len - 1);
}

static inline bool cvc(const char *w, const int len)
{
    if (len < 3 || !consonant(w, len - 1) || consonant(w, len - 2) || !consonant(w, len - 3))
        return false;
    const char c = w[len - 1];
    return c != 'w' && c != 'x' && c != 'y';
}

static inline bool ends(const char *w, const int len, __constant const rule *r)
{
    const int n = r->from_len;
    if (n > len)
        return false;
    for (int k = 1; k <= n; k++)
        if (w[len - k] != r->from[n - k])
            return false;
    return true;
}

__kernel void porter_stem(__global const char *restrict text,
                          __global const uint *restrict token_ptr,
                          __global char *restrict stems,
                          __global uchar *restrict stem_len,
                          const uint ntokens)
{
    const uint token = get_global_id(0);
    if (token >= ntokens)
        return;
    const uint begin = token_ptr[token];
    int len = token_ptr[token + 1] - begin;
    if (len > MAX_WORD) {                                                 // not a word of a language
        for (int i = 0; i < len; i++)
            stems[begin + i] = text[begin + i];
        stem_len[token] = (uchar)min(len, 255);
        return;
    }
    char w[MAX_WORD];
    for (int i = 0; i < len; i++)
        w[i] = text[begin + i];

    if (len > 2) {
        if (w[len - 1] == 's') {                                          // 1a
            if (len > 3 && w[len - 2] == 'e' && w[len - 3] == 's' && w[len - 4] == 's')
                len -= 2;
            else if (w[len - 2] == 'e' && w[len - 3] == 'i')
                len -= 2;
            else if (w[len - 2] != 's')
                len--;
        }
        bool cut = false;                                                 // 1b
        if (len > 2 && w[len - 1] == 'd' && w[len - 2] == 'e') {
            if (w[len - 3] == 'e') {
                if (measure(w, len - 3) > 0)
                    len--;
            } else if (has_vowel(w, len - 2)) {
                len -= 2;
                cut = true;
            }
        } else if (len > 3 && w[len - 1] == 'g' && w[len - 2] == 'n' && w[len - 3] == 'i' && has_vowel(w, len - 3)) {
            len -= 3;
            cut = true;
        }
        if (cut && len > 1) {
            const char c = w[len - 1];
            const char b = w[len - 2];
            if ((b == 'a' && c == 't') || (b == 'b' && c == 'l') || (b == 'i' && c == 'z'))
                w[len++] = 'e';
            else if (doubled(w, len)) {
                if (c != 'l' && c != 's' && c != 'z')
                    len--;
            } else if (measure(w, len) == 1 && cvc(w, len))
                w[len++] = 'e';
        }
        if (len > 1 && w[len - 1] == 'y' && has_vowel(w, len - 1))        // 1c
            w[len - 1] = 'i';

        for (int k = 0; k < 20; k++)                                      // 2
            if (ends(w, len, &step2[k])) {
                const int stem = len - step2[k].from_len;
                if (measure(w, stem) > 0) {
                    for (int i = 0; i < step2[k].to_len; i++)
                        w[stem + i] = step2[k].to[i];
                    len = stem + step2[k].to_len;
                }
                break;
            }
        for (int k = 0; k < 7; k++)                                       // 3
            if (ends(w, len, &step3[k])) {
                const int stem = len - step3[k].from_len;
                if (measure(w, stem) > 0) {
                    for (int i = 0; i < step3[k].to_len; i++)
                        w[stem + i] = step3[k].to[i];
                    len = stem + step3[k].to_len;
                }
                break;
            }
        bool matched = false;                                             // 4
        for (int k = 0; k < 18 && !matched; k++)
            if (ends(w, len, &step4[k])) {
                matched = true;
                const int stem = len - step4[k].from_len;
                if (measure(w, stem) > 1)
                    len = stem;
            }
        if (!matched && len > 3 && w[len - 1] == 'n' && w[len - 2] == 'o' && w[len - 3] == 'i' && (w[len - 4] == 's' || w[len - 4] == 't')
            && measure(w, len - 3) > 1)
            len -= 3;
        if (len > 1 && w[len - 1] == 'e') {                               // 5
            const int m = measure(w, len - 1);
            if (m > 1 || (m == 1 && !cvc(w, len - 1)))
                len--;
        }
        if (len > 1 && w[len - 1] == 'l' && doubled(w, len) && measure(w, len) > 1)
            len--;
    }
    for (int i = 0; i < len; i++)
        stems[begin + i] = w[i];
    stem_len[token] = (uchar)len;
}
