#include "microbench/generators/vector_work.h"

#include <fmt/format.h>

namespace clgauge::microbench {
namespace {

constexpr std::int64_t kWorkChains = 8;
constexpr std::int64_t kWorkLanes = 8;
constexpr double kWorkLimit = 0.5;  // of u = u / 2 + 1 / 4
static_assert(VectorWork::kSum == kWorkLimit * kWorkChains * kWorkLanes);

}  // namespace

VectorWork vector_work(const std::string& dtype, std::int64_t ops) {
  VectorWork work;
  for (std::int64_t chain = 0; chain < kWorkChains; ++chain) {
    work.begin += fmt::format("  {} u{} = s{};\n", c_type(dtype, kWorkLanes), chain,
                              chain == 0 ? "" : fmt::format(" + {}", chain));
    work.value += fmt::format("{}u{}", chain == 0 ? "" : " + ", chain);
  }
  for (std::int64_t op = 0; op < ops * kWorkChains; ++op) {
    work.round += fmt::format("    u{0} = u{0} * share + rest;\n", op % kWorkChains);
  }
  for (std::int64_t lane = 0; lane < kWorkLanes; ++lane) {
    work.lanes += fmt::format(" + u.s{}", lane);
  }
  return work;
}

void count_vector_work(Draft& draft, const std::string& dtype, std::int64_t ops, std::int64_t items,
                       std::int64_t rounds) {
  constexpr std::int64_t kBegins = kWorkChains - 1;
  constexpr std::int64_t kSums = (kWorkChains - 1) * kWorkLanes + kWorkLanes;
  draft.scalar("share", dtype, 0.5).scalar("rest", dtype, kWorkLimit / 2);
  draft.op("madd", dtype, items * rounds * ops * kWorkChains * kWorkLanes);
  draft.op("add", dtype, items * (rounds + kBegins + kSums)).op("cvt", dtype, items);
}

}  // namespace clgauge::microbench
