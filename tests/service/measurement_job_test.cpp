// Jobs made of a kernel's model and what a person says of its buffers.
#include "service/engine/measurement_job.h"

#include <gmock/gmock.h>

#include "base/error.h"
#include "collector/kernel/launch_parser.h"
#include "service/engine/kernel_catalog.h"

namespace clgauge::service {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

constexpr const char* kGather = R"(
typedef struct { int first; float scale; } part;
__kernel void gather(__global float* to, __global const int* from, __global const float* a,
                     __global const part* p, __local float* tile, int n) {
  const int i = get_global_id(0);
  tile[from[i]] = a[from[i + n]] * p[0].scale;
  to[i] = tile[p[i].first];
}
)";

class MeasurementJobTest : public testing::Test {
 protected:
  void SetUp() override {
    collector::Source source;
    source.text = kGather;
    source.name = "gather.cl";
    collector::LaunchDescription launch;
    launch.global = {"1024"};
    launch.local = {"64"};
    launch.args = {{"n", "1024"}};
    source_ = source;
    model_ = KernelCatalog(store_).collect(source, "", launch);
    bindings_ = collector::argument_values(launch);
  }
  [[nodiscard]] microbench::Job job() const {
    return measurement_job(source_, model_, bindings_, inputs_);
  }

  db::Store store_ = db::Store::in_memory();
  collector::Source source_;
  collector::KernelModel model_;
  collector::Bindings bindings_;
  MeasurementInputs inputs_;
};

TEST_F(MeasurementJobTest, SizesThatNothingTellsCanBeAssumed) {
  EXPECT_THROW((void)job(), Error);
  const auto assumed = assumed_bytes(model_, bindings_, inputs_);
  EXPECT_THAT(assumed, ElementsAre(Pair("a", 64U << 20U), Pair("tile", 16U << 10U)));
  inputs_.buffer_bytes = assumed;
  EXPECT_TRUE(assumed_bytes(model_, bindings_, inputs_).empty());
  EXPECT_EQ(std::get<microbench::BufferArgument>(job().arguments[2]).bytes, 64U << 20U);
}

// What only chooses between ways goes either way, unless the kernel soon finds what it left itself.
TEST_F(MeasurementJobTest, IntegersThatOnlyChooseAreRandomUnlessTheKernelStoresThem) {
  source_.text = R"(
__kernel void choose(__global const int* in, __global int* kept, __global const int* from,
                     __global const int* trips, __global int* to) {
  const int i = get_global_id(0);
  if (in[i] > 50) to[i] = in[i];
  if (kept[i] > 50) kept[i] = to[from[i]];
  for (int k = 0; k < trips[i]; k++) to[i] += k;
}
)";
  collector::LaunchDescription launch;
  launch.global = {"1024"};
  launch.local = {"64"};
  model_ = KernelCatalog(store_).collect(source_, "", launch);
  bindings_ = {};
  inputs_.buffer_bytes = {{"to", 4096}};
  const microbench::Job made = job();
  const auto fill = [&](std::size_t i) {
    return std::get<microbench::BufferArgument>(made.arguments.at(i)).fill;
  };
  EXPECT_EQ(fill(0), microbench::Fill::normal_random);
  EXPECT_EQ(fill(1), microbench::Fill::zero);
  EXPECT_EQ(fill(2), microbench::Fill::zero);
  EXPECT_EQ(fill(3), microbench::Fill::zero);
}

TEST_F(MeasurementJobTest, ABufferHoldsWhatItIsSaidToHold) {
  inputs_.buffer_bytes = {{"tile", 4096}};
  inputs_.contents["a"].numbers = {1.5, -2};
  inputs_.contents["p"].numbers = {7, 0.5};
  inputs_.contents["from"].bytes = std::string(4, '\1');
  const microbench::Job made = job();
  const auto buffer = [&](std::size_t i) {
    return std::get<microbench::BufferArgument>(made.arguments.at(i));
  };
  EXPECT_EQ(buffer(0).fill, microbench::Fill::normal_random);
  EXPECT_EQ(buffer(1).content, std::string(4, '\1'));
  EXPECT_GE(buffer(1).bytes, 2048 * sizeof(int));  // as far as the kernel reaches
  EXPECT_EQ(buffer(2).bytes, 2 * sizeof(float));   // nothing tells more
  EXPECT_EQ(buffer(3).fill, microbench::Fill::given);
  const float values[] = {1.5, -2};
  EXPECT_EQ(buffer(2).content, std::string(reinterpret_cast<const char*>(values), 8));
  EXPECT_EQ(buffer(3).content.substr(0, 4), std::string("\7\0\0\0", 4));

  inputs_.contents["p"].numbers = {7, 0.5, 8};
  EXPECT_THAT([&] { (void)job(); },
              testing::ThrowsMessage<Error>(HasSubstr("a structure has 2 numbers, not 3")));
}

}  // namespace
}  // namespace clgauge::service
