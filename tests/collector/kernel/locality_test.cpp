// Lines and footprints of work-groups against walking over every work-item and iteration.
#include "collector/kernel/locality.h"

#include <gmock/gmock.h>

#include <cmath>
#include <random>
#include <set>

#include "base/error.h"
#include "collector/kernel/byte_ranges.h"

namespace clgauge::collector {
namespace {

struct Case {
  std::array<std::int64_t, 3> local{1, 1, 1};
  std::array<std::int64_t, 3> groups{1, 1, 1};
  std::vector<std::int64_t> trips;  // of nested loops
  std::int64_t bytes = 4;
  struct Reference {
    std::int64_t first_byte = 0;
    std::array<std::int64_t, 3> local{};  // strides, in elements
    std::array<std::int64_t, 3> group{};
    std::vector<std::int64_t> loops;
  };
  std::vector<Reference> references;
};

Case random_case(std::mt19937& random) {
  const auto below = [&](std::int64_t n) {
    return std::uniform_int_distribution<std::int64_t>(0, n - 1)(random);
  };
  Case result;
  result.bytes = std::int64_t{1} << below(5);
  for (std::size_t d = 0; d < 3; ++d) {
    result.local[d] = 1 + below(d == 0 ? 9 : 3);
    result.groups[d] = 1 + below(3);
  }
  for (std::int64_t loop = below(3); loop > 0; --loop) result.trips.push_back(1 + below(6));
  const auto stride = [&] { return below(3) == 0 ? below(41) - 20 : below(3); };
  for (std::int64_t r = 1 + below(3); r > 0; --r) {
    Case::Reference reference;
    reference.first_byte = below(300) - 100;
    for (std::size_t d = 0; d < 3; ++d) {
      reference.local[d] = stride();
      reference.group[d] = stride();
    }
    for (std::size_t i = 0; i < result.trips.size(); ++i) reference.loops.push_back(stride());
    result.references.push_back(reference);
  }
  return result;
}

Formula number(std::int64_t value) { return Formula(value); }

KernelModel model_of(const Case& c) {
  KernelModel model;
  std::int64_t runs = 1;
  std::int64_t per_item = 1;
  for (std::size_t d = 0; d < 3; ++d) {
    model.global_size.push_back(number(c.local[d] * c.groups[d]));
    model.local_size.push_back(number(c.local[d]));
    runs *= c.local[d] * c.groups[d];
  }
  for (std::size_t i = 0; i < c.trips.size(); ++i) {
    LoopCount loop;
    loop.name = "L" + std::to_string(i);
    loop.parent = i == 0 ? "" : "L" + std::to_string(i - 1);
    loop.uniform = true;
    loop.iterations.per_item = number(per_item *= c.trips[i]);
    loop.iterations.total = number(runs *= c.trips[i]);
    model.loops.push_back(loop);
  }
  for (const Case::Reference& reference : c.references) {
    Access access;
    access.array = "a";
    access.space = "global";
    access.direction = "load";
    access.bytes = static_cast<int>(c.bytes);
    access.stride_unit_bytes = access.bytes;
    access.first_byte = number(reference.first_byte);
    for (std::size_t d = 0; d < 3; ++d) {
      access.local_strides.push_back(number(reference.local[d]));
      access.group_strides.push_back(number(reference.group[d]));
    }
    for (std::size_t i = 0; i < c.trips.size(); ++i) {
      access.loop_strides["L" + std::to_string(i)] = number(reference.loops[i]);
    }
    access.count.total = number(runs);
    model.accesses.push_back(access);
  }
  ArrayUse use;
  use.array = "a";
  use.space = "global";
  model.arrays.push_back(use);
  return model;
}

// Calls `visit(group, local, address)` for every execution of one access.
template <typename Visit>
void walk(const Case& c, const Case::Reference& reference, const Visit& visit) {
  std::vector<std::int64_t> extents(c.groups.begin(), c.groups.end());
  extents.insert(extents.end(), c.trips.begin(), c.trips.end());
  extents.insert(extents.end(), c.local.begin(), c.local.end());
  std::vector<std::int64_t> at(extents.size(), 0);
  const std::size_t loops = c.trips.size();
  for (;;) {
    std::int64_t address = reference.first_byte;
    for (std::size_t d = 0; d < 3; ++d) {
      address += c.bytes * (at[d] * reference.group[d] + at[3 + loops + d] * reference.local[d]);
    }
    for (std::size_t i = 0; i < loops; ++i) address += c.bytes * at[3 + i] * reference.loops[i];
    visit(at, address);
    std::size_t digit = extents.size();
    while (digit > 0 && ++at[digit - 1] == extents[digit - 1]) at[--digit] = 0;
    if (digit == 0) return;
  }
}

double brute_force_lines(const Case& c, const Case::Reference& reference,
                         const LocalityOptions& options) {
  std::set<std::vector<std::int64_t>> lines;       // execution of a sub-group, then the line
  std::set<std::vector<std::int64_t>> executions;  // of sub-groups
  const std::size_t loops = c.trips.size();
  walk(c, reference, [&](const std::vector<std::int64_t>& at, std::int64_t address) {
    std::vector<std::int64_t> key(at.begin(), at.begin() + 3 + static_cast<std::ptrdiff_t>(loops));
    const std::int64_t item =
        at[3 + loops] + c.local[0] * (at[4 + loops] + c.local[1] * at[5 + loops]);
    key.push_back(item / options.sub_group_size);
    executions.insert(key);
    for (std::int64_t byte = address; byte < address + c.bytes; ++byte) {
      auto line = key;
      line.push_back(floor_divide(byte, options.line_bytes));
      lines.insert(line);
    }
  });
  return static_cast<double>(lines.size()) / static_cast<double>(executions.size());
}

TEST(Locality, AgreesWithWalkingOverRandomLaunches) {
  std::mt19937 random(20);
  constexpr std::array<std::int64_t, 5> kLines = {1, 24, 32, 64, 128};
  for (int round = 0; round < 100; ++round) {
    const Case c = random_case(random);
    LocalityOptions options;
    options.line_bytes = kLines[static_cast<std::size_t>(round) % kLines.size()];
    options.sub_group_size = 1 + round % 9;
    const Locality found = locality_of(model_of(c), {}, options);
    std::set<std::int64_t> bytes;
    std::set<std::int64_t> lines;
    for (std::size_t r = 0; r < c.references.size(); ++r) {
      ASSERT_TRUE(found.accesses[r].lines_per_sub_group);
      EXPECT_TRUE(found.accesses[r].exact);
      const double wanted = brute_force_lines(c, c.references[r], options);
      EXPECT_LE(std::abs(*found.accesses[r].lines_per_sub_group - wanted), 1e-9 * wanted);
      walk(c, c.references[r], [&](const std::vector<std::int64_t>& at, std::int64_t address) {
        if (!std::equal(found.group.begin(), found.group.end(), at.begin())) return;
        for (std::int64_t byte = address; byte < address + c.bytes; ++byte) {
          bytes.insert(byte);
          lines.insert(floor_divide(byte, options.line_bytes));
        }
      });
    }
    ASSERT_EQ(found.arrays.size(), 1U);
    EXPECT_EQ(found.arrays[0].group_footprint_bytes, static_cast<std::int64_t>(bytes.size()));
    EXPECT_EQ(found.arrays[0].group_lines, static_cast<std::int64_t>(lines.size()));
    EXPECT_TRUE(found.arrays[0].exact);
  }
}

TEST(Locality, SaysWhatItCannotKnow) {
  std::mt19937 random(21);
  KernelModel model = model_of(random_case(random));
  model.accesses[0].count.total = Formula(1);  // a guard
  EXPECT_FALSE(locality_of(model, {}, {}).accesses[0].exact);
  EXPECT_FALSE(locality_of(model, {}, {}).arrays[0].exact);
  model.accesses[0].affine = false;
  EXPECT_FALSE(locality_of(model, {}, {}).accesses[0].lines_per_sub_group);
}

TEST(Locality, RefusesWhatMakesNoSense) {
  std::mt19937 random(22);
  KernelModel model = model_of(random_case(random));
  LocalityOptions options;
  options.line_bytes = 0;
  EXPECT_THROW((void)locality_of(model, {}, options), Error);
  options = {};
  options.group = {{99, 0, 0}};
  EXPECT_THROW((void)locality_of(model, {}, options), Error);
  model.global_size[0] = Formula::parse("n");
  EXPECT_THROW((void)locality_of(model, {}, {}), Error);
}

}  // namespace
}  // namespace clgauge::collector
