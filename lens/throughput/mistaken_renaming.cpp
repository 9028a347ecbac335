#include "lens/throughput/mistaken_renaming.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

constexpr std::size_t kLearnt = 6;
constexpr double kCyclesOfEach = 18;  // beyond what a core does meanwhile

// The operands that name an address.
struct Named {
  unsigned base = 0;
  unsigned index = 0;
  std::int64_t scale = 0;
  std::int64_t displacement = 0;

  friend bool operator==(const Named&, const Named&) = default;
};

std::optional<Named> address_of(const McCode& code, std::uint32_t instruction) {
  const llvm::MCInst& inst = code.instructions[instruction];
  const auto first = code.opcode_name(instruction).starts_with('V')
                         ? std::nullopt
                         : first_of_address(inst, code.description(instruction));
  if (!first) {
    return std::nullopt;
  }
  const llvm::MCOperand& base = inst.getOperand(*first);
  const llvm::MCOperand& index = inst.getOperand(*first + 2);
  const llvm::MCOperand& displacement = inst.getOperand(*first + 3);
  if (!base.isReg() || !index.isReg() || !displacement.isImm()) {
    return std::nullopt;
  }
  return Named{base.getReg(), index.getReg(), inst.getOperand(*first + 1).getImm(),
               displacement.getImm()};
}

bool comes_from_vector(std::string_view name) {
  return name.starts_with("VMOVPDI2DI") || name.starts_with("VMOVPQIto64") ||
         name.starts_with("VMOVSS2DI") || name.starts_with("VPEXTR") || name.starts_with("KMOV");
}

// What an instruction does to one of the addresses that some store names.
struct Event {
  enum class Kind : std::uint8_t { load, moved_unseen, moved, store };
  Kind kind = Kind::load;
  std::size_t address = 0;
  std::uint32_t instruction = 0;
};

class Events {
 public:
  explicit Events(const MachineCode& code) : mc_(*code.mc) {
    for (std::uint32_t i = 0; i < mc_.instructions.size(); ++i) {
      const auto address = address_of(mc_, i);
      if (address && mc_.description(i).mayStore() && std::ranges::count(stored_, *address) == 0) {
        stored_.push_back(*address);
      }
    }
    for (const BasicBlock& block : code.blocks) {
      std::vector<Event>& events = of_block_.emplace_back();
      for (std::uint32_t i = 0; i < block.instruction_count; ++i) {
        add(block.first_instruction + i, events);
      }
    }
  }

  [[nodiscard]] std::span<const Event> of_block(std::uint32_t block) const {
    return of_block_[block];
  }
  [[nodiscard]] std::size_t addresses() const { return stored_.size(); }

 private:
  void add(std::uint32_t instruction, std::vector<Event>& events) const {
    const auto address = address_of(mc_, instruction);
    const auto named = address ? std::ranges::find(stored_, *address) : stored_.end();
    const auto number = static_cast<std::size_t>(named - stored_.begin());
    if (named != stored_.end() && mc_.description(instruction).mayLoad()) {
      events.push_back({Event::Kind::load, number, instruction});
    }
    const auto kind = comes_from_vector(mc_.opcode_name(instruction)) ? Event::Kind::moved_unseen
                                                                      : Event::Kind::moved;
    for (const unsigned reg : mc_.written_registers(instruction)) {
      for (std::size_t a = 0; a < stored_.size(); ++a) {
        if (mc_.target->registers->regsOverlap(stored_[a].base, reg) ||
            mc_.target->registers->regsOverlap(stored_[a].index, reg)) {
          events.push_back({kind, a, instruction});
        }
      }
    }
    if (named != stored_.end() && mc_.description(instruction).mayStore()) {
      events.push_back({Event::Kind::store, number, instruction});
    }
  }

  const McCode& mc_;
  std::vector<Named> stored_;
  std::vector<std::vector<Event>> of_block_;
};

class Walk {
 public:
  Walk(const Events& events, const TracedPath& path)
      : events_(events), path_(path), addresses_(events.addresses()) {}

  double mistaken() {
    for (std::uint32_t at = 0; at < path_.blocks.size(); ++at) {
      for (const Event& event : events_.of_block(path_.blocks[at])) {
        see(event, at);
      }
    }
    return mistaken_;
  }

 private:
  // Of the last store to an address that is named so, if no register that names it has been written
  // since as the core can see.
  struct Address {
    bool is_stored = false;
    bool is_elsewhere = false;
    std::uint32_t stored_in = 0;
    std::uint32_t store = 0;
  };

  void see(const Event& event, std::uint32_t at) {
    Address& address = addresses_[event.address];
    switch (event.kind) {
      case Event::Kind::load:
        if (address.is_stored && address.is_elsewhere && !finds(address, event.instruction, at)) {
          mistake(event.instruction);
        }
        break;
      case Event::Kind::moved_unseen:
        address.is_elsewhere = true;
        break;
      case Event::Kind::moved:
        address.is_stored = false;
        break;
      case Event::Kind::store:
        address = {true, false, at, event.instruction};
        break;
    }
  }

  // Whether the load happens to find what that store stored.
  bool finds(const Address& address, std::uint32_t load, std::uint32_t at) {
    while (next_forwarded_ < path_.forwarded.size() &&
           path_.forwarded[next_forwarded_].loaded_in < at) {
      ++next_forwarded_;
    }
    for (std::size_t i = next_forwarded_;
         i < path_.forwarded.size() && path_.forwarded[i].loaded_in == at; ++i) {
      const TracedForwarding& one = path_.forwarded[i];
      if (one.load == load && one.store == address.store && one.stored_in == address.stored_in) {
        return true;
      }
    }
    return false;
  }

  void mistake(std::uint32_t load) {
    const auto before = last_mistaken_.find(load);
    if (before != last_mistaken_.end() && mistakes_ - before->second > kLearnt) {
      mistaken_ += 1;
    }
    last_mistaken_[load] = mistakes_++;
  }

  const Events& events_;
  const TracedPath& path_;
  std::vector<Address> addresses_;
  std::map<std::uint32_t, std::size_t> last_mistaken_;  // by load: before so many others
  std::size_t mistakes_ = 0;
  std::size_t next_forwarded_ = 0;
  double mistaken_ = 0;
};

}  // namespace

double mistaken_renamings(const MachineCode& code, const TracedPath& path) {
  const McCode& mc = *code.mc;
  for (std::uint32_t i = 0; i < mc.instructions.size(); ++i) {
    if (comes_from_vector(mc.opcode_name(i))) {
      return Walk(Events(code), path).mistaken();
    }
  }
  return 0;
}

double mistaken_renaming_cycles(const MachineCode& code, std::string_view cpu,
                                const TracedPath& path, double instructions) {
  if (cpu != "znver4") {
    return 0;
  }
  double walked = 0;
  for (const std::uint32_t b : path.blocks) {
    walked += code.blocks[b].instruction_count;
  }
  return walked > 0 ? kCyclesOfEach * mistaken_renamings(code, path) * instructions / walked : 0;
}

}  // namespace clgauge::lens
