// Kernels in the style of real codes, at several sizes, against the oracle.
#include <gmock/gmock.h>

#include "agreement.h"
#include "base/paths.h"

namespace clgauge::collector {
namespace {

struct Case {
  const char* file;
  const char* kernel;
  std::vector<std::string> global;
  std::vector<std::string> local;
  std::vector<std::string> assumptions;
  std::vector<Bindings> values;
};

void PrintTo(const Case& entry, std::ostream* out) { *out << entry.file << ":" << entry.kernel; }

class Kernels : public testing::TestWithParam<Case> {};

TEST_P(Kernels, AgreesWithTheOracle) {
  const Case& entry = GetParam();
  Source source;
  source.name = entry.file;
  source.text = read_file(std::string(CLGAUGE_SOURCE_DIR "/tests/collector/kernels/") + entry.file);
  LaunchDescription launch;
  launch.global = entry.global;
  launch.local = entry.local;
  launch.assumptions = entry.assumptions;
  const Agreement agreement = compare(source, entry.kernel, launch, entry.values);
  EXPECT_THAT(agreement.wrong, testing::IsEmpty());
  EXPECT_THAT(agreement.inexact, testing::IsEmpty());
  EXPECT_THAT(agreement.refused, testing::IsEmpty());
  EXPECT_GT(agreement.compared, 3);
}

const Case kCases[] = {
    {"matmul_naive.cl", "matmul_naive", {"n", "n"}, {"16", "16"}, {}, {{{"n", 16}}, {{"n", 48}}}},
    {"matmul_tiled.cl", "matmul_tiled", {"n", "n"}, {}, {}, {{{"n", 16}}, {{"n", 48}}}},
    {"stencil5_naive.cl",
     "stencil5_naive",
     {"nx", "ny"},
     {"16", "16"},
     {},
     {{{"nx", 16}, {"ny", 16}}, {{"nx", 48}, {"ny", 32}}}},
    {"stencil5_local.cl",
     "stencil5_local",
     {"nx", "ny"},
     {},
     {},
     {{{"nx", 16}, {"ny", 16}}, {{"nx", 48}, {"ny", 32}}}},
    {"iso3dfd_naive.cl",
     "iso3dfd_naive",
     {"nx", "ny", "nz"},
     {"16", "16", "1"},
     {},
     {{{"nx", 32}, {"ny", 16}, {"nz", 10}}}},
    {"iso3dfd_25d.cl",
     "iso3dfd_25d",
     {"nx", "ny"},
     {},
     {},
     {{{"nx", 32}, {"ny", 16}, {"nz", 10}}, {{"nx", 16}, {"ny", 16}, {"nz", 0}}}},
    {"vec4.cl", "matvec4", {"m"}, {"64"}, {"n%4==0"}, {{{"n", 32}, {"m", 64}}}},
    {"vec4.cl", "scale4", {"m"}, {"64"}, {}, {{{"m", 128}}}},
    {"lu.cl", "lu_swap", {"n"}, {"64"}, {}, {{{"n", 128}, {"k", 3}, {"p", 7}}}},
    {"lu.cl",
     "lu_rank1",
     {"n", "n"},
     {"16", "16"},
     {},
     {{{"n", 48}, {"k", 3}}, {{"n", 16}, {"k", 20}}}},
    {"lu.cl", "lu_trailing", {"1"}, {"1"}, {}, {{{"n", 23}}, {{"n", 1}}}},
    {"lu.cl", "lu_left", {"n"}, {"16"}, {}, {{{"n", 48}}}},
    {"lu.cl", "trsv_row", {"n"}, {"16"}, {}, {{{"n", 48}}}},
    {"lu.cl", "tri_blocked", {"m"}, {"16"}, {}, {{{"n", 41}, {"m", 32}}, {{"n", 0}, {"m", 32}}}},
    {"lu.cl", "ragged_block", {"m"}, {"16"}, {}, {{{"n", 41}, {"m", 32}}}},
    {"reduce.cl", "reduce_tree", {"m"}, {}, {}, {{{"m", 512}}}},
    {"reduce.cl",
     "reduce_sym",
     {"m"},
     {"64"},
     {},
     {{{"m", 128}, {"n", 1000}}, {{"m", 128}, {"n", 3}}}},
    {"misc.cl", "nbody", {"n"}, {"64"}, {}, {{{"n", 128}}}},
    {"misc.cl", "transpose_pad", {"w", "h/4"}, {}, {"h%32==0"}, {{{"w", 64}, {"h", 96}}}},
    {"misc.cl", "ustep", {"m"}, {"64"}, {}, {{{"m", 64}, {"n", 100}}}},
    {"misc.cl", "zstep", {"m"}, {"64"}, {}, {{{"m", 128}, {"n", 1000}}}},
    {"misc.cl", "wrapidx", {"w*h"}, {"64"}, {}, {{{"w", 24}, {"h", 16}}}},
};
INSTANTIATE_TEST_SUITE_P(Exact, Kernels, testing::ValuesIn(kCases));

}  // namespace
}  // namespace clgauge::collector
