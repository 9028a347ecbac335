// Looks at the compiled kernels of tests/lens/recorded, of both runtimes: the first one at a kernel
// (object bytes to features), one at another size of a kernel that was looked at, and the first one
// with all that a process of its own costs. A refusal is an answer, too.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "lens/launch/look.h"
#include "lens/process/client.h"
#include "recorded_looks.h"

namespace {

using clgauge::lens::kRecordedCpu;
using clgauge::lens::Lens;
using clgauge::lens::LensRequest;
using clgauge::lens::RecordedLooks;
using clgauge::lens::scheduling_cpus;

// As a process that looks at one kernel.
unsigned threads() { return std::clamp(std::thread::hardware_concurrency(), 1U, 2U); }

// A process that has looked at a kernel before has set up what is set up once.
void look_after(benchmark::State& state, const LensRequest& before, const LensRequest& request) {
  for (auto _ : state) {
    state.PauseTiming();
    Lens lens(scheduling_cpus(kRecordedCpu), {}, threads());
    benchmark::DoNotOptimize(lens.look(before));
    state.ResumeTiming();
    benchmark::DoNotOptimize(lens.look(request));
  }
}

void process(benchmark::State& state, const LensRequest& request) {
  for (auto _ : state) {
    benchmark::DoNotOptimize(clgauge::lens::look_in_process({request}));
  }
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  const std::vector<RecordedLooks> all = clgauge::lens::recorded_looks();
  for (std::size_t i = 0; i < all.size(); ++i) {
    const LensRequest& small = all[i].requests.front();
    const LensRequest& large = all[i].requests.back();
    const LensRequest& other = all[i == 0 ? 1 : 0].requests.front();
    const auto add = [&](const std::string& what, auto function, auto... arguments) {
      benchmark::RegisterBenchmark((what + "/" + all[i].name).c_str(), function, arguments...)
          ->Unit(benchmark::kMillisecond)
          ->UseRealTime();
    };
    add("first_look", look_after, other, large);
    add("new_size", look_after, small, large);
    add("process", process, large);
  }
  benchmark::RunSpecifiedBenchmarks();
}
