#include "native_comparison.h"

#include <algorithm>
#include <cstdio>

#include "lens/evaluate/convention.h"
#include "lens/evaluate/evaluator.h"
#include "native_run.h"

namespace clgauge::lens {
namespace {

// The machine as the runtime would hand it to the group.
Machine prepared_machine(const MachineCode& code, const EvaluatedLaunch& launch,
                         const Convention& convention, const std::array<std::uint64_t, 3>& group) {
  const EvaluationLimits limits;
  Machine machine(code, memory_layout(*code.image, kArgumentBytes, convention.local_bytes(launch),
                                      limits.stack_bytes));
  const std::string& bytes = code.image->bytes;
  for (std::size_t at = 0; at < bytes.size(); at += 64) {
    const auto chunk = static_cast<unsigned>(std::min<std::size_t>(64, bytes.size() - at));
    machine.memory.store(machine.layout.image + at, bytes.data() + at, chunk, 0);
  }
  for (unsigned i = 0; i < launch.arguments.size(); ++i) {
    const auto& argument = launch.arguments[i];
    if (argument.kind == EvaluatedArgument::Kind::buffer) {
      machine.buffers.push_back({argument.address, argument.size_bytes, i});
    }
  }
  convention.prepare(machine, launch);
  convention.enter(machine, launch, group);
  return machine;
}

std::string described(const MachineCode& code, const MemoryAccess& access) {
  char address[32];
  std::snprintf(address, sizeof(address), " at %#llx",
                static_cast<unsigned long long>(access.address));
  return code.place_of(access.instruction) + (access.is_store ? " stores " : " loads ") +
         std::to_string(access.bytes) + " bytes" + address;
}

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

}  // namespace

bool leaves_its_buffers(const EvaluatedLaunch& launch, const std::vector<MemoryAccess>& accesses) {
  return std::any_of(accesses.begin(), accesses.end(), [&](const MemoryAccess& access) {
    return access.region == MemoryRegion::buffer &&
           std::none_of(launch.arguments.begin(), launch.arguments.end(),
                        [&](const EvaluatedArgument& argument) {
                          return argument.kind == EvaluatedArgument::Kind::buffer &&
                                 access.address - argument.address < argument.size_bytes;
                        });
  });
}

std::string difference_from_processor(const MachineCode& code, std::string_view kernel,
                                      const EvaluatedLaunch& launch,
                                      const std::array<std::uint64_t, 3>& group,
                                      const GroupTrace& trace,
                                      const std::vector<MemoryAccess>& evaluated,
                                      std::uint64_t most_steps) {
  const KernelEntry entry = find_entry(*code.image, kernel, launch);
  const Machine machine = prepared_machine(code, launch, *entry.convention, group);
  const std::uint64_t address = code.image->function_named(entry.symbol)->address;
  const NativeRun native = run_natively(code, machine, address, 0, most_steps);
  return native.problem.empty() ? first_difference(code, trace, evaluated, native) : native.problem;
}

}  // namespace clgauge::lens
