// What walking LLVM IR group by group adds up to is what the collector's formulas say, which share
// nothing with it but the classes of operations.
//   CLGAUGE_TEST_SEED, CLGAUGE_TEST_NESTS: as in collector_property_test (default 300 nests)
#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <set>

#include "base/error.h"
#include "collector/collect.h"
#include "collector/kernel/launch_parser.h"
#include "collector/walk.h"
#include "ir_case.h"
#include "lens/evaluate/refusal.h"
#include "tests/collector/analysis/random_nests.h"
#include "tests/collector/removal/corpus.h"

namespace clgauge::lens {
namespace {

// Every how many launches of the corpus one is walked; CLGAUGE_TEST_ALL walks all.
constexpr std::size_t kOneIn = 3;
constexpr int kNestsPerKernel = 2;  // those with negative indices are refused

using Totals = std::map<std::string, double>;

std::string class_of(const collector::OpCount& op) {
  static const std::set<std::string> plain{"add", "mul", "madd",   "neg",    "cmp",
                                           "bit", "cvt", "select", "minmax", "abs"};
  if (op.op == "div" || op.op == "rem") return "divisions";
  if (op.op == "atomic") return "atomics";
  if (plain.count(op.op) == 0) return "call " + op.op;
  if (op.index) return "index";
  return op.dtype == "float64" ? "float64" : op.dtype[0] == 'f' ? "float32" : "integer";
}

// By formula; a class with a count that is not exact is absent.
Totals by_formula(const collector::KernelModel& model, const collector::Bindings& sizes) {
  Totals totals;
  std::set<std::string> inexact;
  const auto add = [&](const std::string& name, const collector::Count& count, double each) {
    const auto value = count.total.evaluate(sizes);
    const bool is_exact =
        count.flag == collector::CountFlag::exact || count.flag == collector::CountFlag::indirect;
    if (is_exact && value) {
      totals[name] += each * static_cast<double>(*value);
    } else {
      inexact.insert(name);
    }
  };
  for (const auto& op : model.ops) add(class_of(op), op.count, 1);
  for (const auto& sync : model.sync) {
    if (sync.kind.rfind("barrier", 0) == 0) add("barriers", sync.count, 1);
  }
  for (const auto& access : model.accesses) {
    if (access.space == "local" || access.space == "private") {
      add(access.space, access.count, 1);
    } else {
      add(access.direction, access.count, access.bytes);
    }
  }
  for (const std::string& name : inexact) totals.erase(name);
  return totals;
}

double walked(const ItemOperations& sums, const std::string& name) {
  if (name.rfind("call ", 0) == 0) {
    const auto found = sums.calls.find(name.substr(5));
    return found == sums.calls.end() ? 0 : found->second;
  }
  const std::map<std::string, double> classes = {
      {"float32", sums.float32},          {"float64", sums.float64},
      {"integer", sums.integer},          {"index", sums.index},
      {"divisions", sums.divisions},      {"atomics", sums.atomics},
      {"barriers", sums.barriers},        {"local", sums.local_accesses},
      {"private", sums.private_accesses}, {"load", sums.global_bytes_loaded},
      {"store", sums.global_bytes_stored}};
  return classes.at(name);
}

struct Tally {
  int launches = 0;
  int counts = 0;
  std::map<std::string, int> refusals;
};

void compare(const collector::Source& source, const std::string& kernel,
             const collector::LaunchDescription& launch, const collector::ConcreteLaunch& concrete,
             Tally& tally) {
  const IrKernel ir = ir_of(source, kernel);
  ItemOperations sums;
  try {
    sums = all_groups(ir, launch_of(ir, concrete));
  } catch (const Refusal& refusal) {
    ++tally.refusals[name_of(refusal.why())];
    return;
  }
  ++tally.launches;
  const collector::KernelModel model = collector::collect(source, kernel, launch);
  for (const auto& [name, total] : by_formula(model, collector::argument_values(launch))) {
    ++tally.counts;
    EXPECT_EQ(walked(sums, name), total) << source.name << ":" << kernel << " " << name;
  }
}

void print(const Tally& tally) {
  std::cout << tally.launches << " launches, " << tally.counts << " counts equal; refused:";
  for (const auto& [why, count] : tally.refusals) std::cout << ' ' << why << ' ' << count;
  std::cout << '\n';
}

TEST(SymbolicTotals, OfEveryKernelOfTheTree) {
  Tally tally;
  for (const auto& one : collector::corpus(20261122, {kOneIn, ""})) {
    compare(one.source, one.kernel, one.launch, one.concrete, tally);
  }
  print(tally);
  EXPECT_GT(tally.counts, 300);
  EXPECT_LT(tally.refusals.size(), 5U);
}

TEST(SymbolicTotals, OfRandomNests) {
  const std::uint32_t first_seed = collector::number_from("CLGAUGE_TEST_SEED", 1);
  const std::uint32_t nests = collector::number_from("CLGAUGE_TEST_NESTS", 300);
  Tally tally;
  for (std::uint32_t seed = first_seed; seed < first_seed + nests / kNestsPerKernel; ++seed) {
    const collector::RandomKernel kernel = collector::random_kernel(seed, kNestsPerKernel);
    collector::Source source;
    source.text = kernel.source;
    source.name = "CLGAUGE_TEST_SEED=" + std::to_string(seed);
    std::mt19937 random(seed);
    collector::LaunchDescription launch = kernel.launch;
    for (const auto& [name, value] : collector::random_sizes(random)) {
      launch.args[name] = std::to_string(value);
    }
    const collector::KernelModel shape = collector::collect(source, "nests", kernel.launch);
    const auto concrete = collector::concrete_launch(shape, collector::argument_values(launch));
    compare(source, "nests", launch, concrete.value(), tally);
  }
  print(tally);
  EXPECT_GT(tally.counts, static_cast<int>(nests / kNestsPerKernel));
}

}  // namespace
}  // namespace clgauge::lens
