// A column of JSON texts asked for one path (get_json_object of Spark RAPIDS and of cuDF): a row an item, read letter by letter;
// strings and nested values that aren't on the path are skipped, the value found is delimited and, where a number, read.
//   text     all rows
//   row_ptr  first letter of each row, nrows + 1 of them
//   path     keys of the path, one after another
//   key_ptr  first letter of each key, nkeys + 1 of them
//   power    10^0 to 10^22
//   kind     of each row: 0 not there, 1 null, 2 false, 3 true, 4 number, 5 string, 6 object or array, 7 not JSON
//   span     first letter and letters of the value
//   number   the value, or for strings how many letters and escapes they hold
//   kinds    8 counters (added to)
//   nrows, nkeys
int skip_space(__global const uchar *text, int p, const int end)
{
    while (p < end && (text[p] == ' ' || text[p] == '\n' || text[p] == '\t' || text[p] == '\r'))
        p++;
    return p;
}

int skip_string(__global const uchar *text, int p, const int end)         // from behind the opening quote to the closing one
{
    while (p < end && text[p] != '"')
        p += text[p] == '\\' ? 2 : 1;
    return min(p, end);
}

double read_number(__global const uchar *text, int p, const int end, __global const double *power)
{
    const bool negative = text[p] == '-';
    p += negative;
    ulong digits = 0;
    int used = 0;
    int exponent = 0;
    bool point = false;
    for (; p < end; p++) {
        const uchar c = text[p];
        if (c == '.' && !point) {
            point = true;
            continue;
        }
        if (c < '0' || c > '9')
            break;
        if (used < 18) {
            digits = digits * 10 + (c - '0');
            used += digits != 0;
            exponent -= point;
        } else {
            exponent += !point;
        }
    }
    if (p < end && (text[p] | 32) == 'e') {
        p++;
        const bool minus = p < end && text[p] == '-';
        p += p < end && (text[p] == '-' || text[p] == '+');
        int e = 0;
        for (; p < end && text[p] >= '0' && text[p] <= '9'; p++)
            e = min(e * 10 + text[p] - '0', 9999);
        exponent += minus ? -e : e;
    }
    double value = (double)digits;
    if (exponent < -22 || exponent > 22)
        value *= exp10((double)exponent);
    else if (exponent < 0)
        value /= power[-exponent];
    else
        value *= power[exponent];
    return negative ? -value : value;
}

__kernel void json_extract(__global const uchar *restrict text,
                           __global const int *restrict row_ptr,
                           __global const uchar *restrict path,
                           __global const int *restrict key_ptr,
                           __global const double *restrict power,
                           __global uchar *restrict kind,
                           __global int2 *restrict span,
                           __global double *restrict number,
                           volatile __global int *kinds,
                           const int nrows,
                           const int nkeys)
{
    const int id = get_global_id(0);
    if (id >= nrows)
        return;
    const int end = row_ptr[id + 1];
    int p = skip_space(text, row_ptr[id], end);
    int depth = 0;
    int level = 0;
    int what = p < end && text[p] == '{' ? 0 : 7;
    bool found = false;
    while (what == 0 && p < end) {
        const uchar c = text[p++];
        if (c == '{' || c == '[') {
            depth++;
        } else if (c == '}' || c == ']') {
            if (--depth <= level)
                break;                                                    // the object that should have held the key is over
        } else if (c == '"') {
            const int begin = p;
            p = skip_string(text, p, end);
            const int letters = p - begin;
            p = skip_space(text, p + 1, end);
            if (p >= end || text[p] != ':')
                continue;
            p = skip_space(text, p + 1, end);
            const int key = key_ptr[level];
            if (depth != level + 1 || letters != key_ptr[level + 1] - key)
                continue;
            int k = 0;
            while (k < letters && text[begin + k] == path[key + k])
                k++;
            if (k < letters)
                continue;
            level++;
            if (level == nkeys) {
                found = true;
                break;
            }
            if (p >= end || text[p] != '{')
                break;
        }
    }

    int2 where = (int2)(0, 0);
    double value = 0.0;
    if (found && p < end) {
        const uchar c = text[p];
        int q = p;
        if (c == '"') {
            what = 5;
            int seen = 0;
            for (q = ++p; q < end && text[q] != '"'; q++) {
                const bool escape = text[q] == '\\';
                seen += escape ? 65536 : (text[q] & 0xc0) != 0x80;
                q += escape;
            }
            q = min(q, end);
            value = seen;
        } else if (c == '{' || c == '[') {
            what = 6;
            int open = 0;
            while (q < end) {
                const uchar d = text[q++];
                if (d == '"') {
                    q = min(skip_string(text, q, end) + 1, end);
                } else if (d == '{' || d == '[') {
                    open++;
                } else if (d == '}' || d == ']') {
                    if (--open == 0)
                        break;
                }
                value += d == ',' && open == 1;
            }
        } else {
            while (q < end && text[q] != ',' && text[q] != '}' && text[q] != ']' && text[q] > ' ')
                q++;
            what = c == 'n' ? 1 : c == 'f' ? 2 : c == 't' ? 3 : c == '-' || (c >= '0' && c <= '9') ? 4 : 7;
            if (what == 4)
                value = read_number(text, p, q, power);
        }
        where = (int2)(p, q - p);
    }
    kind[id] = (uchar)what;
    span[id] = where;
    number[id] = value;
    atomic_inc(&kinds[what]);
}
