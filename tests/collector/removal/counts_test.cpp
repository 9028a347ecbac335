// Stripping leaves the kept arrays' accesses as they were: by the oracle for totals, by the
// collector for strides. A share of the corpus, or with CLGAUGE_TEST_ALL=1 all of it.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "collector/collect.h"
#include "collector/frontend/prepare.h"
#include "collector/removal/strip.h"
#include "corpus.h"
#include "kept_loads.h"

namespace clgauge::collector {
namespace {

// Kernels of the corpus that are refused by name, and what the message must say.
const std::map<std::string, std::string>& refused() {
  static const std::map<std::string, std::string> kRefused = {
      {"nasty.cl:histogram_privatised", "depends on values in local memory"},
      {"odd_codes.cl:floyd", "depends on values of 'd', which the kernel itself writes"},
      {"odd_loops.cl:goto_again", "goto"},
      {"odd_memory.cl:add_float_atomically", "depends on a value that is written to 'sum'"},
      {"rodinia_more.cl:sc_pgain", "depends on values in local memory"},
      {"suites_rodinia.cl:bfs_second",
       "depends on values of 'updating_mask', which the kernel itself writes"},
      {"rodinia.cl:bfs", "depends on values of 'frontier', which the kernel itself writes"},
      {"structs.cl:integrate", "depends on values of 'p', which the kernel itself writes"},
  };
  return kRefused;
}

Source stripped_source(const StrippedKernel& stripped) {
  Source source;
  source.text = stripped.text;
  source.options = "-cl-std=CL1.2";
  return source;
}

class Corpus : public testing::TestWithParam<bool> {};

TEST_P(Corpus, KeepsTheTotals) {
  StripOptions options;
  options.keep_stores = GetParam();
  int compared = 0;
  const std::vector<CorpusLaunch> launches = corpus(GetParam() ? 7 : 9, {6, {}});
  for (const CorpusLaunch& entry : launches) {
    SCOPED_TRACE(entry.name());
    StrippedKernel stripped;
    try {
      stripped = strip(entry.source, entry.kernel, options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::unsupported) << error.what() << error.detail();
      const auto expected = refused().find(entry.name());
      EXPECT_NE(expected, refused().end()) << error.what() << error.detail();
      if (expected == refused().end()) continue;
      EXPECT_THAT(error.what(), testing::HasSubstr(expected->second));
      continue;
    }
    const PreparedKernel before(compile(entry.source), entry.kernel);
    const PreparedKernel after(compile(stripped_source(stripped)), stripped.kernel);
    Execution original;
    try {
      original = execute(before.function(), entry.concrete);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::unsupported) << error.what();
      EXPECT_THAT(error.what(), testing::HasSubstr("depends on values in memory"));
      continue;
    }
    const Execution removed = execute(after.function(), entry.concrete);
    const auto wanted = traffic(original, stripped.kept);
    auto got = traffic(removed, stripped.kept);
    for (const auto& [array, expected] : wanted) {
      const ArrayTraffic actual = got[array];  // nothing, of an array that was only stored to
      EXPECT_EQ(actual.bytes_loaded, expected.bytes_loaded) << array << "\n" << stripped.text;
      EXPECT_EQ(actual.bytes_stored, options.keep_stores ? expected.bytes_stored : 0) << array;
      if (options.keep_stores) {
        EXPECT_EQ(actual.distinct_bytes, expected.distinct_bytes) << array;
      }
    }
    ++compared;
  }
  EXPECT_GT(compared, static_cast<int>(launches.size() * 3 / 4));
}

INSTANTIATE_TEST_SUITE_P(LoadsAloneAndWithStores, Corpus, testing::Bool());

// Strides of loads, as text, of an array that is kept.
std::multiset<std::string> strides(const KernelModel& model, const Bindings& values,
                                   const std::vector<std::string>& kept) {
  std::multiset<std::string> all;
  for (const Access& access : model.accesses) {
    if (std::find(kept.begin(), kept.end(), access.array) == kept.end()) continue;
    if (access.direction != "load") continue;
    const auto value = [&](const Formula& formula) {
      const auto known = formula.evaluate(values);
      return " " + (known ? std::to_string(*known) : formula.text());
    };
    std::string text = access.array + " lanes " + std::to_string(access.lanes) + " local";
    for (const Formula& stride : access.local_strides) text += value(stride);
    text += " group";
    for (const Formula& stride : access.group_strides) text += value(stride);
    all.insert(text + " total" + value(access.count.total));
  }
  return all;
}

TEST(CorpusStrides, AreKept) {
  const std::set<std::string> kernels = {"matmul_tiled", "stencil5_local", "iso3dfd_25d",
                                         "lu_rank1",     "lu_left",        "transpose_pad",
                                         "nbody",        "reduce_sym",     "gemm_prefetch",
                                         "walk_sum",     "row_times_row"};
  int compared = 0;
  std::set<std::string> seen;
  for (const CorpusLaunch& entry : corpus(11)) {
    if (!kernels.contains(entry.kernel) || !seen.insert(entry.kernel).second) continue;
    SCOPED_TRACE(entry.name());
    const StrippedKernel stripped = strip(entry.source, entry.kernel, {});
    const Bindings values = entry.concrete.arguments;
    const KernelModel before = collect(entry.source, entry.kernel, entry.launch);
    const KernelModel after = collect(stripped_source(stripped), stripped.kernel, entry.launch);
    EXPECT_EQ(strides(after, values, stripped.kept), strides(before, values, stripped.kept))
        << stripped.text;
    ++compared;
  }
  EXPECT_GE(compared, 11);
}

// Floating-point operations of a launch. Left out is what the sink changes: it adds additions,
// turns a product into a multiply-add, and a guarded sum into a select.
std::map<std::string, std::int64_t> flops(const KernelModel& model, const Bindings& values) {
  std::map<std::string, std::int64_t> counts;
  for (const OpCount& op : model.ops) {
    if (!op.dtype.starts_with("float") || op.op == "add" || op.op == "cvt" || op.op == "select" ||
        op.op.ends_with("_imagef")) {
      continue;
    }
    const auto total = op.count.total.evaluate(values);
    if (op.count.flag != CountFlag::exact || !total) return {};
    counts[(op.op == "madd" ? "mul" : op.op) + " " + op.dtype] += *total;
  }
  return counts;
}

TEST(CorpusArithmetic, IsKept) {
  StripOptions options;
  options.arithmetic_only = true;
  int compared = 0;
  std::set<std::string> done;
  const std::vector<CorpusLaunch> launches = corpus(13, {8, {}});
  for (const CorpusLaunch& entry : launches) {
    if (!done.insert(entry.name() + entry.source.options).second) continue;
    SCOPED_TRACE(entry.name());
    StrippedKernel stripped;
    try {
      stripped = strip(entry.source, entry.kernel, options);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::unsupported) << error.what() << error.detail();
      continue;
    }
    const Bindings values = entry.concrete.arguments;
    const auto before = flops(collect(entry.source, entry.kernel, entry.launch), values);
    if (before.empty()) continue;
    const auto after =
        flops(collect(stripped_source(stripped), stripped.kernel, entry.launch), values);
    // A guard around arithmetic alone may become a select after arithmetic that always runs.
    for (const auto& [op, count] : before) {
      const auto kept = after.find(op);
      EXPECT_GE(kept == after.end() ? 0 : kept->second, count) << op << "\n" << stripped.text;
    }
    ++compared;
  }
  EXPECT_GT(compared, static_cast<int>(launches.size() / 4));
}

}  // namespace
}  // namespace clgauge::collector
