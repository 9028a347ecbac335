#include "lens/throughput/sequence_cost.h"

#include <llvm/MCA/InstrBuilder.h>
#include <llvm/MCA/Support.h>

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "base/error.h"
#include "lens/code/mc.h"
#include "lens/throughput/accumulators.h"
#include "lens/throughput/buffers.h"
#include "lens/throughput/early_loads.h"
#include "lens/throughput/errata.h"
#include "lens/throughput/port_bound.h"
#include "lens/throughput/recurrence.h"
#include "lens/throughput/register_dependences.h"
#include "lens/throughput/sequence_key.h"
#include "lens/throughput/simulation.h"
#include "lens/throughput/wide_operations.h"
#include "lens/throughput/zero_idiom.h"

namespace clgauge::lens {
namespace {

using Lowered = std::vector<std::unique_ptr<llvm::mca::Instruction>>;

}  // namespace

// One processor's tables.
class SchedulingTable {
 public:
  explicit SchedulingTable(const std::string& cpu)
      : target_(cpu),
        buffers_(target_),
        builder_(*target_.subtarget, *target_.instructions, *target_.registers,
                 target_.analysis.get()),
        wide_builder_(*target_.subtarget, *target_.instructions, *target_.registers,
                      target_.analysis.get()) {
    const llvm::MCSchedModel& model = target_.subtarget->getSchedModel();
    if (!model.hasInstrSchedModel()) {
      throw Error(ErrorKind::usage, "LLVM has no scheduling table for the processor '" + cpu +
                                        "': name a related one that has");
    }
    const std::vector<std::uint64_t>& masks = buffers_.masks();
    for (unsigned kind = 1; kind < model.getNumProcResourceKinds(); ++kind) {
      const llvm::MCProcResourceDesc& resource = *model.getProcResource(kind);
      units_.emplace(resource.Name, masks[kind]);
      const bool is_group = resource.SubUnitsIdxBegin != nullptr;
      single_units_ |= is_group || resource.NumUnits != 1 ? 0 : masks[kind];
    }
  }

  // What the table does not know is left out and counted in `unknown`.
  SequenceCost cost(const std::vector<llvm::MCInst>& sequence, bool chained,
                    std::map<std::string, std::uint32_t>& unknown) {
    clear();
    const Lowered lowered = known(lower(sequence, unknown));
    SequenceCost cost;
    if (lowered.empty()) {
      return cost;
    }
    cost.throughput_cycles = throughput(lowered, cost.micro_ops);
    cost.chained_cycles = cost.throughput_cycles;
    if (chained) {
      const std::vector<Dependence> dependences = register_dependences(lowered, target_);
      cost.chained_cycles = std::max(cost.throughput_cycles,
                                     simulated_cycles_per_round(buffers_, lowered, dependences));
      if (cost.chained_cycles > cost.throughput_cycles) {  // else a circle changes nothing
        const CarriedWait wait = carried(lowered, dependences);
        cost.carried_cycles = std::min(cost.chained_cycles, wait.cycles);
        cost.lookahead = wait.lookahead;
      }
    }
    return cost;
  }

  // Whether an instruction of the longest circle of `round` waits, when the loop is entered again,
  // for what the circle made before: as it was, or as `between` made something else of it.
  bool next_entry_waits(const std::vector<llvm::MCInst>& round,
                        const std::vector<llvm::MCInst>& between) {
    clear();
    std::map<std::string, std::uint32_t> unknown;
    const Lowered of_round = lower(round, unknown);
    const Lowered others = lower(between, unknown);
    const auto dependences = register_dependences(of_round, target_);
    const double cycles = recurrence_cycles(of_round.size(), dependences);
    if (cycles <= 0) {
      return false;
    }
    const auto circle = in_circles(cycles, of_round.size(), dependences);
    std::set<unsigned> late;
    (void)waiting_for(of_round, circle, target_, late);
    (void)waiting_for(others, std::vector<bool>(others.size(), false), target_, late);
    const auto waits =
        waiting_for(of_round, std::vector<bool>(of_round.size(), false), target_, late);
    for (std::size_t i = 0; i < waits.size(); ++i) {
      if (circle[i] && waits[i]) {
        return true;
      }
    }
    return false;
  }

