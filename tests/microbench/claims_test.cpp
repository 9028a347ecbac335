// What is fitted is what ran: the collector's counts of every family's source are exact and equal
// to what the generator claims, and an expectation proves that it ran.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>

#include "collector/collect.h"
#include "collector/kernel/launch_parser.h"
#include "microbench/generators/filter.h"
#include "microbench/plan.h"
#include "tiny_kernels.h"

namespace clgauge::microbench {
namespace {

using Counts = std::map<std::pair<std::string, std::string>, std::int64_t>;

struct Counted {
  Counts ops;
  Counts accesses;
  std::int64_t barriers = 0;
};

std::int64_t exact(const collector::Count& count, const collector::Bindings& bindings,
                   const std::string& what) {
  // The count of an access at a hashed place is exact too; only its address has no strides.
  EXPECT_TRUE(count.flag == collector::CountFlag::exact ||
              count.flag == collector::CountFlag::indirect)
      << what << " is " << name_of(count.flag);
  const auto value = count.total.evaluate(bindings);
  EXPECT_TRUE(value.has_value()) << what << ": " << count.total.text();
  return value.value_or(-1);
}

collector::KernelModel collected(const MicroKernel& kernel) {
  return collector::collect({kernel.job.source, kernel.name, kernel.job.options, {}},
                            kernel.job.kernel, kernel.launch);
}

bool is_seen_to_depend_on_data(const MicroKernel& kernel) {
  const collector::KernelModel model = collected(kernel);
  return std::any_of(model.accesses.begin(), model.accesses.end(),
                     [](const collector::Access& access) {
                       return access.count.flag == collector::CountFlag::data_dependent;
                     });
}

Counted counted_by_collector(const MicroKernel& kernel) {
  const collector::KernelModel model = collected(kernel);
  EXPECT_TRUE(model.refusals.empty()) << model.refusals.front();
  const collector::Bindings bindings = collector::argument_values(kernel.launch);
  Counted counted;
  for (const collector::OpCount& op : model.ops) {
    const std::int64_t count = exact(op.count, bindings, op.op + " " + op.dtype);
    if (!op.index && count != 0) counted.ops[{op.op, op.dtype}] += count;
  }
  for (const collector::Access& access : model.accesses) {
    if (access.space == "private") continue;
    counted.accesses[{access.array, access.direction}] +=
        exact(access.count, bindings, access.array + " " + access.direction);
  }
  for (const collector::SyncCount& sync : model.sync) {
    counted.barriers += exact(sync.count, bindings, sync.kind);
  }
  return counted;
}

Counts accesses_of(const Claims& claims) {
  Counts out;
  for (const Claims::Access& access : claims.accesses) {
    out[{access.array, access.direction}] += access.count;
  }
  return out;
}

void expect_claims_confirmed(const MicroKernel& kernel) {
  SCOPED_TRACE(kernel.name + "\n" + kernel.job.source);
  if (kernel.claims.depends_on_data) {
    EXPECT_TRUE(is_seen_to_depend_on_data(kernel));
    return;
  }
  const Counted counted = counted_by_collector(kernel);
  EXPECT_EQ(counted.ops, kernel.claims.ops);
  EXPECT_EQ(counted.accesses, accesses_of(kernel.claims));
  EXPECT_EQ(counted.barriers, kernel.claims.barriers);
}

TEST(Claims, AreConfirmedByTheCollectorAtTinySizes) {
  for (const char* filter : kTinyKernels) {
    for (const MicroKernel& kernel : expand(filter)) expect_claims_confirmed(kernel);
  }
}

// Every kernel of the quick plan, and of the full one every sixteenth: CLGAUGE_TEST_SEED says
// which.
TEST(Claims, AreConfirmedByTheCollectorForThePlans) {
  device::Identity identity;
  identity.compute_units = 6;
  identity.max_group_size = 1024;
  identity.local_bytes = 65536;
  identity.global_bytes = std::uint64_t{64} << 30;
  identity.max_allocation_bytes = std::uint64_t{16} << 30;
  identity.has_float64 = identity.has_float16 = true;
  const auto confirm = [&](Effort effort, std::size_t step, std::size_t first) {
    std::size_t index = first;
    for (const PlanGroup& group : make_plan(effort, identity).groups) {
      for (const MicroKernel& kernel : group.kernels) {
        if (index++ % step == 0) expect_claims_confirmed(kernel);
      }
    }
  };
  confirm(Effort::quick, 1, 0);
  const char* seed = std::getenv("CLGAUGE_TEST_SEED");
  confirm(Effort::full, 16, seed != nullptr ? std::strtoul(seed, nullptr, 10) : 0);
}

}  // namespace
}  // namespace clgauge::microbench
