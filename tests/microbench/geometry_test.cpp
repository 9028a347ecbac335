// What walks through memory say of it: the analysis alone, on curves that were made up, simulated,
// or recorded on a machine of which everything is known.
#include "microbench/geometry/geometry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <numeric>
#include <random>
#include <set>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "simulated_memory.h"

namespace clgauge::microbench {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kKibi = 1024;
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<double> quarter_octaves(double low, double high) {
  std::vector<double> all;
  for (double octave = low; octave <= high; octave *= 2) {
    for (const double part : {1.0, 1.25, 1.5, 1.75}) all.push_back(part * octave);
  }
  return all;
}

// Levels with edges at sizes: each point is of the level of the smallest edge that holds it.
Curve staircase(const std::vector<std::pair<double, double>>& levels, double last_seconds) {
  Curve curve;
  for (const double at : quarter_octaves(4 * kKibi, 16384 * kKibi)) {
    double seconds = last_seconds;
    for (std::size_t i = levels.size(); i-- > 0;) {
      if (at <= levels[i].first) seconds = levels[i].second;
    }
    curve.push_back({at, seconds});
  }
  return curve;
}

// Noise that makes points longer only, most of them by little and some of them by much.
Curve disturbed(Curve curve, unsigned seed) {
  std::mt19937 engine(seed);
  std::exponential_distribution<double> little(100);
  std::bernoulli_distribution is_much(0.15);
  for (CurvePoint& point : curve) {
    point.seconds *= 1 + little(engine) + (is_much(engine) ? 100 * little(engine) : 0);
  }
  return curve;
}

GeometryCurves whole_buffers(const std::vector<Curve>& passes, const Curve& slow) {
  GeometryCurves curves;
  curves.footprint = passes;
  curves.slow_footprint = slow;
  return curves;
}

TEST(GeometryCurve, EnvelopeKeepsTheShortestAndDropsWhatIsNoTime) {
  EXPECT_THAT(lower_envelope({{4, 3}, {1, 2}, {2, kNaN}, {2, 5}, {4, 7}, {-1, 1}, {8, 4}, {16, 0}}),
              ElementsAre(CurvePoint{1, 2}, CurvePoint{2, 3}, CurvePoint{4, 3}, CurvePoint{8, 4}));
  EXPECT_THAT(lower_envelope({}), IsEmpty());
}

TEST(GeometryCurve, EdgesLieHalfWay) {
  const auto edges = edges_of(staircase({{32 * kKibi, 1}, {1024 * kKibi, 3}}, 10));
  ASSERT_EQ(edges.size(), 2U);
  EXPECT_EQ(edges[0].flat_until, 32 * kKibi);
  EXPECT_GT(edges[0].half_at, 32 * kKibi);
  EXPECT_LT(edges[0].half_at, 40 * kKibi);
  EXPECT_EQ(edges[1].from_seconds, 3);
  EXPECT_EQ(edges[1].to_seconds, 10);
}

TEST(GeometryCurve, NoEdgeWhereNothingRisesOrTooLittleIsKnown) {
  EXPECT_THAT(edges_of({}), IsEmpty());
  EXPECT_THAT(edges_of({{1, 1}, {2, 9}, {4, 9}}), IsEmpty());
  EXPECT_THAT(edges_of(staircase({}, 4)), IsEmpty());
  Curve creep;  // 10% an octave
  for (const double at : quarter_octaves(kKibi, 1024 * kKibi))
    creep.push_back({at, std::pow(at, 0.14)});
  EXPECT_THAT(edges_of(creep), IsEmpty());
  for (CurvePoint& point : creep) point.seconds = std::pow(point.at, 0.3);
  EXPECT_THAT(edges_of(creep), IsEmpty());
  EXPECT_FALSE(first_rise(staircase({}, 4)));
}

TEST(GeometryCurve, SizesOfDesignersAreRound) {
  EXPECT_THAT(design_sizes(30, 70), ElementsAre(32, 48, 64));
  EXPECT_THAT(design_sizes(5, 5.5), IsEmpty());
}

TEST(Geometry, FindsCapacitiesUnderNoise) {
  const Curve truth = staircase({{48 * kKibi, 1.4}, {2048 * kKibi, 4}}, 20);
  for (unsigned seed = 1; seed <= 50; ++seed) {
    const GeometryCurves curves = whole_buffers(
        {disturbed(truth, seed), disturbed(truth, seed + 100), disturbed(truth, seed + 200)},
        truth);
    EXPECT_THAT(geometry_of(curves).capacities_bytes, ElementsAre(48 * kKibi, 2048 * kKibi))
        << seed;
  }
}

TEST(Geometry, SaysNothingOfAnEdgeThatMoves) {
  const Curve fast = staircase({{32 * kKibi, 1.4}, {6144 * kKibi, 4}}, 20);
  const Curve slow = staircase({{32 * kKibi, 2}, {3072 * kKibi, 6}}, 60);
  const Geometry geometry = geometry_of(whole_buffers({fast, fast}, slow));
  EXPECT_THAT(geometry.capacities_bytes, ElementsAre(32 * kKibi, 0));
  EXPECT_THAT(geometry.unseen, testing::Contains(testing::HasSubstr("shared with others")));
  const Curve other = staircase({{16 * kKibi, 1.4}, {6144 * kKibi, 4}}, 20);
  EXPECT_THAT(geometry_of(whole_buffers({fast, other}, fast)).capacities_bytes,
              ElementsAre(0, 6144 * kKibi));
}

TEST(Geometry, SaysNothingWithoutCurves) {
  const Curve hostile{{kNaN, 1}, {1, kNaN}, {0, 0}, {-5, 3}, {2, -1}};
  for (const Curve& curve :
       {Curve{}, Curve{{1, 1}}, Curve{{1024, 0}, {2048, kNaN}}, hostile, staircase({}, 2)}) {
    GeometryCurves curves = whole_buffers({curve, curve}, curve);
    curves.first_bytes = 32768;
    curves.half_lines = curves.lines = curves.conflict = curves.sparse = curves.spacing =
        curves.pages = curves.dense = curve;
    Geometry nothing = geometry_of(curves);
    EXPECT_FALSE(nothing.unseen.empty());
    nothing.unseen.clear();
    EXPECT_EQ(nothing, Geometry{});
  }
}

TEST(Geometry, RoundTripsThroughJson) {
  Geometry geometry{{32768, 1048576}, 64, 8, true, 72, std::nullopt, 4096, {"second TLB: no edge"}};
  EXPECT_EQ(geometry_from_json(nlohmann::json::parse(to_json(geometry).dump())), geometry);
  EXPECT_EQ(geometry_from_json(to_json(Geometry{})), Geometry{});
  GeometryCurves curves = whole_buffers({{{1, 2}, {3, 4e-9}}, {}}, {{1, 0.1 + 0.2}});
  curves.first_bytes = 16384;
  curves.pages = {{8, 1e-9}};
  EXPECT_EQ(geometry_curves_from_json(nlohmann::json::parse(to_json(curves).dump())), curves);
  EXPECT_THROW((void)geometry_from_json(nlohmann::json::array()), Error);
  EXPECT_THROW((void)geometry_curves_from_json({{"footprint", 3}}), Error);
}

TEST(Ring, VisitsEveryNodeOnceWhereverItLies) {
  for (const RingShape& shape :
       {RingShape{1, 64, 0, 0}, RingShape{100, 64, 0, 32}, RingShape{512, 4096, 16, 0},
        RingShape{96, 64, 0, 512}, RingShape{33, 69632, 64, 0, 49152}}) {
    const Ring ring(shape);
    const std::vector<std::uint32_t> words = ring.content();
    ASSERT_EQ(words.size() * 4, bytes_of(shape));
    std::set<std::uint32_t> seen;
    std::uint32_t at = ring.word(0);
    for (std::size_t step = 0; step < shape.nodes; ++step) {
      EXPECT_EQ(at, ring.word(step));
      EXPECT_TRUE(seen.insert(at).second);
      at = words.at(at);
    }
    EXPECT_EQ(at, ring.word(0));
  }
  EXPECT_THROW(Ring({0, 64}), Error);
  EXPECT_THROW(Ring({8, 6}), Error);
  EXPECT_THROW(Ring({std::size_t{1} << 40U, 64}), Error);
}

struct Truth {
  double first_bytes;
  double second_bytes;
  unsigned first_ways;
  double first_tlb_pages;
  double second_tlb_pages;
};

// Curves that record_geometry took of two runtimes on two cores of an EPYC of the family of Zen 4,
// and on two of an Emerald Rapids, whatever else was running; both share their last cache with
// other machines, have lines of 64 bytes and pages of 4 KiB. What is said must be that.
TEST(Geometry, OfRecordedCurvesIsThatOfTheMachine) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(CLGAUGE_SOURCE_DIR) +
                                                               "/tests/microbench/recorded")) {
    SCOPED_TRACE(entry.path().filename());
    const bool is_emerald = entry.path().filename().string().starts_with("emerald-");
    const Truth truth = is_emerald ? Truth{48 * kKibi, 2048 * kKibi, 12, 96, 2048}
                                   : Truth{32 * kKibi, 1024 * kKibi, 8, 72, 3072};
    std::ifstream in(entry.path());
    const Geometry geometry =
        geometry_of(geometry_curves_from_json(nlohmann::json::parse(in).at("curves")));
    SCOPED_TRACE(to_json(geometry).dump());
    ++files;
    ASSERT_FALSE(geometry.capacities_bytes.empty());
    if (!is_emerald || geometry.capacities_bytes[0] > 0) {
      EXPECT_EQ(geometry.capacities_bytes[0], truth.first_bytes);
    }
    if (geometry.capacities_bytes.size() > 1 && geometry.capacities_bytes[1] > 0) {
      EXPECT_EQ(geometry.capacities_bytes[1], truth.second_bytes);
    }
    EXPECT_EQ(geometry.line_bytes.value_or(64), 64);
    EXPECT_EQ(geometry.first_ways.value_or(truth.first_ways), truth.first_ways);
    EXPECT_TRUE(is_emerald || geometry.first_is_lru.value_or(true));
    EXPECT_EQ(geometry.page_bytes.value_or(4096), 4096);
    // Sets are seen as sets.
    EXPECT_EQ(geometry.first_tlb_pages.value_or(is_emerald ? 0 : 72), truth.first_tlb_pages);
    EXPECT_EQ(geometry.second_tlb_pages.value_or(truth.second_tlb_pages), truth.second_tlb_pages);
  }
  EXPECT_GE(files, 4U);
}