  // The loads of a loop, by their places in it, whose address waits for the longest circle that
  // they are a part of.
  std::vector<std::size_t> chained_loads(const std::vector<llvm::MCInst>& round) {
    clear();
    std::map<std::string, std::uint32_t> unknown;
    const Lowered lowered = lower(round, unknown);
    const auto dependences = register_dependences(lowered, target_);
    const auto circle =
        in_circles(recurrence_cycles(lowered.size(), dependences), lowered.size(), dependences);
    std::set<unsigned> late;
    (void)waiting_for(lowered, circle, target_, late);
    std::vector<std::size_t> loads;
    for (std::size_t i = 0; i < round.size(); ++i) {
      const bool is_load = target_.instructions->get(round[i].getOpcode()).mayLoad();
      if (is_load && circle[i] && addresses_by(round[i], late)) {
        loads.push_back(i);
      }
    }
    return loads;
  }

  // Of a loop whose instructions pass results on through memory: these, by their places in it.
  CarriedWait recurrence(const std::vector<llvm::MCInst>& sequence,
                         const std::vector<Forwarding>& forwarded) {
    clear();
    std::map<std::string, std::uint32_t> unknown;
    const Lowered lowered = lower(sequence, unknown);
    std::vector<Dependence> dependences = register_dependences(lowered, target_);
    for (const Forwarding& one : forwarded) {
      // A move from memory has no operation but its load, whose cycles are in the forwarding.
      const bool only_moves =
          lowered[one.load] != nullptr &&
          target_.instructions->getName(sequence[one.load].getOpcode()).startswith("VMOV");
      const double own = only_moves ? latency_of(*lowered[one.load]) : 0;
      dependences.push_back({one.store, one.load, forwarding_cycles(one.bytes) - own, one.rounds});
    }
    return carried(lowered, dependences);
  }

 private:
  using Made = llvm::Expected<std::unique_ptr<llvm::mca::Instruction>>;

  void clear() {
    builder_.clear();
    wide_builder_.clear();
    mended_.clear();
  }

  // Of a copy, in which operations of 512 bits become their halves: builders tell some instructions
  // apart by where they lie. Null for what the table does not know.
  Lowered lower(std::vector<llvm::MCInst> sequence, std::map<std::string, std::uint32_t>& unknown) {
    Lowered lowered;
    for (llvm::MCInst& inst : sequence) {
      const unsigned opcode = inst.getOpcode();
      const auto half = half_of(opcode, target_.cpu, *target_.instructions);
      inst.setOpcode(half.value_or(opcode));
      if (auto made = make(inst, half.has_value())) {
        // MCA takes an eliminated move's source for whatever is written to it later (LLVM 15): a
        // chain through the copy would be lost. Kept, the move waits, and costs what the table
        // says.
        (*made)->clearOptimizableMove();
        lowered.push_back(std::move(*made));
      } else {
        lowered.push_back(nullptr);
        llvm::consumeError(made.takeError());
        ++unknown[target_.instructions->getName(opcode).str()];
      }
    }
    return lowered;
  }

  static Lowered known(Lowered lowered) {
    std::erase(lowered, nullptr);
    return lowered;
  }

  Made make(const llvm::MCInst& inst, bool is_half) {
    Made made = (is_half ? wide_builder_ : builder_).createInstruction(inst);
    if (made) {
      llvm::mca::InstrDesc& description = description_of(**made);
      if (mended_.insert(&description).second) {
        mend(description, inst.getOpcode());
        if (is_half) {
          double_pump(description);
        }
      }
    }
    return made;
  }

  // The builder makes descriptions as it needs them, and hands them out as constants.
  static llvm::mca::InstrDesc& description_of(const llvm::mca::Instruction& made) {
    return const_cast<llvm::mca::InstrDesc&>(made.getDesc());
  }

