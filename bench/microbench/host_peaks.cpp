#include "host_peaks.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <thread>
#include <vector>

namespace clgauge::bench {
namespace {

using Clock = std::chrono::steady_clock;

#if defined(__AVX512F__)
constexpr int kVectorBytes = 64;
#elif defined(__AVX__)
constexpr int kVectorBytes = 32;
#else
constexpr int kVectorBytes = 16;
#endif

// Enough to cover the latency of two multiply-add units, few enough for 16 registers.
constexpr int kAccumulators = 12;
constexpr long kTrips = 4'000'000;

typedef float FloatVector __attribute__((vector_size(kVectorBytes)));
typedef double DoubleVector __attribute__((vector_size(kVectorBytes)));

// The compiler must not see through these.
volatile float unknown_float = 1;
volatile double unknown_double = 1;

template <class Vector, class Scalar>
Scalar madd_chains(Scalar unknown) {
  Vector x[kAccumulators];
  for (int i = 0; i < kAccumulators; ++i) x[i] = Vector{} + static_cast<Scalar>(i);
  const Vector a = Vector{} + unknown;
  const Vector b = Vector{} + unknown;
  for (long t = 0; t < kTrips; ++t) {
    for (int i = 0; i < kAccumulators; ++i) x[i] = x[i] * a + b;
  }
  Vector sum = x[0];
  for (int i = 1; i < kAccumulators; ++i) sum += x[i];
  return sum[0];
}

// Seconds from the common start of all threads to the end of the last.
double timed(unsigned threads, const std::function<void(unsigned)>& work) {
  std::vector<std::thread> pool;
  const auto start = Clock::now();
  pool.reserve(threads);
  for (unsigned t = 0; t < threads; ++t) pool.emplace_back([&work, t] { work(t); });
  for (std::thread& thread : pool) thread.join();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

template <class Scalar>
double flops(double seconds, unsigned threads) {
  constexpr std::size_t kLanes = kVectorBytes / sizeof(Scalar);
  return 2.0 * static_cast<double>(kLanes * kAccumulators) * static_cast<double>(kTrips) * threads /
         seconds;
}

}  // namespace

double host_flops_float32(unsigned threads) {
  return flops<float>(timed(threads,
                            [](unsigned) {
                              unknown_float =
                                  madd_chains<FloatVector, float>(unknown_float) > 0 ? 1.0F : 0;
                            }),
                      threads);
}

double host_flops_float64(unsigned threads) {
  return flops<double>(timed(threads,
                             [](unsigned) {
                               unknown_double =
                                   madd_chains<DoubleVector, double>(unknown_double) > 0 ? 1 : 0;
                             }),
                       threads);
}

double host_triad_bytes(unsigned threads, long elements) {
  static std::vector<float> a;
  static std::vector<float> b;
  static std::vector<float> c;
  if (a.size() != static_cast<std::size_t>(elements)) {
    a.assign(static_cast<std::size_t>(elements), 0);
    b.assign(static_cast<std::size_t>(elements), 1);
    c.assign(static_cast<std::size_t>(elements), 2);
  }
  const float s = unknown_float;
  constexpr int kRepeats = 5;
  double best = 0;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    const double seconds = timed(threads, [&](unsigned t) {
      const long first = elements * t / threads;
      const long last = elements * (t + 1) / threads;
      float* __restrict to = a.data();
      const float* __restrict x = b.data();
      const float* __restrict y = c.data();
      for (long i = first; i < last; ++i) to[i] = x[i] + s * y[i];
    });
    best = std::max(best, 12.0 * static_cast<double>(elements) / seconds);
  }
  return best;
}

}  // namespace clgauge::bench
