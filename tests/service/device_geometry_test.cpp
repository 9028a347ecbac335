#include "service/engine/device_geometry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "microbench/geometry/gpu_geometry.h"
#include "service/engine/device_record.h"
#include "service/engine/fitting.h"
#include "service/engine/kernel_lens.h"
#include "service/engine/sample_record.h"
#include "stored_calibration.h"

namespace clgauge::service {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

DeviceGeometry seen(const microbench::Geometry& geometry) { return {{}, geometry, {}}; }

std::vector<double> capacities(const model::DeviceTraits& traits) {
  std::vector<double> bytes;
  for (const auto& level : traits.caches) bytes.push_back(level.capacity_bytes);
  return bytes;
}

TEST(DeviceGeometry, WhereNothingWasSeenTheReportHolds) {
  const DeviceGeometry nothing = seen({});
  EXPECT_EQ(to_json(traits_from(nothing)), to_json(nothing.reported));
  EXPECT_THAT(disputes_of(nothing), IsEmpty());
  for (const auto& fact : facts_of(nothing)) EXPECT_FALSE(fact.seen) << fact.what;
  EXPECT_THAT(summary_of(nothing), HasSubstr("taken as reported: cache 1 capacity 32 KiB"));
}

TEST(DeviceGeometry, CapacitiesStandForLevelsInOrder) {
  constexpr double kMebi = 1048576;
  const auto used = [](std::vector<double> bytes) {
    return capacities(traits_from(seen({.capacities_bytes = std::move(bytes)})));
  };
  EXPECT_THAT(used({49152}), ElementsAre(49152, kMebi, 32 * kMebi));
  EXPECT_THAT(used({49152, 1.5 * kMebi, 48 * kMebi}), ElementsAre(49152, 1.5 * kMebi, 48 * kMebi));
  EXPECT_THAT(used({0, 1.5 * kMebi, 0}), ElementsAre(32768, 1.5 * kMebi, 32 * kMebi));
  // The last edge is the last cache's, and what is smaller than reported is disturbed.
  EXPECT_THAT(used({32768, 3 * kMebi}), ElementsAre(32768, kMebi, 32 * kMebi));
  EXPECT_THAT(used({32768, 786432, 6 * kMebi}), ElementsAre(32768, kMebi, 32 * kMebi));
  EXPECT_THAT(used({24576, 65536, 2 * kMebi, 48 * kMebi}), ElementsAre(24576, kMebi, 48 * kMebi));
  // What is much larger than reported is no size of that cache.
  EXPECT_THAT(used({32768, 2 * kMebi, 64 * kMebi}), ElementsAre(32768, kMebi, 32 * kMebi));
}

// Many walks at once hid the first cache of an Emerald Rapids: 96 KiB of lines of 128 bytes.
TEST(DeviceGeometry, WhereTheFirstCacheCanNotBeItsLinesAreAsReported) {
  const model::DeviceTraits traits = traits_from(seen(
      {.capacities_bytes = {98304}, .line_bytes = 128, .first_ways = 12, .first_is_lru = true}));
  EXPECT_EQ(traits.caches[0].capacity_bytes, 32768);
  EXPECT_EQ(traits.caches[0].line_bytes, 64);
  EXPECT_EQ(traits.caches[0].ways, 8U);
  EXPECT_FALSE(traits.caches[0].is_lru);
}

// An Emerald Rapids, whose edge from 1.25 to 2.24 MiB was not clear and whose last cache, of which
// others leave little, showed edges at 6 and 16 MiB.
TEST(DeviceGeometry, AnEdgeBehindOneThatIsNotClearIsNoSmallerCaches) {
  constexpr double kMebi = 1048576;
  DeviceGeometry geometry = seen({.capacities_bytes = {49152, 0, 6 * kMebi, 0}});
  geometry.reported.caches = {{49152, 64, 12}, {2 * kMebi, 64, 16}, {260 * kMebi, 64, 20}};
  EXPECT_THAT(capacities(traits_from(geometry)), ElementsAre(49152, 2 * kMebi, 260 * kMebi));
  EXPECT_THAT(disputes_of(geometry), IsEmpty());
  geometry.seen.capacities_bytes = {49152, 6 * kMebi};
  EXPECT_THAT(capacities(traits_from(geometry)), ElementsAre(49152, 2 * kMebi, 260 * kMebi));
  ASSERT_EQ(disputes_of(geometry).size(), 1U);
  EXPECT_THAT(disputes_of(geometry)[0],
              HasSubstr("cache 2 capacity: walks through memory see 6 MiB, the system reports 2 "
                        "MiB; predictions go by what is reported"));
}

// A virtual machine's part of the 260 MiB of an Emerald Rapids.
TEST(DeviceGeometry, ALastCacheThatOthersFillIsNoLargerThanWhatIsWalked) {
  constexpr double kMebi = 1048576;
  DeviceGeometry geometry = seen({.capacities_bytes = {49152, 2 * kMebi, 16 * kMebi}});
  geometry.reported.caches = {{49152, 64, 12}, {2 * kMebi, 64, 16}, {260 * kMebi, 64, 20}};
  const auto last = [&](std::vector<microbench::CurvePoint> walk) {
    geometry.curves.footprint = {std::move(walk)};
    return traits_from(geometry).caches.back().capacity_bytes / kMebi;
  };
  EXPECT_EQ(last({}), 260);
  EXPECT_EQ(last({{6 * kMebi, 5.7e-9}, {10 * kMebi, 6.6e-9}, {96 * kMebi, 19e-9}}), 48);
  ASSERT_EQ(disputes_of(geometry).size(), 1U);
  EXPECT_THAT(disputes_of(geometry)[0], HasSubstr("see 48 MiB, the system reports 260 MiB"));
  // A machine that nobody else uses; walks that end before memory; a disturbance in the middle.
  EXPECT_EQ(last({{6 * kMebi, 5.7e-9}, {10 * kMebi, 5.9e-9}, {96 * kMebi, 7e-9}}), 260);
  EXPECT_EQ(last({{6 * kMebi, 5.7e-9}, {10 * kMebi, 6.6e-9}, {12 * kMebi, 19e-9}}), 260);
  EXPECT_EQ(last({{6 * kMebi, 5.7e-9}, {32 * kMebi, 19e-9}, {96 * kMebi, 7e-9}}), 260);
  geometry.reported.caches.back().capacity_bytes = 32 * kMebi;
  EXPECT_EQ(last({{6 * kMebi, 5.7e-9}, {10 * kMebi, 6.6e-9}, {96 * kMebi, 19e-9}}), 32);
}

// A Granite Rapids, whose walks keep 12 to 20 MiB of 480, and whose cores stream 128.
TEST(DeviceGeometry, OfALastCacheBeyondWalksStreamsSayWhatIsKept) {
  constexpr double kMebi = 1048576;
  DeviceGeometry geometry = seen({.capacities_bytes = {49152, 2 * kMebi, 0}});
  geometry.reported.caches = {{49152, 64, 12}, {2 * kMebi, 64, 16}, {480 * kMebi, 64, 16}};
  geometry.curves.footprint = {{{6 * kMebi, 5.7e-9}, {10 * kMebi, 6.6e-9}, {96 * kMebi, 19e-9}}};
  const auto last = [&](microbench::Curve streams) {
    geometry.curves.streams = std::move(streams);
    return traits_from(geometry).caches.back().capacity_bytes / kMebi;
  };
  EXPECT_EQ(last({}), 48);
  const microbench::Curve rises = {{16 * kMebi, 1.1e-9},  {64 * kMebi, 1.1e-9},
                                   {96 * kMebi, 1.15e-9}, {128 * kMebi, 1.3e-9},
                                   {192 * kMebi, 1.7e-9}, {512 * kMebi, 2e-9}};
  EXPECT_EQ(last(rises), 96) << "no more, for what comes from memory is measured, too";
  EXPECT_THAT(disputes_of(geometry)[0], HasSubstr("see 96 MiB, the system reports 480 MiB"));
  EXPECT_EQ(to_json(facts_of(geometry)).at(2).at("source"), "seen");
  const auto restored = microbench::geometry_curves_from_json(microbench::to_json(geometry.curves));
  EXPECT_EQ(restored, geometry.curves);
  // A disturbance in the middle; memory as fast as the cache.
  microbench::Curve disturbed = rises;
  disturbed[1].seconds = 3e-9;
  EXPECT_EQ(last(disturbed), 96);
  EXPECT_EQ(
      last({{16 * kMebi, 1.1e-9}, {48 * kMebi, 1.2e-9}, {64 * kMebi, 1.6e-9}, {96 * kMebi, 2e-9}}),
      64);
  EXPECT_EQ(last({{16 * kMebi, 1.1e-9}, {128 * kMebi, 1.2e-9}, {512 * kMebi, 1.2e-9}}), 48);
  // What is smaller than walks go through is not streamed.
  geometry.reported.caches.back().capacity_bytes = 32 * kMebi;
  EXPECT_EQ(last(rises), 32);
}

// A virtual machine's part of the 32 MiB of a Zen 4: the more it asks, the more it has.
TEST(DeviceGeometry, OfALastCacheThatSlowWalksKeepAPartOfTwoThirdsOfTheWayCount) {
  constexpr double kMebi = 1048576;
  DeviceGeometry geometry = seen({.capacities_bytes = {32768}});
  const auto last = [&](microbench::Curve walk) {
    geometry.curves.slow_footprint = std::move(walk);
    const auto kept = model::device_traits_from_json(to_json(traits_from(geometry)));
    return kept.caches.back().capacity_bytes / kMebi;
  };
  EXPECT_EQ(last({}), 32);
  EXPECT_EQ(last({{2 * kMebi, 6e-9}, {7 * kMebi, 6e-9}, {7.3 * kMebi, 60e-9}, {96 * kMebi, 60e-9}}),
            19)
      << "whole";
  EXPECT_NEAR(
      last({{2 * kMebi, 6e-9}, {4 * kMebi, 6e-9}, {4.001 * kMebi, 60e-9}, {96 * kMebi, 60e-9}}), 16,
      0.01);
  ASSERT_EQ(disputes_of(geometry).size(), 1U);
  EXPECT_THAT(disputes_of(geometry)[0],
              HasSubstr("see 4 MiB, the system reports 32 MiB; predictions go by 16 MiB between"));
  EXPECT_EQ(to_json(facts_of(geometry)).at(2).at("source"), "between");
  // A machine that nobody else uses; walks that end before memory; a disturbance in the middle.
  EXPECT_EQ(last({{2 * kMebi, 6e-9}, {32 * kMebi, 7e-9}, {40 * kMebi, 60e-9}, {96 * kMebi, 60e-9}}),
            32);
  EXPECT_EQ(last({{2 * kMebi, 6e-9}, {4 * kMebi, 6e-9}, {12 * kMebi, 60e-9}}), 32);
  EXPECT_EQ(last({{2 * kMebi, 6e-9}, {4 * kMebi, 60e-9}, {96 * kMebi, 7e-9}}), 32);
}

TEST(DeviceGeometry, NamesWhatContradictsTheReport) {
  DeviceGeometry geometry = seen({.capacities_bytes = {32768, 0, 6291456},
                                  .line_bytes = 64,
                                  .first_ways = 8,
                                  .first_is_lru = true,
                                  .first_tlb_pages = 72,
                                  .second_tlb_pages = 3072,
                                  .page_bytes = 4096});
  ASSERT_EQ(disputes_of(geometry).size(), 1U);
  EXPECT_THAT(
      disputes_of(geometry)[0],
      HasSubstr("cache 3 capacity: walks through memory see 6 MiB, the system reports 32 MiB; "
                "predictions go by what is reported"));
  const model::DeviceTraits traits = traits_from(geometry);
  EXPECT_TRUE(traits.caches[0].is_lru);
  EXPECT_EQ(traits.first_tlb_pages, 72);
  EXPECT_EQ(traits.tlb_pages, 3072);
  const auto facts = to_json(facts_of(geometry));
  EXPECT_EQ(facts.at(2).at("what"), "cache 3 capacity");
  EXPECT_EQ(facts.at(2).at("source"), "reported");
  EXPECT_EQ(facts.at(2).at("seen"), 6291456);
  EXPECT_EQ(facts.at(1).at("seen"), nullptr);
}

// What was recorded on an H200, of which the driver says 4.1 MiB of cache and lines of 128 bytes.
DeviceGeometry geometry_of_h200() {
  std::ifstream in(std::string(CLGAUGE_SOURCE_DIR) + "/tests/microbench/recorded_gpu/h200.json");
  db::DeviceRow h200;
  h200.type = "gpu";
  h200.compute_units = 132;
  h200.global_cache_bytes = 4325376;
  h200.cache_line_bytes = 128;
  DeviceGeometry geometry;
  geometry.reported = traits_of(h200);
  geometry.curves = microbench::geometry_curves_from_json(nlohmann::json::parse(in).at("curves"));
  geometry.seen = microbench::gpu_geometry_of(geometry.curves);
  return geometry;
}

TEST(DeviceGeometry, OfAGpuCountsWhatIsSeen) {
  constexpr double kMebi = 1048576;
  const DeviceGeometry geometry = geometry_of_h200();
  const model::DeviceTraits traits = traits_from(geometry);
  EXPECT_TRUE(traits.is_gpu);
  EXPECT_EQ(traits.sub_group_size, 32U);
  EXPECT_THAT(capacities(traits), ElementsAre(212992, 25 * kMebi));
  EXPECT_EQ(traits.caches[0].line_bytes, 128);
  EXPECT_EQ(traits.tlb_pages, microbench::kTlbWithoutEdge);
  EXPECT_EQ(traits.load_seconds, geometry.seen.load_seconds);
  EXPECT_THAT(disputes_of(geometry),
              ElementsAre("cache 2 capacity: walks through memory see 25 MiB, the system reports "
                          "4.125 MiB; predictions go by what is seen"));
  EXPECT_EQ(
      summary_of(geometry),
      "walks through memory see cache 1 capacity 208 KiB, cache 2 capacity 25 MiB, cache "
      "line 128 B, TLB 1 without an edge, TLB 2 without an edge, load from cache 1 20.1 "
      "ns, load from cache 2 143 ns, load from memory 386 ns; taken as reported: cache 1 ways 8 "
      "(a usual size), page 2 MiB (a usual size)");
}

// The second cache is every core's, and memory lies behind it.
TEST(DeviceGeometry, AGpuHasNoThirdCache) {
  const model::DeviceTraits traits = traits_from(geometry_of_h200());
  const lens::MachineShape machine = machine_shape(traits);
  EXPECT_EQ(machine.core.l1.capacity_bytes, 212992U);
  EXPECT_EQ(machine.core.l2.capacity_bytes, 26214400U);
  EXPECT_EQ(machine.shared_cache_bytes, 0U);
  EXPECT_EQ(machine.cores, 132U);
  EXPECT_FALSE(machine.translations_cost);
  EXPECT_EQ(machine.core.tlb1.capacity_bytes, 64ULL << 21U);
  const lens::MachineShape usual = machine_shape(model::DeviceTraits{});
  EXPECT_EQ(usual.shared_cache_bytes, 33554432U);
  EXPECT_TRUE(usual.translations_cost);
}

TEST(DeviceGeometry, OfAGpuThatShowsOneEdgeLoadsTakeWhatTheyTakeThere) {
  DeviceGeometry geometry = geometry_of_h200();
  const auto used = [&](std::vector<double> bytes, std::vector<double> seconds) {
    geometry.seen = {.capacities_bytes = std::move(bytes), .load_seconds = std::move(seconds)};
    return traits_from(geometry);
  };
  // Loads that go around the first cache; a second one beyond all that was walked.
  EXPECT_THAT(capacities(used({6291456}, {})), ElementsAre(65536, 6291456));
  EXPECT_THAT(used({6291456}, {2e-7, 4e-7}).load_seconds, ElementsAre(2e-7, 2e-7, 4e-7));
  EXPECT_THAT(capacities(used({32768}, {})), ElementsAre(32768, 4325376));
  EXPECT_THAT(used({32768}, {2e-8, 4e-7}).load_seconds, ElementsAre(2e-8, 4e-7, 4e-7));
  EXPECT_THAT(used({0, 6291456}, {}).load_seconds, IsEmpty());
  EXPECT_THAT(capacities(used({}, {})), ElementsAre(65536, 4325376));
}

TEST(DeviceTraits, OfAGpuRoundTrip) {
  const model::DeviceTraits traits = traits_from(geometry_of_h200());
  nlohmann::json json = nlohmann::json::parse(to_json(traits).dump());
  const model::DeviceTraits back = model::device_traits_from_json(json);
  EXPECT_TRUE(back.is_gpu);
  EXPECT_EQ(back.load_seconds, traits.load_seconds);
  EXPECT_EQ(to_json(back), json);
  json["load_seconds"] = {1e-8, 1e-7};
  EXPECT_THROW(static_cast<void>(model::device_traits_from_json(json)), Error);
  json["load_seconds"] = {1e-8, 0, 1e-7};
  EXPECT_THROW(static_cast<void>(model::device_traits_from_json(json)), Error);
  EXPECT_FALSE(to_json(model::DeviceTraits{}).contains("load_seconds"));
  EXPECT_FALSE(to_json(model::DeviceTraits{}).contains("gpu"));
}

TEST(DeviceGeometry, RoundTripsThroughProvenanceAndOldOnesHaveNone) {
  DeviceGeometry geometry = seen({.capacities_bytes = {32768}, .unseen = {"page: no edge"}});
  geometry.curves.footprint = {{{4096, 1e-9}}};
  geometry.reported.compute_units = 7;
  const auto back = geometry_in({{kGeometryProvenance, to_json(geometry).dump()}});
  ASSERT_TRUE(back);
  EXPECT_EQ(back->curves, geometry.curves);
  EXPECT_EQ(back->seen, geometry.seen);
  EXPECT_EQ(to_json(back->reported), to_json(geometry.reported));
  EXPECT_FALSE(geometry_in({{kTraitsProvenance, "{}"}}));
  EXPECT_FALSE(geometry_in({{kGeometryProvenance, "{\"later\":1}"}}));
  EXPECT_FALSE(geometry_in({{kGeometryProvenance, "no JSON"}}));
  try {
    static_cast<void>(
        geometry_in({{kGeometryProvenance, R"({"curves":7,"seen":{},"reported":{}})"}}));
    FAIL() << "curves are no number";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::store);
    EXPECT_NE(std::string(error.what()).find("damaged (curves of a device's geometry: "),
              std::string::npos)
        << error.what();
    EXPECT_NE(std::string(error.what()).find("calibrate --force"), std::string::npos);
  }
}

