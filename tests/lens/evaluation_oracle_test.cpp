// Every kernel of the tree and of the collector's tests, as each device's compiler made it: what
// the evaluator says of a group is what the processor does, instruction by instruction, access by
// access; or it refuses and says why.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "base/error.h"
#include "device/device.h"
#include "kernel_jobs.h"
#include "lens/evaluate/convention.h"
#include "lens/evaluate/evaluator.h"
#include "lens/object/kernel_object.h"
#include "native_run.h"

namespace clgauge::lens {
namespace {

// Drivers compile slowly (a second a kernel): by default those kernels run, one group each, whose
// objects are there from before, and one in 29 of the others. CLGAUGE_LENS_ALL=1 compiles and runs
// all, two groups each (minutes).
const bool kAll = std::getenv("CLGAUGE_LENS_ALL") != nullptr;
const std::size_t kStride = kAll ? 1 : 29;
const std::uint64_t kMostSteps = kAll ? 60'000 : 5'000;
const std::string kObjects = CLGAUGE_BINARY_DIR "/lens-objects";

class Collecting : public AccessSink {
 public:
  void consume(std::span<const MemoryAccess> some) override {
    accesses.insert(accesses.end(), some.begin(), some.end());
  }
  std::vector<MemoryAccess> accesses;
};

// The machine as the runtime would hand it to the group.
Machine prepared_machine(const MachineCode& code, const KernelJob& job,
                         const Convention& convention, const std::array<std::uint64_t, 3>& group) {
  const EvaluationLimits limits;
  Machine machine(code, memory_layout(*code.image, kArgumentBytes,
                                      convention.local_bytes(job.launch), limits.stack_bytes));
  const std::string& bytes = code.image->bytes;
  for (std::size_t at = 0; at < bytes.size(); at += 64) {
    const auto chunk = static_cast<unsigned>(std::min<std::size_t>(64, bytes.size() - at));
    machine.memory.store(machine.layout.image + at, bytes.data() + at, chunk, 0);
  }
  for (unsigned i = 0; i < job.launch.arguments.size(); ++i) {
    const auto& argument = job.launch.arguments[i];
    if (argument.kind == EvaluatedArgument::Kind::buffer) {
      machine.buffers.push_back({argument.address, argument.size_bytes, i});
    }
  }
  convention.prepare(machine, job.launch);
  convention.enter(machine, job.launch, group);
  return machine;
}

std::string described(const MachineCode& code, const MemoryAccess& access) {
  char address[32];
  std::snprintf(address, sizeof(address), " at %#llx",
                static_cast<unsigned long long>(access.address));
  return code.place_of(access.instruction) + (access.is_store ? " stores " : " loads ") +
         std::to_string(access.bytes) + " bytes" + address;
}

// The first difference, or nothing. What the runtime's memset and memcpy access is not stepped
// through: the evaluator reports it as accesses of the call.
std::string first_difference(const MachineCode& code, const GroupTrace& trace,
                             const std::vector<MemoryAccess>& evaluated, const NativeRun& native) {
  for (std::size_t b = 0; b < trace.block_counts.size(); ++b) {
    if (trace.block_counts[b] != native.block_counts[b]) {
      return "block at " + code.place_of(code.blocks[b].first_instruction) + ": evaluated " +
             std::to_string(trace.block_counts[b]) + ", ran " +
             std::to_string(native.block_counts[b]);
    }
  }
  if (trace.edge_counts != native.edge_counts) {
    return "edge counts differ";
  }
  if (trace.instructions != native.instructions) {
    return "instruction counts differ";
  }
  std::size_t n = 0;
  for (const MemoryAccess& access : evaluated) {
    const bool same =
        n < native.accesses.size() && native.accesses[n].instruction == access.instruction &&
        native.accesses[n].address == access.address && native.accesses[n].bytes == access.bytes &&
        native.accesses[n].is_store == access.is_store;
    if (same) {
      ++n;
    } else if (code.text_of(access.instruction).rfind("call", 0) != 0) {
      return "evaluated: " + described(code, access) +
             (n < native.accesses.size() ? "; ran: " + described(code, native.accesses[n])
                                         : "; ran: nothing more");
    }
  }
  return n == native.accesses.size() ? "" : "ran more: " + described(code, native.accesses[n]);
}

// far_offset addresses gigabytes, which are not there to be run on.
bool leaves_its_buffers(const KernelJob& job, const std::vector<MemoryAccess>& accesses) {
  return std::any_of(accesses.begin(), accesses.end(), [&](const MemoryAccess& access) {
    return access.region == MemoryRegion::buffer &&
           std::none_of(job.launch.arguments.begin(), job.launch.arguments.end(),
                        [&](const EvaluatedArgument& argument) {
                          return argument.kind == EvaluatedArgument::Kind::buffer &&
                                 access.address - argument.address < argument.size_bytes;
                        });
  });
}

struct Tally {
  int exact = 0;
  int disagree = 0;
  int not_run = 0;
  std::uint64_t instructions = 0;
  std::uint64_t accesses = 0;
  std::map<std::string, int> refusals;
};

void check(const KernelJob& job, const std::string& binary, Tally& tally) {
  const auto image = std::make_shared<const ObjectImage>(load_image(x86_64_elf(binary)));
  Evaluator evaluator(image, job.kernel, job.launch);
  const auto groups = job.launch.groups();
  // The last group is where guards and remainders show.
  std::set<std::array<std::uint64_t, 3>> sampled{{groups[0] - 1, groups[1] - 1, groups[2] - 1}};
  if (kAll) {
    sampled.insert({0, 0, 0});
  }
  for (const auto& group : sampled) {
    Collecting sink;
    GroupTrace trace;
    try {
      trace = evaluator.evaluate(group, &sink);
    } catch (const Refusal& refusal) {
      ++tally.refusals[name_of(refusal.why())];
      if (std::getenv("CLGAUGE_LENS_VERBOSE") != nullptr) {
        std::printf("  refused %s: %s\n", job.name.c_str(), refusal.what());
      }
      continue;
    }
    if (trace.instructions > kMostSteps || leaves_its_buffers(job, sink.accesses)) {
      ++tally.not_run;
      continue;
    }
    const KernelEntry entry = find_entry(*image, job.kernel, job.launch);
    const Machine machine = prepared_machine(evaluator.code(), job, *entry.convention, group);
    const NativeRun native =
        run_natively(evaluator.code(), machine, image->function_named(entry.symbol)->address, 0,
                     100 * kMostSteps);
    const std::string difference =
        native.problem.empty() ? first_difference(evaluator.code(), trace, sink.accesses, native)
                               : native.problem;
    if (difference.empty()) {
      ++tally.exact;
      tally.instructions += trace.instructions;
      tally.accesses += trace.accesses;
    } else {
      ++tally.disagree;
      ADD_FAILURE() << job.name << " (" << evaluator.runtime() << "), group " << group[0] << ","
                    << group[1] << "," << group[2] << ": " << difference;
    }
  }
}

TEST(EvaluationOracle, EvaluatedGroupsDoWhatTheProcessorDoes) {
  const std::vector<KernelJob> jobs = kernel_jobs(20260101);
  ASSERT_GT(jobs.size(), 200U);
  for (const device::Identity& device : device::discover_in_child().devices) {
    Tally tally;
    int without_object = 0;
    const std::vector<std::string> binaries = compiled_binaries(device, jobs, kStride, kObjects);
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const KernelJob& job = jobs[i];
      const std::string& binary = binaries[i];
      if (binary.empty()) {
        ++without_object;
        continue;
      }
      try {
        check(job, binary, tally);
      } catch (const Error& error) {
        ADD_FAILURE() << job.name << " on " << device.platform << ": " << error.what();
      }
    }
    std::printf(
        "%s: %d groups exact (%llu instructions, %llu accesses), %d disagree, %d too long or too "
        "large to step, %d kernels without object; refused:",
        device.platform.c_str(), tally.exact, static_cast<unsigned long long>(tally.instructions),
        static_cast<unsigned long long>(tally.accesses), tally.disagree, tally.not_run,
        without_object);
    for (const auto& [why, count] : tally.refusals) {
      std::printf(" %s %d", why.c_str(), count);
    }
    std::printf("\n");
    EXPECT_GT(tally.exact, 0);
  }
}

}  // namespace
}  // namespace clgauge::lens
