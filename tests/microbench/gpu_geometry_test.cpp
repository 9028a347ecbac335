// What walks through a GPU's memory say of it: on curves that were recorded on an H200 and on
// simulated memory.
#include "microbench/geometry/gpu_geometry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include <nlohmann/json.hpp>

#include "simulated_memory.h"

namespace clgauge::microbench {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double kKiB = 1024;
constexpr double kMiB = 1048576;

GeometryCurves recorded_on_h200() {
  std::ifstream in(std::string(CLGAUGE_SOURCE_DIR) + "/tests/microbench/recorded_gpu/h200.json");
  return geometry_curves_from_json(nlohmann::json::parse(in).at("curves"));
}

// Curves by the survey of CPUs, of 256 KiB that L1 and local memory share and 60 MiB of L2 in two
// halves. A load takes 40, 283 and, if two walks at once tell, about 760 cycles of 1.98 GHz.
TEST(GpuGeometry, OfAnH200) {
  const Geometry geometry = gpu_geometry_of(recorded_on_h200());
  SCOPED_TRACE(to_json(geometry).dump());
  EXPECT_THAT(geometry.capacities_bytes, ElementsAre(208 * kKiB, 25 * kMiB));
  EXPECT_EQ(geometry.line_bytes, 128);
  ASSERT_EQ(geometry.load_seconds.size(), 3U);
  EXPECT_NEAR(geometry.load_seconds[0], 20e-9, 0.2e-9);
  EXPECT_NEAR(geometry.load_seconds[1], 143e-9, 1e-9);
  EXPECT_NEAR(geometry.load_seconds[2], 386e-9, 1e-9);
  EXPECT_EQ(geometry.first_tlb_pages, kTlbWithoutEdge);
  EXPECT_EQ(geometry.second_tlb_pages, kTlbWithoutEdge);
  EXPECT_FALSE(geometry.page_bytes);
  EXPECT_FALSE(geometry.first_ways);
  EXPECT_THAT(geometry.unseen, IsEmpty());
  EXPECT_EQ(geometry_from_json(nlohmann::json::parse(to_json(geometry).dump())), geometry);
}

// One pass more or less, each with noise of its own, is no other device.
TEST(GpuGeometry, IsTheSameOfEachPass) {
  const GeometryCurves all = recorded_on_h200();
  GeometryCurves one = all;
  one.footprint.resize(1);
  EXPECT_EQ(gpu_geometry_of(one), gpu_geometry_of(all));
}

TEST(GpuGeometry, SaysNothingWithoutCurves) {
  Geometry nothing = gpu_geometry_of({});
  EXPECT_EQ(nothing.unseen.size(), 4U);
  nothing.unseen.clear();
  EXPECT_EQ(nothing, Geometry{});
}

TEST(GpuGeometry, WalksThatEndBeforeMemorySayNothingOfLoads) {
  GeometryCurves curves = recorded_on_h200();
  while (curves.slow_footprint.back().at > 48 * kMiB) curves.slow_footprint.pop_back();
  const Geometry geometry = gpu_geometry_of(curves);
  EXPECT_THAT(geometry.load_seconds, IsEmpty());
  EXPECT_THAT(geometry.unseen, Contains("load: memory was not walked"));
}

TEST(GpuGeometry, TranslationsThatCostAreNoTlbWithoutAnEdge) {
  GeometryCurves curves = recorded_on_h200();
  curves.reach = {{8 * kMiB, 143e-9}, {128 * kMiB, 150e-9}, {512 * kMiB, 260e-9}};
  const Geometry geometry = gpu_geometry_of(curves);
  EXPECT_FALSE(geometry.first_tlb_pages);
  EXPECT_THAT(geometry.unseen, Contains(HasSubstr("TLBs: 260 ns where lines lie far apart")));
  curves.reach.pop_back();
  EXPECT_EQ(gpu_geometry_of(curves).second_tlb_pages, kTlbWithoutEdge);
}

TEST(GpuGeometry, CurvesRoundTripThroughJson) {
  GeometryCurves curves;
  curves.footprint = {{{8192, 5e-9}}};
  curves.lone_footprint = {{8192, 20e-9}};
  curves.reach = {{8388608, 143e-9}, {33554432, 144e-9}};
  const auto json = nlohmann::json::parse(to_json(curves).dump());
  EXPECT_EQ(geometry_curves_from_json(json), curves);
  // Those of other devices are as they were.
  EXPECT_FALSE(to_json(GeometryCurves{}).contains("reach"));
  EXPECT_FALSE(to_json(Geometry{}).contains("load_seconds"));
}

struct Gpu {
  double first_bytes;
  double second_bytes;
  std::uint64_t line_bytes;
};

class SimulatedGpu : public testing::TestWithParam<Gpu> {};

// A cache that gives up a random one of its older lines misses half of a walk that is a little
// longer than it.
TEST_P(SimulatedGpu, IsInferred) {
  const auto& [first, second, line] = GetParam();
  const auto bytes = [](double value) { return static_cast<std::uint64_t>(value); };
  const std::uint64_t page = std::uint64_t{2} << 20U;
  const SimulatedMemory memory{{bytes(first), line, 16, lens::Replacement::half_random, true},
                               {bytes(second), line, 16, lens::Replacement::half_random, true},
                               {64 * page, page, 0, lens::Replacement::lru},
                               {64 * page, page, 0, lens::Replacement::lru}};
  constexpr std::size_t kMost = std::size_t{16} << 20U;
  const GeometryCurves curves =
      gpu_survey([&](const RingShape& ring, unsigned walks) { return memory.seconds(ring, walks); },
                 {.most_bytes = kMost, .most_footprint = kMost});
  const Geometry seen = gpu_geometry_of(curves);
  SCOPED_TRACE(to_json(seen).dump());
  ASSERT_EQ(seen.capacities_bytes.size(), 2U);
  EXPECT_NEAR(seen.capacities_bytes[0], first, 0.15 * first);
  EXPECT_NEAR(seen.capacities_bytes[1], second, 0.15 * second);
  EXPECT_EQ(seen.line_bytes, static_cast<double>(line));
  EXPECT_EQ(seen.first_tlb_pages, kTlbWithoutEdge);
  ASSERT_EQ(seen.load_seconds.size(), 3U);
  EXPECT_NEAR(seen.load_seconds[0], 1.4e-9, 0.1e-9);
  EXPECT_NEAR(seen.load_seconds[1], 4.1e-9, 0.2e-9);
  EXPECT_NEAR(seen.load_seconds[2], 61.4e-9, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(Some, SimulatedGpu,
                         testing::Values(Gpu{224 * kKiB, 4 * kMiB, 128},
                                         Gpu{112 * kKiB, 2.5 * kMiB, 128},
                                         Gpu{64 * kKiB, 2 * kMiB, 64}));

}  // namespace
}  // namespace clgauge::microbench
