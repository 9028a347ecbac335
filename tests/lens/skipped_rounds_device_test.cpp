// Real kernels, as each device's compiler made them: a group whose rounds alike are skipped or
// foreseen counts what it counts when all of them are walked.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "base/paths.h"
#include "cpu_devices.h"
#include "kernels/catalogue.h"
#include "lens/code/image.h"
#include "lens/object/kernel_object.h"
#include "microbench/worker/client.h"
#include "service/engine/family_launch.h"
#include "service/engine/kernel_lens.h"
#include "walked_both_ways.h"

namespace clgauge::lens {
namespace {

using test::cpu_devices;

class SkippedRounds : public testing::TestWithParam<std::size_t> {
 protected:
  // Says whether something was skipped.
  bool check(microbench::Job job) {
    job.device_id = cpu_devices()[GetParam()].id;
    const auto compiled = worker_.run(job, microbench::Wanted::object);
    if (!compiled.object) {
      ADD_FAILURE() << "no object: " << compiled.reason << compiled.detail;
      return false;
    }
    const auto image =
        std::make_shared<const ObjectImage>(load_image(x86_64_elf(compiled.object->bytes)));
    try {
      const Pair pair = evaluate_both(image, job.kernel, service::evaluated_launch(job));
      return pair.skipped.foreseen > 0 || pair.told.repeats > 0;
    } catch (const Refusal& refusal) {
      EXPECT_EQ(refusal.why(), RefusalKind::data_dependent_address) << refusal.what();
      return false;
    }
  }

  microbench::WorkerClient worker_{
      {std::string(CLGAUGE_BINARY_DIR) + "/microbench/clgauge-worker", 0}};
};

TEST_P(SkippedRounds, OfTheTargetsCountAsWalked) {
  int skipped = 0;
  for (const kernels::Family& family : kernels::families()) {
    if (family.group != "target") {
      continue;
    }
    for (const kernels::Variant& variant : family.variants) {
      SCOPED_TRACE(family.name + "/" + variant.name);
      int sizes_left = 2;
      for (const kernels::Sizes& sizes : family.evaluation_sizes) {
        // The smallest are too small for skipping, the third is no power of two.
        if (kernels::violated_constraint(variant, sizes).empty() && sizes_left-- == 0) {
          skipped += check(service::job_of(variant, sizes)) ? 1 : 0;
        }
      }
    }
  }
  EXPECT_GT(skipped, 4);
}

TEST_P(SkippedRounds, OfLoopsThatChangeInTheirMidstCountAsWalked) {
  int skipped = 0;
  for (const char* kernel : {"syrk",
                             "covariance",
                             "guarded",
                             "bits",
                             "every_sixteenth",
                             "every_tenth",
                             "until_equal",
                             "two_exits",
                             "leaves_by_bits",
                             "shifts",
                             "strides",
                             "jumps_over_itself",
                             "ring",
                             "without_itself",
                             "own_group",
                             "window",
                             "elimination",
                             "gray",
                             "triangle_of_tiles",
                             "collatz_like",
                             "masked",
                             "turns_back",
                             "modulo"}) {
    for (const auto& [n, m] : {std::pair{320, 54}, std::pair{640, 7}, std::pair{1001, 500}}) {
      SCOPED_TRACE(kernel + (" n=" + std::to_string(n)) + " m=" + std::to_string(m));
      microbench::Job job;
      job.source = read_file(std::string(CLGAUGE_SOURCE_DIR) + "/tests/lens/loops.cl");
      job.kernel = kernel;
      job.global = {512, 1, 1};
      job.local = {64, 1, 1};
      constexpr std::size_t kBytes = 16U << 20U;
      job.arguments = {microbench::BufferArgument{kBytes, "float32", microbench::Fill::zero},
                       microbench::BufferArgument{kBytes, "float32", microbench::Fill::zero},
                       microbench::ScalarArgument{"int32", static_cast<double>(n)},
                       microbench::ScalarArgument{"int32", static_cast<double>(m)}};
      skipped += check(job) ? 1 : 0;
    }
  }
  EXPECT_GT(skipped, 20);
}

INSTANTIATE_TEST_SUITE_P(Devices, SkippedRounds,
                         testing::Range<std::size_t>(0, cpu_devices().size()),
                         [](const auto& test) { return "cpu" + std::to_string(test.param); });

}  // namespace
}  // namespace clgauge::lens
