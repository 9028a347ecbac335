#include "lens/throughput/zen_errata.h"

#include <llvm/MCA/Instruction.h>
#include <llvm/MCA/Support.h>

#include <algorithm>
#include <array>
#include <set>

#include "lens/code/zen.h"
#include "lens/throughput/errata.h"
#include "lens/throughput/operand_times.h"
#include "lens/throughput/remembered_lines.h"
#include "lens/throughput/wide_operations.h"
#include "lens/throughput/zen4_timed.h"
#include "lens/throughput/zen5_timed.h"
#include "lens/throughput/zen_tables.h"

namespace clgauge::lens {
namespace {

// What a gather reads: what it is merged with, its mask, its base and its indices, by LLVM's order.
constexpr unsigned kPlacesOfGather = 6;
constexpr int kMaskOfGather = 1;  // operand

// To memory, without a read of their own beside fused operations.
bool narrows_into_memory(std::string_view opcode) {
  return opcode.starts_with("VEXTRACT") || opcode.starts_with("VPMOV");
}

// The first line of a table that fits; null where none does. Thread-safe.
template <const auto& kTable>
const auto* erratum_of(std::string_view cpu, std::string_view opcode) {
  using Line = typename std::remove_cvref_t<decltype(kTable)>::value_type;
  thread_local std::array<RememberedLines<Line>, 3> of_cpus;
  const std::size_t generation = cpu == kZen5 ? 2 : cpu == kZen4 ? 1 : 0;
  if (generation == 0 && cpu != kZen3) {
    return static_cast<const Line*>(nullptr);
  }
  return of_cpus.at(generation).of(opcode, kTable, [&](const Line& erratum) {
    return erratum.cpu <= cpu;
  });
}

template <const auto& kTable>
void add_unused(std::span<const std::string_view> opcodes, std::vector<std::string>& unused) {
  std::set<const void*> used;
  for (const std::string_view opcode : opcodes) {
    for (const std::string_view cpu : {kZen3, kZen4, kZen5}) {
      used.insert(erratum_of<kTable>(cpu, opcode));
    }
  }
  for (const auto& erratum : kTable) {
    if (!used.contains(&erratum)) {
      unused.push_back(std::string(erratum.cpu) + ' ' + std::string(erratum.opcode));
    }
  }
}

// All units that compute with vectors; loads and stores go on beside them.
void drop_computing(const UnitMasks& units, llvm::mca::InstrDesc& description) {
  for (const auto& [name, mask] : units) {
    if (name.rfind("Zn3FP", 0) == 0 && name != zen::kLoadPorts && name != zen::kStorePort) {
      drop(mask, description);
    }
  }
}

// What computes, or stores a vector, waits for its operands in a scheduler.
void wait_in_scheduler(const UnitMasks& units, llvm::mca::InstrDesc& description) {
  const std::uint64_t vectors = mask_of(units, zen::kVectorScheduler);
  const std::uint64_t integers = mask_of(units, zen::kIntegerScheduler);
  const std::uint64_t loads = mask_of(units, zen::kLoadPorts);
  if (computes_with(vectors | mask_of(units, zen::kStorePort), loads, description)) {
    description.UsedBuffers |= std::uint64_t{1} << llvm::mca::getResourceStateIndex(vectors);
  } else if (computes_with(mask_of(units, zen::kIntegerUnits), loads, description)) {
    description.UsedBuffers |= std::uint64_t{1} << llvm::mca::getResourceStateIndex(integers);
  }
}

bool tests_mask(std::string_view opcode) {
  return opcode.starts_with("KORTEST") || opcode.starts_with("KTEST");
}

// KAND, KMOV to a mask, VPCMPD, VPMOVD2M: not KORTEST, nor KMOV from a mask or to memory.
bool writes_mask(std::string_view opcode) {
  if (opcode.starts_with("K")) {
    return !tests_mask(opcode) && !opcode.ends_with("rk") && !opcode.ends_with("mk");
  }
  return makes_mask(opcode);
}

// In the place of all that computes; what loads and stores goes on beside it.
void replace_computing(std::string_view opcode, std::string_view by, unsigned cycles,
                       unsigned latency, bool loads_early, const UnitMasks& units,
                       llvm::mca::InstrDesc& description) {
  const bool accesses_memory = std::ranges::any_of(
      std::array{"rm", "mr", "mi", "km", "mk"},
      [&](std::string_view operands) { return opcode.find(operands) != std::string_view::npos; });
  if (accesses_memory) {
    drop_computing(units, description);
    if (by == zen::kIntegerUnits) {
      drop(mask_of(units, zen::kSettingUnits), description);  // CMOV from memory
    }
  } else {
    description.Resources.clear();
  }
  if (!accesses_memory || loads_early) {
    set_latency(latency, description);
  }
  if (!by.empty()) {
    occupy(mask_of(units, by), cycles, description);
  }
  description.NumMicroOps = 1;
}

void apply_microcode(const zen::MicrocodeOfZen5& coded, const UnitMasks& units,
                     llvm::mca::InstrDesc& description) {
  const auto take = [&](std::uint64_t mask, unsigned cycles) {
    if (cycles > 0) {
      occupy(mask, cycles, description);
    }
  };
  take(kDispatchedAlone, coded.dispatch_cycles);
  take(mask_of(units, zen::kSums), coded.sums);
  take(mask_of(units, zen::kProducts), coded.products);
  take(mask_of(units, zen::kAnyUnit), coded.others);
  description.NumMicroOps = coded.micro_ops;
}

// In the vectors' schedulers, as many operations at once.
void wait_as_program(unsigned entries, unsigned third_reads, const UnitMasks& units,
                     llvm::mca::InstrDesc& description) {
  description.UsedBuffers |=
      std::uint64_t{1} << llvm::mca::getResourceStateIndex(mask_of(units, zen::kVectorScheduler));
  occupy(kEntriesHeld, entries, description);
  occupy(kReadsForStore, third_reads, description);
}

void apply_gather(const zen::GatherOfZen5& gather, const UnitMasks& units,
                  llvm::mca::InstrDesc& description) {
  occupy(mask_of(units, zen::kProgram), gather.cycles, description);
  occupy(kDispatchedAlone, gather.dispatch_cycles, description);
  const std::uint64_t loads = mask_of(units, zen::kLoadPorts);
  drop(loads, description);
  for (int port = 0; port < 2; ++port) {
    description.Resources.emplace_back(
        loads, llvm::mca::ResourceUsage(llvm::mca::CycleSegment(0, gather.load_cycles, false), 1));
  }
  for (const ExtraUnit& way : {kZenToMask, kZenToOtherMask}) {
    occupy(way.mask, gather.mask_cycles, description);
  }
  for (const ExtraUnit& way : {kZenToRegisters, kZenToFlags}) {
    occupy(way.mask, gather.register_cycles, description);
  }
  wait_as_program(gather.entries, gather.third_reads, units, description);
  description.NumMicroOps = gather.micro_ops;
  set_latency(gather.latency, description);
  for (llvm::mca::WriteDescriptor& write : description.Writes) {
    if (write.OpIndex == kMaskOfGather) {
      write.Latency = gather.until_mask - std::min(gather.until_mask, gather.later);
    }
  }
  for (unsigned place = 1; place < kPlacesOfGather; ++place) {
    need_early(place, gather.later, description);
  }
}

// Whether Zen 5 has a line of its own for it.
bool apply_zen5_lines(std::string_view opcode, bool loads_early, const UnitMasks& units,
                      llvm::mca::InstrDesc& description) {
  if (const auto* const gather = first_line<zen::kGathersOfZen5>(opcode)) {
    apply_gather(*gather, units, description);
    return true;
  }
  if (const auto* const coded = first_line<zen::kProgramsOfZen5>(opcode)) {
    occupy(mask_of(units, zen::kProgram), coded->cycles, description);
    if (coded->entries > 0) {
      wait_as_program(coded->entries, coded->third_reads, units, description);
    }
    description.NumMicroOps = coded->micro_ops;
    set_latency(coded->latency, description);
    return true;
  }
  const auto* const timed = first_line<zen::kTimedOfZen5>(opcode);
  if (timed != nullptr) {
    replace_computing(opcode, timed->units, timed->cycles, timed->latency, loads_early, units,
                      description);
  }
  if (const auto* const coded = first_line<zen::kMicrocodeOfZen5>(opcode)) {
    apply_microcode(*coded, units, description);
  }
  if (timed == nullptr) {
    return false;
  }
  if (timed->beside.empty()) {
    return true;
  }
  occupy(mask_of(units, timed->beside), 1, description);
  // What goes to another file takes its place among what writes there: two and more of the units of
  // integers from there, one or two to there.
  occupy(mask_of(units, zen::kIntegerUnits), timed->beside == zen::kFromRegister ? 2 : 1,
         description);
  if (timed->beside == zen::kFromRegister) {
    description.NumMicroOps = 2;
  }
  return true;
}

}  // namespace

void apply_zen_errata(std::string_view cpu, std::string_view opcode, bool loads_early,
                      const UnitMasks& units, llvm::mca::InstrDesc& description) {
  if (cpu == kZen5 && apply_zen5_lines(opcode, loads_early, units, description)) {
    const zen::Late* const late = erratum_of<zen::kLate>(cpu, opcode);
    if (late != nullptr && !loads_early && opcode.find("rm") != std::string_view::npos) {
      set_latency(late->latency, description);
    }
    if (const zen::Source* const source = erratum_of<zen::kSources>(cpu, opcode)) {
      need_early(source->place, source->cycles, description);
    }
    if (uses(mask_of(units, zen::kStorePort), description)) {
      drop(mask_of(units, zen::kLoadPorts), description);
      if (!narrows_into_memory(opcode)) {
        occupy(kReadsForStore, 1, description);
      }
    }
    if (opcode.starts_with("VMOVPDI2DI") || opcode.starts_with("VMOVPQIto64")) {
      occupy(kReadsForStore, 1, description);
    }
    if (uses(mask_of(units, zen::kLocked), description)) {
      occupy(kDoneInOrder, zen::kCyclesOfLock, description);
    }
    if (writes_mask(opcode) || tests_mask(opcode)) {
      occupy(kZenToMask.mask | kZenToOtherMask.mask, 1, description);
    }
    wait_in_scheduler(units, description);
    return;
  }
  if (erratum_of<zen::kPipelined>(cpu, opcode) != nullptr) {
    for (auto& [resource, usage] : description.Resources) {
      usage = llvm::mca::ResourceUsage(
          llvm::mca::CycleSegment(0, std::min(usage.size(), 1U), usage.CS.isReserved()),
          usage.NumUnits);
    }
  }
  if (const zen::Moved* const moved = erratum_of<zen::kMoved>(cpu, opcode)) {
    const std::uint64_t from = mask_of(units, moved->from);
    const std::uint64_t to = mask_of(units, moved->to);
    if (to != 0 && uses(from, description)) {
      drop(from, description);
      occupy(to, moved->cycles, description);
    }
  }
  if (const zen::Microcoded* const coded = erratum_of<zen::kMicrocoded>(cpu, opcode)) {
    occupy(mask_of(units, zen::kCrossing), coded->cycles, description);
    description.NumMicroOps = coded->micro_ops;
    set_latency(coded->latency, description);
  }
  if (const zen::Timed* const timed = erratum_of<zen::kTimed>(cpu, opcode)) {
    replace_computing(opcode, timed->units, timed->cycles, timed->latency, loads_early, units,
                      description);
    // What makes masks of masks: twelve beside twelve sums or shuffles take 11 to 12 cycles, beside
    // products 7.2.
    if (opcode.starts_with("K") && timed->units == zen::kSums) {
      occupy(kUnseen, 1, description);
    }
  }
  if (const zen::Beside* const beside = erratum_of<zen::kBeside>(cpu, opcode)) {
    occupy(mask_of(units, beside->units), 1, description);
  }
  if (erratum_of<zen::kThreeVectors>(cpu, opcode) != nullptr) {
    occupy(kReadsThreeVectors, 1, description);
  }
  if (const zen::Blocking* const blocking = erratum_of<zen::kBlocking>(cpu, opcode);
      blocking != nullptr && blocking->cpu == cpu) {
    for (const std::string_view unit : zen::kIntegerUnit) {
      occupy(mask_of(units, unit), 1, description);
    }
  }
  if (const zen::Crossing* const crossing = erratum_of<zen::kCrossings>(cpu, opcode)) {
    occupy(mask_of(units, zen::kIntegerUnits), crossing->cycles, description);
    if (crossing->cycles == zen::kFromRegisters) {
      occupy(kUnseen, 1, description);
    }
  }
  if (const zen::Late* const late = erratum_of<zen::kLate>(cpu, opcode)) {
    set_latency(late->latency, description);
  }
  if (const zen::Source* const source = erratum_of<zen::kSources>(cpu, opcode)) {
    need_early(source->place, source->cycles, description);
  }
  if (erratum_of<zen::kSplit>(cpu, opcode) != nullptr) {
    description.NumMicroOps = 2;
  }
  // What loads, computes and stores is two operations, and no more of them store in a cycle than
  // others do.
  const std::uint64_t stored = mask_of(units, zen::kStores);
  if (cpu == kZen4 && uses(mask_of(units, zen::kLoads), description) && uses(stored, description)) {
    occupy(stored, 2, description);
    description.NumMicroOps = std::max(description.NumMicroOps, 2U);
  }
  // Stores of vectors have a port of their own: two loads and a store go in one cycle.
  const std::uint64_t store = mask_of(units, zen::kStorePort);
  if (store != 0 && uses(store, description)) {
    drop(mask_of(units, zen::kLoadPorts), description);
  }
  // What goes to other registers reads vectors as stores do; masks are read elsewhere.
  const bool reads_as_store = (store != 0 && uses(store, description)) ||
                              uses(kZenToRegisters.mask, description) ||
                              uses(kZenToFlags.mask, description);
  if (is_zen4_or_later(cpu) && reads_as_store && !opcode.starts_with("K")) {
    occupy(kReadsForStore, 1, description);
  }
  if (cpu == kZen4 && writes_mask(opcode)) {
    occupy(kZenToMask.mask | kZenToOtherMask.mask, 1, description);
  }
  wait_in_scheduler(units, description);
}

void add_unused_zen_errata(std::span<const std::string_view> opcodes,
                           std::vector<std::string>& unused) {
  add_unused<zen::kPipelined>(opcodes, unused);
  add_unused<zen::kMoved>(opcodes, unused);
  add_unused<zen::kBlocking>(opcodes, unused);
  add_unused<zen::kMicrocoded>(opcodes, unused);
  add_unused<zen::kTimed>(opcodes, unused);
  add_unused<zen::kLate>(opcodes, unused);
  add_unused<zen::kCrossings>(opcodes, unused);
  add_unused<zen::kSources>(opcodes, unused);
  add_unused<zen::kSplit>(opcodes, unused);
  add_unused<zen::kBeside>(opcodes, unused);
  add_unused<zen::kThreeVectors>(opcodes, unused);
  add_unused_lines<zen::kTimedOfZen5>(kZen5, opcodes, unused);
  add_unused_lines<zen::kProgramsOfZen5>(kZen5, opcodes, unused);
  add_unused_lines<zen::kGathersOfZen5>(kZen5, opcodes, unused);
  add_unused_lines<zen::kMicrocodeOfZen5>(kZen5, opcodes, unused);
}

}  // namespace clgauge::lens
