#include "lens/throughput/sequence_forwarding.h"

#include <cstddef>

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

bool is_vector(const MachineCode& code, std::uint32_t instruction) {
  return code.mc->opcode_name(instruction).front() == 'V';
}

bool goes_by_index(const MachineCode& code, std::uint32_t instruction) {
  return has_index(code.mc->instructions[instruction], code.mc->description(instruction));
}

// Where the sequence stores what is forwarded, unless renaming does it: a call within its body.
std::vector<std::uint32_t> stores_of(const MachineCode& code, std::string_view cpu,
                                     const Forwarding& one, const CodeSequence& sequence) {
  std::vector<std::uint32_t> stores;
  if (!is_renamed(code, cpu, one.store, one.load, one.bytes)) {
    stores = sequence.places_of(one.store);
  }
  for (const auto& [call, place] : sequence.outputs) {
    if (call == one.store) {
      stores.push_back(place);
    }
  }
  return stores;
}

}  // namespace

bool is_renamed(const MachineCode& code, std::string_view cpu, std::uint32_t store,
                std::uint32_t load, std::uint32_t bytes) {
  const std::string_view loads_by = code.mc->opcode_name(load);
  const llvm::MCInstrDesc& what = code.mc->description(load);
  const bool extends = loads_by.starts_with("MOVZX") || loads_by.starts_with("MOVSX");
  const ThroughMemory way{
      .stored_by_index = goes_by_index(code, store),
      .loaded_by_index = goes_by_index(code, load),
      .is_moved = (loads_by.starts_with("MOV") && !extends) || what.mayStore() || what.isCall(),
      .bytes = bytes};
  return !is_vector(code, store) && !is_vector(code, load) && renames_memory(cpu, way);
}

std::vector<Forwarding> forwarded_within(const MachineCode& code, std::string_view cpu,
                                         const CodeSequence& sequence,
                                         std::span<const Forwarding> forwarded) {
  std::vector<Forwarding> within;
  for (const Forwarding& one : forwarded) {
    const std::vector<std::uint32_t> loads = sequence.places_of(one.load);
    const std::vector<std::uint32_t> stores = stores_of(code, cpu, one, sequence);
    if (loads.empty() || stores.empty()) {
      continue;
    }
    // What is called may store at several places in one pass.
    const std::size_t passes = stores.size() % loads.size() == 0 ? loads.size() : 1;
    const std::size_t parts = stores.size() / passes;
    for (std::size_t pass = 0; pass < passes; ++pass) {
      const std::size_t back = one.rounds + passes - 1 - pass;  // from the last pass
      const auto rounds = static_cast<std::uint32_t>(back / passes);
      const std::size_t stored = passes - 1 - back % passes;
      for (std::size_t part = 0; part < parts; ++part) {
        const std::uint32_t from = stores[stored * parts + part];
        // A circle takes a round at least.
        if (rounds > 0 || from < loads[pass]) {
          within.push_back({from, loads[pass], rounds, one.bytes});
        }
      }
    }
  }
  return within;
}

}  // namespace clgauge::lens