  void mend(llvm::mca::InstrDesc& description, unsigned opcode) const {
    const llvm::StringRef name = target_.instructions->getName(opcode);
    if (name.startswith("V")) {
      load_early(*target_.subtarget, description);
    }
    apply_errata(target_.cpu, {name.data(), name.size()}, units_, description);
  }

  [[nodiscard]] bool addresses_by(const llvm::MCInst& inst, const std::set<unsigned>& units) const {
    const llvm::MCInstrDesc& description = target_.instructions->get(inst.getOpcode());
    for (unsigned o = 0; o < inst.getNumOperands(); ++o) {
      const llvm::MCOperand& operand = inst.getOperand(o);
      if (o >= description.getNumOperands() || !operand.isReg() || operand.getReg() == 0 ||
          description.OpInfo[o].OperandType != llvm::MCOI::OPERAND_MEMORY) {
        continue;
      }
      for (llvm::MCRegUnitIterator unit(operand.getReg(), target_.registers.get()); unit.isValid();
           ++unit) {
        if (units.contains(*unit)) {
          return true;
        }
      }
    }
    return false;
  }

  [[nodiscard]] CarriedWait carried(const Lowered& round,
                                    const std::vector<Dependence>& dependences) const {
    const double cycles = recurrence_cycles(round.size(), dependences);
    const std::vector<bool> held_up = held_up_by_circles(cycles, round.size(), dependences);
    return {cycles, buffers_.lookahead(round, held_up)};
  }

  double throughput(const Lowered& lowered, double& micro_ops) const {
    const llvm::MCSchedModel& model = target_.subtarget->getSchedModel();
    const std::vector<std::uint64_t>& masks = buffers_.masks();
    std::vector<unsigned> used(model.getNumProcResourceKinds(), 0);
    PortUse use;
    unsigned ops = 0;
    for (const auto& instruction : lowered) {
      const llvm::mca::InstrDesc& description = instruction->getDesc();
      ops += description.NumMicroOps;
      for (const auto& [mask, usage] : description.Resources) {
        const auto resource = std::find(masks.begin(), masks.end(), mask);
        used[static_cast<std::size_t>(resource - masks.begin())] += usage.size();
        if (const std::uint64_t units = mask & single_units_; units != 0) {
          use[units] += usage.size();
        }
      }
    }
    micro_ops = ops;
    return std::max(port_bound(use),
                    llvm::mca::computeBlockRThroughput(model, model.IssueWidth, ops, used));
  }

  McTarget target_;
  Buffers buffers_;
  llvm::mca::InstrBuilder builder_;
  llvm::mca::InstrBuilder wide_builder_;          // descriptions of two halves each
  std::set<const llvm::mca::InstrDesc*> mended_;  // of either builder
  UnitMasks units_;
  std::uint64_t single_units_ = 0;  // bits of those that are no groups
};

struct SequenceCosts::Impl {
  MachineCode code;
  std::vector<std::unique_ptr<SchedulingTable>> tables;
  std::map<std::string, std::uint32_t> unknown;
  using Key = std::pair<std::vector<std::uint32_t>, bool>;
  std::map<Key, SequenceCost> known;
  // Unrolled loops repeat themselves but for the addresses.
  std::map<std::pair<SequenceKey, bool>, SequenceCost> alike;

  std::map<std::uint32_t, std::string> calls;               // that were inlined
  std::map<std::string, std::vector<llvm::MCInst>> bodies;  // of what they call

  struct Sequence {
    std::vector<llvm::MCInst> instructions;
    std::vector<std::uint32_t> places;  // in the code; of what is called, kElsewhere
  };
  static constexpr auto kElsewhere = std::numeric_limits<std::uint32_t>::max();

  // What locking costs depends on who else uses the line: counted apart (instruction_kind.h).
  static bool is_priced(const McCode& mc, std::uint32_t instruction) {
    const llvm::MCInstrDesc& description = mc.description(instruction);
    return !description.isCall() && !description.isReturn() &&
           mc.opcode_name(instruction) != "LOCK_PREFIX";
  }

