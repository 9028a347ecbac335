// Strings (samples of vendors): the places of a pattern in a text, each work-item compares at places a work-group apart,
// until a letter differs; the text of the group in local memory by an asynchronous copy, places by a local counter.
kernel void string_find(global const uchar *restrict text, global const uchar *restrict pattern,
                        global int *restrict found, global int *restrict places, int each, int length,
                        local uchar *t, local uchar *p) {
  local int count;
  const int item = get_local_id(0), items = get_local_size(0), start = get_group_id(0) * each;
  event_t copied = async_work_group_copy(t, text + start, (size_t)(each + length - 1), 0);
  copied = async_work_group_copy(p, pattern, (size_t)length, copied);
  if (item == 0) count = 0;
  wait_group_events(1, &copied);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int at = item; at < each; at += items) {
    int k = 0;
    while (k < length && t[at + k] == p[k]) ++k;
    if (k == length) places[start + atomic_inc(&count)] = start + at;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) found[get_group_id(0)] = count;
}
