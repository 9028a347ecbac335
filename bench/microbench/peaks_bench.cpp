// Peak FLOP/s and bandwidth by clgauge's microbenchmarks beside independent measurements in the
// same run, for a device that is the host's CPU. Rounds alternate, so that both sides see the same
// disturbances; the best round counts.
//   peaks_bench [DEVICE [ROUNDS]]
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "base/error.h"
#include "device/device.h"
#include "host_peaks.h"
#include "microbench/generators/filter.h"
#include "microbench/plan.h"
#include "microbench/worker/client.h"

namespace {

using namespace clgauge;
using namespace clgauge::microbench;

constexpr long kTriadElements = 16'777'216;

struct Pair {
  const char* name;
  const char* unit;
  double host = 0;
  double device = 0;
};

// The best rate of the kernels that `filter` chooses: `per_work` for each unit of their work.
double best_rate(const std::string& filter, double per_work, const device::Identity& identity,
                 WorkerClient& worker) {
  double best = 0;
  for (const PlanGroup& group : make_plan(filter, Effort::quick, identity).groups) {
    for (const MicroKernel& kernel : group.kernels) {
      const Measurement m = worker.run(kernel.job);
      if (m.status != Status::ok) {
        throw Error(ErrorKind::device, kernel.name + ": " + m.reason, m.detail);
      }
      best = std::max(best, kernel.work * per_work / m.min_seconds);
    }
  }
  return best;
}

int run(const std::string& selector, int rounds) {
  const device::Identity identity = device::select(device::discover_in_child(), selector);
  if (identity.type != "cpu") {
    throw Error(ErrorKind::usage, identity.name + " is not the host's CPU: choose another device");
  }
  const unsigned threads = identity.compute_units;
  WorkerClient worker({CLGAUGE_BINARY_DIR "/microbench/clgauge-worker", 0});
  const std::string chains = fmt::format("chains:8,12,24 groups:{} trips:2000", threads * 16);
  Pair pairs[] = {{"float32", "Gflop/s"}, {"float64", "Gflop/s"}, {"triad", "GB/s"}};
  for (int round = 0; round < rounds; ++round) {
    const auto keep = [](double& best, double value) { best = std::max(best, value * 1e-9); };
    keep(pairs[0].host, bench::host_flops_float32(threads));
    keep(pairs[0].device,
         best_rate("arithmetic op:madd dtype:float32 lanes:8,16 " + chains, 2, identity, worker));
    keep(pairs[1].host, bench::host_flops_float64(threads));
    keep(pairs[1].device,
         best_rate("arithmetic op:madd dtype:float64 lanes:4,8 " + chains, 2, identity, worker));
    keep(pairs[2].host, bench::host_triad_bytes(threads, kTriadElements));
    // Two loads and a store for each element, like the triad; the kernels' work is their loads.
    for (const int lanes : {1, 4}) {
      keep(pairs[2].device,
           best_rate(fmt::format("global_load dtype:float32 lanes:{} lstride:1 gstride:packed "
                                 "arrays:2 items:{}",
                                 lanes, kTriadElements / lanes),
                     6.0 * lanes, identity, worker));
    }
  }
  fmt::print("{} ({}), {} compute units, best of {} rounds\n", identity.name, identity.platform,
             threads, rounds);
  for (const Pair& pair : pairs) {
    fmt::print("{:8} host {:7.1f} {:8} device {:7.1f} {:8} difference {:+.1f}%\n", pair.name,
               pair.host, pair.unit, pair.device, pair.unit, 100 * (pair.device / pair.host - 1));
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc > 1 ? argv[1] : "", argc > 2 ? std::atoi(argv[2]) : 3);
  } catch (const Error& error) {
    fmt::print(stderr, "peaks_bench: {}\n{}\n", error.what(), error.detail());
    return exit_status(error.kind());
  }
}