TEST(DeviceTraits, OfBeforeTlbsWereSeenStillLoad) {
  const auto traits = model::device_traits_from_json(nlohmann::json::parse(
      R"({"caches":[{"capacity_bytes":32768,"line_bytes":64,"ways":8}],"compute_units":2,
          "page_bytes":4096,"sub_group_size":1,"tlb_pages":1536})"));
  EXPECT_EQ(traits.first_tlb_pages, 64);
  EXPECT_FALSE(traits.caches[0].is_lru);
}

TEST(DeviceTraits, OfADamagedCalibrationAreTheStoresError) {
  db::Store store = db::Store::in_memory();
  for (const char* traits : {"{oops", "{}", R"({"caches":[]})"}) {
    db::CalibrationRow row = quick_calibration(store, some_device());
    row.provenance = {{kTraitsProvenance, traits}};
    const std::string uid = db::CalibrationTable(store).start(row);
    try {
      static_cast<void>(traits_of_calibration(store, uid));
      ADD_FAILURE() << traits;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::store);
      EXPECT_THAT(error.what(), HasSubstr("calibration " + uid + " in "));
      EXPECT_THAT(error.what(), HasSubstr("run clgauge calibrate --force"));
    }
  }
}

}  // namespace
}  // namespace clgauge::service
