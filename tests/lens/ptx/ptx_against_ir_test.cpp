// PTX that Clang 15 makes of the kernels of the tree, against their LLVM IR, both walked for the
// same launches: two walkers that share the merging of sub-groups, and nothing before it.
#include <gtest/gtest.h>
#include <llvm/IR/Function.h>

#include <algorithm>
#include <iostream>
#include <map>
#include <optional>

#include "base/error.h"
#include "ir_case.h"
#include "lens/evaluate/refusal.h"
#include "lens/ir/ir_walker.h"
#include "ptx_case.h"
#include "tests/collector/removal/corpus.h"

namespace clgauge::lens {
namespace {

Walked walk_ir(const IrKernel& kernel, const EvaluatedLaunch& launch) {
  IrWalker walker(kernel, launch, {32, true}, 64);
  Walked all;
  std::vector<double> runs(kernel.function().size());
  const auto groups = launch.groups();
  Collecting sink;
  for (std::uint64_t z = 0; z < groups[2]; ++z) {
    for (std::uint64_t y = 0; y < groups[1]; ++y) {
      for (std::uint64_t x = 0; x < groups[0]; ++x) {
        sink.accesses.clear();
        const GroupTrace trace = walker.walk({x, y, z}, sink);
        for (const MemoryAccess& access : sink.accesses) {
          (access.is_store ? all.stores : all.loads) += 1;
        }
        for (std::size_t b = 0; b < runs.size(); ++b) {
          runs[b] += static_cast<double>(trace.block_counts[b]);
        }
        all.instructions += static_cast<double>(trace.instructions);
      }
    }
  }
  all.operations = operations_of(kernel.function(), runs);
  return all;
}

struct Pair {
  std::string what;
  double ir = 0;
  double ptx = 0;
};

// Operations differ: the compiler shares, fuses and hoists arithmetic, and spells out addresses.
std::vector<Pair> pairs(const Walked& ir, const Walked& ptx) {
  return {{"bytes loaded", ir.operations.global_bytes_loaded, ptx.operations.global_bytes_loaded},
          {"bytes stored", ir.operations.global_bytes_stored, ptx.operations.global_bytes_stored},
          {"lines loaded", ir.loads, ptx.loads},
          {"lines stored", ir.stores, ptx.stores},
          {"local accesses", ir.operations.local_accesses, ptx.operations.local_accesses},
          {"barriers", ir.operations.barriers, ptx.operations.barriers},
          {"atomics", ir.operations.atomics, ptx.operations.atomics}};
}

struct Change {
  std::string kernel;
  std::string counts;
  bool is_more;  // in PTX
};

// Where compilers do not leave accesses as they are written:
const std::vector<Change> kChanges = {
    // loads the centre once, which is written twice
    {"stencil/iso3dfd_naive.cl:iso3dfd_naive", "bytes loaded, lines loaded", false},
    // a register holds no eight doubles that may lie at odd addresses: they are loaded one by one
    {"lu/packed_gemm.cl:lu_packed_gemm", "lines loaded, lines stored", true},
    // two branches store to one place: done once, of what either computed
    {"heldout/jacobi3d.cl:jacobi3d", "lines stored", false}};

bool is_explained(const std::string& kernel, const Pair& pair) {
  return std::any_of(kChanges.begin(), kChanges.end(), [&](const Change& change) {
    return change.kernel == kernel && change.counts.find(pair.what) != std::string::npos &&
           (pair.ptx > pair.ir) == change.is_more;
  });
}

struct Tally {
  int launches = 0;
  int equal = 0;
  int explained = 0;
  int unequal = 0;
  int refused = 0;  // by both
  std::string not_compiled;
};

// PTX of a source is made once, for all its kernels.
const std::string& kept_ptx(const collector::Source& source, const std::string& level) {
  static std::map<std::string, std::string> kept;
  const std::string key = source.text + source.options + level;
  const auto found = kept.find(key);
  return found != kept.end() ? found->second
                             : kept.emplace(key, ptx_of(source, level)).first->second;
}

template <typename Walk>
std::optional<Walked> tried(const Walk& walk, std::string& refusal) {
  try {
    return walk();
  } catch (const Refusal& refused) {
    refusal = refused.what();
    return std::nullopt;
  }
}

void compare(const collector::CorpusLaunch& one, const std::string& level, bool is_strict,
             Tally& tally) {
  const std::string& text = kept_ptx(one.source, level);
  if (text.empty()) {
    tally.not_compiled += " " + one.kernel;
    return;
  }
  const IrKernel ir = ir_of(one.source, one.kernel);
  EvaluatedLaunch launch = launch_of(ir, one.concrete);
  for (EvaluatedArgument& argument : launch.arguments) {
    argument.value.resize(256);  // of vectors and structures
  }
  std::string why_ir;
  std::string why_ptx;
  const auto of_ir = tried([&] { return walk_ir(ir, launch); }, why_ir);
  const auto of_ptx = tried([&] { return walk_ptx(PtxKernel(text, one.kernel), launch); }, why_ptx);
  const bool lacks_function = why_ptx.starts_with("unknown call");
  EXPECT_TRUE(of_ir.has_value() == of_ptx.has_value() || lacks_function)
      << one.key() << ": IR '" << why_ir << "', PTX '" << why_ptx << "'";
  if (!of_ir || !of_ptx) {
    ++tally.refused;
    return;
  }
  ++tally.launches;
  for (const Pair& pair : pairs(*of_ir, *of_ptx)) {
    const bool is_equal = pair.ir == pair.ptx;
    const bool explained = !is_equal && is_explained(one.name(), pair);
    ++(is_equal ? tally.equal : explained ? tally.explained : tally.unequal);
    EXPECT_TRUE(is_equal || explained || !is_strict)
        << one.key() << " " << level << ": " << pair.what << " " << pair.ir << " of IR, "
        << pair.ptx << " of PTX";
  }
}

void print(const Tally& tally) {
  std::cout << tally.launches << " launches, " << tally.equal << " counts equal, "
            << tally.explained << " explained, " << tally.unequal << " others; " << tally.refused
            << " refused; not compiled:" << tally.not_compiled << "\n";
}

bool is_of_the_tree(const collector::CorpusLaunch& one) {
  return one.name().find('/') != std::string::npos;
}

TEST(PtxAgainstIr, KernelsOfTheTree) {
  for (const char* level : {"-O0", "-O1"}) {
    Tally tally;
    for (const auto& one : collector::corpus(20261122)) {
      if (is_of_the_tree(one)) {
        compare(one, level, true, tally);
      }
    }
    print(tally);
    EXPECT_GT(tally.launches, 35) << level;
    EXPECT_GT(tally.equal, 230) << level;
  }
}

// Those of the collector's tests, many of which the compiler is free to change.
TEST(PtxAgainstIr, KernelsOfTheCollectorsTests) {
  Tally tally;
  for (const auto& one : collector::corpus(20261122, {4, ""})) {
    if (!is_of_the_tree(one)) {
      compare(one, "-O1", false, tally);
    }
  }
  print(tally);
  EXPECT_GT(tally.launches, 50);
  EXPECT_GT(tally.equal, 19 * tally.unequal);
}

}  // namespace
}  // namespace clgauge::lens
