// Every kernel of the tree and of the collector's tests, as each device's compiler made it: what
// the evaluator says of a group is what the processor does, instruction by instruction, access by
// access; or it refuses and says why.
#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <map>
#include <set>
#include <string>

#include "base/error.h"
#include "device/device.h"
#include "kernel_jobs.h"
#include "lens/evaluate/evaluator.h"
#include "lens/object/kernel_object.h"
#include "native_comparison.h"

namespace clgauge::lens {
namespace {

// Drivers compile slowly (a second a kernel): by default those kernels run, one group each, whose
// objects are there from before, and one in 29 of the others. CLGAUGE_LENS_ALL=1 compiles and runs
// all, two groups each (minutes).
const bool kAll = std::getenv("CLGAUGE_LENS_ALL") != nullptr;
const std::size_t kStride = kAll ? 1 : 29;
const std::uint64_t kMostSteps = kAll ? 60'000 : 5'000;
const std::string kObjects = CLGAUGE_BINARY_DIR "/lens-objects";

struct Tally {
  int exact = 0;
  int disagree = 0;
  int not_run = 0;
  std::uint64_t instructions = 0;
  std::uint64_t accesses = 0;
  std::map<std::string, int> refusals;
};

void check(const KernelJob& job, const std::string& binary, Tally& tally) {
  const auto image = std::make_shared<const ObjectImage>(load_image(x86_64_elf(binary)));
  Evaluator evaluator(image, job.kernel, job.launch);
  const auto groups = job.launch.groups();
  // The last group is where guards and remainders show.
  std::set<std::array<std::uint64_t, 3>> sampled{{groups[0] - 1, groups[1] - 1, groups[2] - 1}};
  if (kAll) {
    sampled.insert({0, 0, 0});
  }
  for (const auto& group : sampled) {
    CollectedAccesses sink;
    GroupTrace trace;
    try {
      trace = evaluator.evaluate(group, &sink);
    } catch (const Refusal& refusal) {
      ++tally.refusals[name_of(refusal.why())];
      if (std::getenv("CLGAUGE_LENS_VERBOSE") != nullptr) {
        std::printf("  refused %s: %s\n", job.name.c_str(), refusal.what());
      }
      continue;
    }
    if (trace.instructions > kMostSteps || leaves_its_buffers(job.launch, sink.accesses)) {
      ++tally.not_run;
      continue;
    }
    const std::string difference = difference_from_processor(
        evaluator.code(), job.kernel, job.launch, group, trace, sink.accesses, 100 * kMostSteps);
    if (difference.empty()) {
      ++tally.exact;
      tally.instructions += trace.instructions;
      tally.accesses += trace.accesses;
    } else {
      ++tally.disagree;
      ADD_FAILURE() << job.name << " (" << evaluator.runtime() << "), group " << group[0] << ","
                    << group[1] << "," << group[2] << ": " << difference;
    }
  }
}

TEST(EvaluationOracle, EvaluatedGroupsDoWhatTheProcessorDoes) {
  const std::vector<KernelJob> jobs = kernel_jobs(20260101);
  ASSERT_GT(jobs.size(), 200U);
  for (const device::Identity& device : device::discover_in_child().devices) {
    Tally tally;
    int without_object = 0;
    const std::vector<std::string> binaries = compiled_binaries(device, jobs, kStride, kObjects);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const KernelJob& job = jobs[i];
      const std::string& binary = binaries[i];
      if (binary.empty()) {
        ++without_object;
        continue;
      }
      try {
        check(job, binary, tally);
      } catch (const Error& error) {
        ADD_FAILURE() << job.name << " on " << device.platform << ": " << error.what();
      }
    }
    std::printf(
        "%s: %d groups exact (%llu instructions, %llu accesses), %d disagree, %d too long or too "
        "large to step, %d kernels without object; refused:",
        device.platform.c_str(), tally.exact, static_cast<unsigned long long>(tally.instructions),
        static_cast<unsigned long long>(tally.accesses), tally.disagree, tally.not_run,
        without_object);
    for (const auto& [why, count] : tally.refusals) {
      std::printf(" %s %d", why.c_str(), count);
    }
    std::printf("\n");
    EXPECT_GT(tally.exact, 0);
  }
}

}  // namespace
}  // namespace clgauge::lens
