// What a device's own library would define: OpenCL C's builtins by Clang's for NVPTX. Given to
// clang-15 with -include before a kernel.
#define CLG_INLINE static inline __attribute__((always_inline, overloadable))

#define CLG_BY_DIMENSION(name, x, y, z) \
  CLG_INLINE size_t name(uint d) { return d == 0 ? (x) : d == 1 ? (y) : d == 2 ? (z) : 0; }

CLG_BY_DIMENSION(clg_local_id, (uint)__nvvm_read_ptx_sreg_tid_x(),
                 (uint)__nvvm_read_ptx_sreg_tid_y(), (uint)__nvvm_read_ptx_sreg_tid_z())
CLG_BY_DIMENSION(clg_local_size, (uint)__nvvm_read_ptx_sreg_ntid_x(),
                 (uint)__nvvm_read_ptx_sreg_ntid_y(), (uint)__nvvm_read_ptx_sreg_ntid_z())
CLG_BY_DIMENSION(clg_group_id, (uint)__nvvm_read_ptx_sreg_ctaid_x(),
                 (uint)__nvvm_read_ptx_sreg_ctaid_y(), (uint)__nvvm_read_ptx_sreg_ctaid_z())
CLG_BY_DIMENSION(clg_num_groups, (uint)__nvvm_read_ptx_sreg_nctaid_x(),
                 (uint)__nvvm_read_ptx_sreg_nctaid_y(), (uint)__nvvm_read_ptx_sreg_nctaid_z())
#define get_local_id clg_local_id
#define get_local_size clg_local_size
#define get_group_id clg_group_id
#define get_num_groups clg_num_groups
#define get_global_id(d) (clg_group_id(d) * clg_local_size(d) + clg_local_id(d))
#define get_global_size(d) (clg_num_groups(d) * clg_local_size(d))

#define barrier(flags) __nvvm_bar_sync(0)

CLG_INLINE float clg_exp(float x) { return __nvvm_ex2_approx_f(x * 1.4426950408889634f); }
CLG_INLINE float clg_log(float x) { return __nvvm_lg2_approx_f(x) * 0.6931471805599453f; }
CLG_INLINE float clg_sin(float x) { return __nvvm_sin_approx_f(x); }
CLG_INLINE float clg_cos(float x) { return __nvvm_cos_approx_f(x); }
CLG_INLINE float clg_sqrt(float x) { return __nvvm_sqrt_rn_f(x); }
CLG_INLINE double clg_sqrt(double x) { return __nvvm_sqrt_rn_d(x); }
CLG_INLINE float clg_rsqrt(float x) { return __nvvm_rsqrt_approx_f(x); }
CLG_INLINE double clg_rsqrt(double x) { return __nvvm_rsqrt_approx_d(x); }
CLG_INLINE float clg_fabs(float x) { return __nvvm_fabs_f(x); }
CLG_INLINE double clg_fabs(double x) { return __nvvm_fabs_d(x); }
#define exp clg_exp
#define log clg_log
#define sin clg_sin
#define cos clg_cos
#define sqrt clg_sqrt
#define rsqrt clg_rsqrt
#define fabs clg_fabs
#define native_exp clg_exp
#define native_log clg_log
#define native_sin clg_sin
#define native_cos clg_cos
#define native_sqrt clg_sqrt
#define native_rsqrt clg_rsqrt
#define native_recip(x) (1.0f / (x))
#define native_divide(x, y) ((x) / (y))

#define mad(a, b, c) ((a) * (b) + (c))
#define fma(a, b, c) ((a) * (b) + (c))
#define mad24(a, b, c) ((a) * (b) + (c))
#define mul24(a, b) ((a) * (b))
#define CLG_MINMAX(type, least, most)                            \
  CLG_INLINE type clg_min(type a, type b) { return least; }      \
  CLG_INLINE type clg_max(type a, type b) { return most; }       \
  CLG_INLINE type clg_clamp(type x, type a, type b) { return clg_min(clg_max(x, a), b); }
CLG_MINMAX(int, a < b ? a : b, a > b ? a : b)
CLG_MINMAX(uint, a < b ? a : b, a > b ? a : b)
CLG_MINMAX(long, a < b ? a : b, a > b ? a : b)
CLG_MINMAX(ulong, a < b ? a : b, a > b ? a : b)
CLG_MINMAX(float, __nvvm_fmin_f(a, b), __nvvm_fmax_f(a, b))
CLG_MINMAX(double, __nvvm_fmin_d(a, b), __nvvm_fmax_d(a, b))
#define min clg_min
#define max clg_max
#define fmin clg_min
#define fmax clg_max
#define clamp clg_clamp

#define CLG_VECTOR(type, n, space)                                    \
  CLG_INLINE type##n clg_vload##n(size_t i, const space type* p) {    \
    return *(const space type##n##_u*)(p + i * n);                    \
  }                                                                   \
  CLG_INLINE void clg_vstore##n(type##n v, size_t i, space type* p) { \
    *(space type##n##_u*)(p + i * n) = v;                             \
  }
#define CLG_UNALIGNED(type, n, bytes) typedef type##n type##n##_u __attribute__((aligned(bytes)));
#define CLG_VECTORS(type, bytes) \
  CLG_UNALIGNED(type, 2, bytes)  \
  CLG_UNALIGNED(type, 4, bytes)  \
  CLG_UNALIGNED(type, 8, bytes)  \
  CLG_UNALIGNED(type, 16, bytes) \
  CLG_VECTOR(type, 2, global)    \
  CLG_VECTOR(type, 4, global)    \
  CLG_VECTOR(type, 8, global)    \
  CLG_VECTOR(type, 16, global)   \
  CLG_VECTOR(type, 2, local)     \
  CLG_VECTOR(type, 4, local)     \
  CLG_VECTOR(type, 8, local)     \
  CLG_VECTOR(type, 16, local)
CLG_VECTORS(float, 4)
CLG_VECTORS(double, 8)
#define vload2 clg_vload2
#define vload4 clg_vload4
#define vload8 clg_vload8
#define vload16 clg_vload16
#define vstore2 clg_vstore2
#define vstore4 clg_vstore4
#define vstore8 clg_vstore8
#define vstore16 clg_vstore16

#define CLG_ATOMIC(name, op, space, state, type, ptx)              \
  CLG_INLINE type name(volatile space type* p, type v) {           \
    type old;                                                      \
    __asm__ volatile("atom." state "." op "." ptx " %0, [%1], %2;" \
                     : "=r"(old)                                   \
                     : "l"(p), "r"(v)                              \
                     : "memory");                                  \
    return old;                                                    \
  }
#define CLG_ATOMICS(name, op)                         \
  CLG_ATOMIC(name, op, global, "global", int, "s32")  \
  CLG_ATOMIC(name, op, global, "global", uint, "u32") \
  CLG_ATOMIC(name, op, local, "shared", int, "s32")   \
  CLG_ATOMIC(name, op, local, "shared", uint, "u32")
CLG_ATOMICS(clg_atomic_add, "add")
CLG_ATOMICS(clg_atomic_min, "min")
CLG_ATOMICS(clg_atomic_max, "max")
#define atomic_add clg_atomic_add
#define atomic_min clg_atomic_min
#define atomic_max clg_atomic_max
#define atomic_inc(p) clg_atomic_add((p), 1)
#define atomic_dec(p) clg_atomic_add((p), -1)