  [[nodiscard]] const std::vector<llvm::MCInst>* body_called_by(std::uint32_t instruction) const {
    const auto call = calls.find(instruction);
    return call == calls.end() ? nullptr : &bodies.at(call->second);
  }

  [[nodiscard]] Sequence sequence_of(std::span<const std::uint32_t> blocks) const {
    Sequence sequence;
    for (const std::uint32_t b : blocks) {
      const BasicBlock& block = code.blocks.at(b);
      for (std::uint32_t i = 0; i < block.instruction_count; ++i) {
        const std::uint32_t at = block.first_instruction + i;
        if (is_priced(*code.mc, at)) {
          sequence.instructions.push_back(code.mc->instructions.at(at));
          sequence.places.push_back(at);
        } else if (const std::vector<llvm::MCInst>* const body = body_called_by(at)) {
          sequence.instructions.insert(sequence.instructions.end(), body->begin(), body->end());
          sequence.places.resize(sequence.instructions.size(), kElsewhere);
        }
      }
    }
    break_zero_idioms(sequence.instructions, *code.mc->target);
    return sequence;
  }

  SequenceCost ask(std::span<const std::uint32_t> blocks, bool chained) {
    const std::vector<llvm::MCInst> sequence = sequence_of(blocks).instructions;
    std::pair key{key_of(sequence, *code.mc->target), chained};
    const auto answer = alike.find(key);
    if (answer != alike.end()) {
      return answer->second;
    }
    return alike.emplace(std::move(key), simulate(sequence, chained)).first->second;
  }

  SequenceCost simulate(const std::vector<llvm::MCInst>& sequence, bool chained) {
    SequenceCost least;
    for (std::size_t t = 0; t < tables.size(); ++t) {
      std::map<std::string, std::uint32_t> not_known;
      const SequenceCost cost = tables[t]->cost(sequence, chained, not_known);
      if (t == 0) {
        least = cost;
        unknown.merge(not_known);
        continue;
      }
      if (not_known.empty()) {
        least.throughput_cycles = std::min(least.throughput_cycles, cost.throughput_cycles);
        least.chained_cycles = std::min(least.chained_cycles, cost.chained_cycles);
        least.carried_cycles = std::min(least.carried_cycles, cost.carried_cycles);
        least.micro_ops = std::min(least.micro_ops, cost.micro_ops);
      }
    }
    return least;
  }

  CarriedWait wait_through_memory(std::span<const std::uint32_t> blocks,
                                  std::span<const Forwarding> forwarded) {
    const auto is_here = [&](const Forwarding& one) {
      return std::ranges::any_of(blocks, [&](std::uint32_t b) {
        const BasicBlock& block = code.blocks.at(b);
        return one.load - block.first_instruction < block.instruction_count;
      });
    };
    if (std::ranges::none_of(forwarded, is_here)) {
      return {};
    }
    const Sequence sequence = sequence_of(blocks);
    std::vector<Forwarding> within;
    for (const Forwarding& one : forwarded) {
      const auto store = std::ranges::find(sequence.places, one.store);
      const auto load = std::ranges::find(sequence.places, one.load);
      const bool is_within = store != sequence.places.end() && load != sequence.places.end();
      // A circle takes a round at least.
      if (is_within && (one.rounds > 0 || store < load) && is_vector(one.store)) {
        within.push_back({static_cast<std::uint32_t>(store - sequence.places.begin()),
                          static_cast<std::uint32_t>(load - sequence.places.begin()), one.rounds,
                          one.bytes});
      }
    }
    return within.empty() ? CarriedWait{}
                          : tables.front()->recurrence(sequence.instructions, within);
  }

  [[nodiscard]] bool next_entry_waits(std::span<const std::uint32_t> round,
                                      std::span<const std::uint32_t> between) const {
    const McTarget& target = *code.mc->target;
    const std::vector<llvm::MCInst> of_round = sequence_of(round).instructions;
    const std::vector<llvm::MCInst> others = sequence_of(between).instructions;
    std::set<unsigned> sums = accumulators(of_round, target);
    if (!sums.empty()) {
      remove_written(others, target, sums);
    }
    return !sums.empty() || tables.front()->next_entry_waits(of_round, others);
  }