// A walk through caches that are known: what is inferred is what they are, whatever they are.
class SimulatedGeometry : public testing::TestWithParam<unsigned> {};

TEST_P(SimulatedGeometry, IsInferred) {
  std::mt19937 engine(GetParam());
  const auto any = [&](auto... choices) {
    const std::vector<std::uint64_t> all{static_cast<std::uint64_t>(choices)...};
    return all[std::uniform_int_distribution<std::size_t>(0, all.size() - 1)(engine)];
  };
  const std::uint64_t line = any(64, 64, 128);
  const std::uint64_t page = any(4096, 4096, 16384, 65536);
  const bool is_lru = any(0, 1) == 1;
  const std::uint64_t first_pages = any(32, 48, 64, 72, 96);
  // All of its entries in one set, or, where nodes lie in sets one after another, 16 or 8 sets.
  const bool has_sets = page == 4096 && first_pages != 72 && any(0, 1) == 1;
  const auto tlb_ways =
      static_cast<unsigned>(has_sets ? first_pages / (first_pages < 64 ? 8 : 16) : 0);
  const std::uint64_t second_pages = any(1024, 1536, 2048);
  const unsigned ways = static_cast<unsigned>(any(4, 8, 12));
  const std::uint64_t sets = 64;
  const SimulatedMemory memory{{ways * sets * line, line, ways,
                                is_lru ? lens::Replacement::lru : lens::Replacement::half_random},
                               {any(512, 1024) * 1024, line, 8, lens::Replacement::lru},
                               {first_pages * page, page, tlb_ways, lens::Replacement::lru},
                               {second_pages * page, page, 16, lens::Replacement::lru}};
  SurveyLimits limits;
  limits.most_footprint = 4U << 20U;
  limits.small_passes = 0;
  const Geometry seen = geometry_of(survey(
      [&](const RingShape& ring, unsigned walks) { return memory.seconds(ring, walks); }, limits));
  SCOPED_TRACE(testing::Message() << memory.l1.capacity_bytes << " of " << memory.l1.ways
                                  << " ways, " << memory.l2.capacity_bytes << ", line " << line
                                  << ", page " << page << ", TLB " << first_pages << " of "
                                  << tlb_ways << " ways, " << second_pages
                                  << (is_lru ? ", LRU: " : ": ") << to_json(seen).dump());
  // What is hidden (a first cache of no usual size, an edge that the next one's hides) may be
  // absent, and must not be wrong.
  const auto first = static_cast<double>(memory.l1.capacity_bytes);
  const auto second = static_cast<double>(memory.l2.capacity_bytes);
  const std::vector<double> truth{first, second};
  for (std::size_t i = 0; i < seen.capacities_bytes.size(); ++i) {
    if (seen.capacities_bytes[i] > 0) {
      EXPECT_EQ(seen.capacities_bytes[i], truth.at(i));
    }
  }
  // Lines that lie a cache apart lie in few sets of a TLB, and may leave those before their own.
  const std::uint64_t tlb_sets = has_sets ? first_pages / tlb_ways : 1;
  const std::uint64_t met = tlb_sets / std::gcd(tlb_sets, memory.l1.capacity_bytes / page);
  const bool is_hidden = has_sets && met * tlb_ways < ways + 3;
  if (8 * first <= second) {
    ASSERT_FALSE(seen.capacities_bytes.empty());
    EXPECT_EQ(seen.line_bytes, static_cast<double>(line));
    if (seen.first_ways || !is_hidden) {
      EXPECT_EQ(seen.first_ways, ways);
      EXPECT_EQ(seen.first_is_lru, is_lru);
    }
  }
  EXPECT_EQ(seen.page_bytes, static_cast<double>(page));
  EXPECT_EQ(seen.first_tlb_pages, static_cast<double>(first_pages));
  if (seen.second_tlb_pages) {
    EXPECT_EQ(*seen.second_tlb_pages, static_cast<double>(second_pages));
  }
}

INSTANTIATE_TEST_SUITE_P(Random, SimulatedGeometry, testing::Range(1U, 13U));

}  // namespace
}  // namespace clgauge::microbench
