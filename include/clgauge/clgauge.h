/* clgauge for C: which variant of a kernel to run, how long one takes, and telling how long it
 * took. Strings are UTF-8 and stay the caller's. Every function is thread-safe. Structures keep
 * their layout within one soname (libclgauge.so.1); whoever loads the library by name names that.
 * C++ programs have clgauge/choose.h and clgauge/client.h. */
#ifndef CLGAUGE_CLGAUGE_H
#define CLGAUGE_CLGAUGE_H

#include <stddef.h>
#include <stdint.h>

#include "clgauge/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* One way to do the same work; `kernel_model` is what `clgauge count --emit-model` printed. */
typedef struct {
  const char* name;
  const char* kernel_model;
} clgauge_variant;

/* The value of an integer argument, or of a symbol of the NDRange. */
typedef struct {
  const char* name;
  int64_t value;
} clgauge_size;

typedef enum {
  CLGAUGE_BY_DAEMON = 0,
  CLGAUGE_BY_STORE = 1,
  CLGAUGE_BY_FALLBACK = 2
} clgauge_answered_by;

typedef struct {
  size_t index; /* of the variant to take */
  clgauge_answered_by answered_by;
  double expected_regret; /* mean of (its time) / (time of the best); 1 for the fallback */
  char why[256];          /* when it is the fallback: what kept the others from answering */
  char unsupported[256];  /* what the variant's time cannot rely on, as in clgauge_prediction */
} clgauge_choice;

/* Returns within 50 ms; `fallback` is the index of the variant to take when nobody can tell.
 * `device` is an id or part of a name; NULL for the only calibrated one. */
CLGAUGE_EXPORT clgauge_choice clgauge_choose(const clgauge_variant* variants, size_t variant_count,
                                             const clgauge_size* sizes, size_t size_count,
                                             size_t fallback, const char* device);

typedef struct {
  double seconds;
  double low_seconds; /* the interval holds the time of a run with probability `coverage` */
  double high_seconds;
  double coverage;
  char unsupported[256]; /* names of what it cannot rely on (features, costs), joined by ", ", as
                            many as there is room for; empty: nothing */
} clgauge_prediction;

/* How long a kernel takes, from the store. 0, or -1 with one line in `error`, which may be NULL. */
CLGAUGE_EXPORT int clgauge_predict(const char* kernel_model, const clgauge_size* sizes,
                                   size_t size_count, const char* device,
                                   clgauge_prediction* prediction, char* error, size_t error_bytes);

/* Tells how long a run really took: predictions of this kernel on this device get better, for every
 * program that asks. Written by clgauged while one runs, else by this process. 0, or -1 with one
 * line in `error`, which may be NULL. */
CLGAUGE_EXPORT int clgauge_observe(const char* kernel_model, const clgauge_size* sizes,
                                   size_t size_count, double seconds, const char* device,
                                   char* error, size_t error_bytes);

#ifdef __cplusplus
}
#endif

#endif