  [[nodiscard]] std::vector<std::uint32_t> chained_loads(
      std::span<const std::uint32_t> round) const {
    const Sequence sequence = sequence_of(round);
    std::vector<std::uint32_t> loads;
    for (const std::size_t place : tables.front()->chained_loads(sequence.instructions)) {
      if (sequence.places[place] != kElsewhere) {
        loads.push_back(sequence.places[place]);
      }
    }
    return loads;
  }

  [[nodiscard]] bool is_vector(std::uint32_t instruction) const {
    return code.mc->opcode_name(instruction).front() == 'V';
  }
};

SequenceCosts::SequenceCosts(MachineCode code, const std::vector<std::string>& cpus)
    : impl_(std::make_unique<Impl>()) {
  impl_->code = std::move(code);
  for (const std::string& cpu : cpus) {
    impl_->tables.push_back(std::make_unique<SchedulingTable>(cpu));
  }
}
SequenceCosts::~SequenceCosts() = default;
SequenceCosts::SequenceCosts(SequenceCosts&&) noexcept = default;
SequenceCosts& SequenceCosts::operator=(SequenceCosts&&) noexcept = default;

const SequenceCost& SequenceCosts::of(std::span<const std::uint32_t> blocks, bool chained) {
  Impl::Key key{{blocks.begin(), blocks.end()}, chained};
  const auto found = impl_->known.find(key);
  if (found != impl_->known.end()) {
    return found->second;
  }
  const SequenceCost cost = impl_->ask(blocks, chained);
  return impl_->known.emplace(std::move(key), cost).first->second;
}

void SequenceCosts::inline_call(std::uint32_t call, const std::string& symbol,
                                const MachineCode& code, std::span<const std::uint32_t> path) {
  impl_->calls.try_emplace(call, symbol);
  const auto [body, is_new] = impl_->bodies.try_emplace(symbol);
  if (!is_new) {
    return;
  }
  for (const std::uint32_t b : path) {
    const BasicBlock& block = code.blocks.at(b);
    for (std::uint32_t i = 0; i < block.instruction_count; ++i) {
      if (Impl::is_priced(*code.mc, block.first_instruction + i)) {
        body->second.push_back(code.mc->instructions.at(block.first_instruction + i));
      }
    }
  }
}

double SequenceCosts::fused_spills(std::uint32_t block) const {
  const BasicBlock& within = impl_->code.blocks.at(block);
  double fused = 0;
  double loads = 0;
  double stores = 0;
  for (std::uint32_t i = 0; i < within.instruction_count; ++i) {
    const std::uint32_t at = within.first_instruction + i;
    const llvm::StringRef name = impl_->code.mc->opcode_name(at);
    const llvm::MCInstrDesc& description = impl_->code.mc->description(at);
    const bool is_vector = name.startswith("V");
    fused += name.startswith("VFMADD") || name.startswith("VFMSUB") || name.startswith("VFNM");
    loads += is_vector && description.mayLoad();
    stores += is_vector && description.mayStore();
  }
  return std::min({fused, loads, stores});
}

CarriedWait SequenceCosts::wait_through_memory(std::span<const std::uint32_t> blocks,
                                               std::span<const Forwarding> forwarded) {
  return impl_->wait_through_memory(blocks, forwarded);
}

bool SequenceCosts::next_entry_waits(std::span<const std::uint32_t> round,
                                     std::span<const std::uint32_t> between) {
  return impl_->next_entry_waits(round, between);
}

std::vector<std::uint32_t> SequenceCosts::chained_loads(std::span<const std::uint32_t> round) {
  const SequenceCost& cost = of(round, true);
  const bool waits = cost.carried_cycles > cost.throughput_cycles;
  return waits ? impl_->chained_loads(round) : std::vector<std::uint32_t>{};
}

const std::map<std::string, std::uint32_t>& SequenceCosts::unknown() const {
  return impl_->unknown;
}

const MachineCode& SequenceCosts::code() const { return impl_->code; }

}  // namespace clgauge::lens
