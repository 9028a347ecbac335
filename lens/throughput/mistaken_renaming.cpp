#include "lens/throughput/mistaken_renaming.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lens/code/mc.h"
#include "lens/code/zen.h"

namespace clgauge::lens {
namespace {

constexpr std::size_t kLearnt = 6;
// Of two displacements from the same registers these bits are compared.
constexpr std::uint64_t kCompared = 0x3ff;
constexpr double kFurtherLoad = 5.0 / 18;  // that mistakes the same store again

constexpr RenamingRules kZen4Rules;
constexpr RenamingRules kZen5Rules{.stores_compared = 11,
                                   .learnt_of_alike = 20,
                                   .learnt_of_apart = 20,
                                   .compares_all_widths = true,
                                   .compares_all_bases = true,
                                   .compares_indices = false,
                                   .misses_moves_of_vectors = false,
                                   .cycles = 20};

// Of MOV64rm, ADD32mr, INC8m; 0 of all else, and of what extends.
unsigned bits_moved(std::string_view name) {
  if (name.starts_with("MOVZX") || name.starts_with("MOVSX")) {
    return 0;
  }
  const std::size_t digit = name.find_first_of("0123456789");
  for (const unsigned bits : {8U, 16U, 32U, 64U}) {
    const std::string of_bits = std::to_string(bits);
    if (digit != std::string_view::npos && name.substr(digit).starts_with(of_bits)) {
      return bits;
    }
  }
  return 0;
}

// Without the bits of it that are not compared.
NamedAddress as_compared(NamedAddress address) {
  address.displacement &= static_cast<std::int64_t>(kCompared);
  return address;
}

std::optional<NamedAddress> address_of(const McCode& code, std::uint32_t instruction) {
  return code.opcode_name(instruction).starts_with('V')
             ? std::nullopt
             : named_address(code.instructions[instruction], code.description(instruction));
}

bool comes_from_vector(std::string_view name) {
  return name.starts_with("VMOVPDI2DI") || name.starts_with("VMOVPQIto64") ||
         name.starts_with("VMOVSS2DI") || name.starts_with("VPEXTR") || name.starts_with("KMOV");
}

// RAX of EAX, AX, AL, AH.
unsigned whole_of(unsigned reg, const llvm::MCRegisterInfo& registers) {
  unsigned whole = reg;
  for (llvm::MCSuperRegIterator wider(reg, &registers); wider.isValid(); ++wider) {
    whole = *wider;
  }
  return whole;
}

bool is_stack_pointer(unsigned reg, const llvm::MCRegisterInfo& registers) {
  return std::string_view(registers.getName(reg)) == "RSP";
}

// What an instruction does, one after the other.
struct Event {
  enum class Kind : std::uint8_t { load, write_unseen, write, store, store_of_vector, forget };
  Kind kind = Kind::load;
  std::size_t of = 0;  // an address, or the register that is written
  std::uint32_t instruction = 0;
  unsigned bits = 0;  // that are compared; 0: it is not
};

// Of the blocks on a way.
class Events {
 public:
  Events(const MachineCode& code, const RenamingRules& rules, const TracedPath& path)
      : mc_(*code.mc), rules_(rules) {
    for (const std::uint32_t b : path.blocks) {
      const auto [of_this, is_new] = of_block_.try_emplace(b);
      for (std::uint32_t i = 0; is_new && i < code.blocks[b].instruction_count; ++i) {
        add(code.blocks[b].first_instruction + i, of_this->second);
      }
    }
  }

  struct Address {
    unsigned base = 0;  // whole registers
    unsigned index = 0;
    std::size_t alike = 0;  // the first that is compared as this one is
  };

  [[nodiscard]] std::span<const Event> of_block(std::uint32_t block) const {
    return of_block_.at(block);
  }
  [[nodiscard]] const std::vector<Address>& addresses() const { return addresses_; }
  // Whether any two differ only by what is not compared.
  [[nodiscard]] bool has_alike() const {
    for (std::size_t i = 0; i < addresses_.size(); ++i) {
      if (addresses_[i].alike != i) {
        return true;
      }
    }
    return false;
  }

 private:
  void add(std::uint32_t instruction, std::vector<Event>& events) {
    const llvm::MCInstrDesc& what = mc_.description(instruction);
    const auto named = address_of(mc_, instruction);
    const std::size_t address = named ? number_of(*named) : 0;
    const bool stores = named && what.mayStore();
    const unsigned bits = named ? bits_of(*named, mc_.opcode_name(instruction)) : 0;
    // Nothing is renamed through what is locked: it waits for the cache.
    if (stores && mc_.is_locked(instruction)) {
      events.push_back({Event::Kind::forget, address, instruction});
      return;
    }
    if (named && what.mayLoad()) {
      // What a Zen 4 computes with is renamed by an index only (forwarding.h).
      const bool is_moved = rules_.compares_all_widths || named->index != 0 ||
                            mc_.opcode_name(instruction) == "MOV64rm";
      events.push_back({Event::Kind::load, address, instruction, is_moved ? bits : 0});
    }
    const auto kind = comes_from_vector(mc_.opcode_name(instruction)) ? Event::Kind::write_unseen
                                                                      : Event::Kind::write;
    for (const unsigned reg : mc_.written_registers(instruction)) {
      events.push_back({kind, whole_of(reg, *mc_.target->registers), instruction});
    }
    if (stores) {
      events.push_back({Event::Kind::store, address, instruction, bits});
    } else if (what.mayStore()) {
      events.push_back({Event::Kind::store_of_vector, 0, instruction});
    }
  }

  // That are compared of an access.
  [[nodiscard]] unsigned bits_of(const NamedAddress& named, std::string_view name) const {
    if (rules_.compares_all_widths) {
      return named.index == 0 ? bits_moved(name) : 0;
    }
    return name.find("64") != std::string_view::npos ? 64 : 0;
  }

  std::size_t number_of(const NamedAddress& named) {
    const auto [found, is_new] = numbers_.try_emplace(named, addresses_.size());
    if (is_new) {
      const llvm::MCRegisterInfo& registers = *mc_.target->registers;
      // Of the stack, or by an index, by more than a byte: others are told apart.
      const bool is_far = named.displacement < std::numeric_limits<std::int8_t>::min() ||
                          named.displacement > std::numeric_limits<std::int8_t>::max();
      const bool is_compared =
          is_far &&
          (named.index != 0 ? rules_.compares_indices
                            : rules_.compares_all_bases || is_stack_pointer(named.base, registers));
      const std::size_t alike =
          is_compared ? alike_.try_emplace(as_compared(named), addresses_.size()).first->second
                      : addresses_.size();
      addresses_.push_back(
          {whole_of(named.base, registers), whole_of(named.index, registers), alike});
    }
    return found->second;
  }

  const McCode& mc_;
  const RenamingRules& rules_;
  std::map<NamedAddress, std::size_t> numbers_;
  std::map<NamedAddress, std::size_t> alike_;
  std::vector<Address> addresses_;
  std::map<std::uint32_t, std::vector<Event>> of_block_;
};

class Walk {
 public:
  Walk(const Events& events, const RenamingRules& rules, const TracedPath& path, unsigned registers)
      : events_(events),
        rules_(rules),
        path_(path),
        stored_(events.addresses().size()),
        writes_(registers, 0),
        unseen_writes_(registers, 0) {}

  std::map<std::uint32_t, double> mistaken() {
    for (std::uint32_t at = 0; at < path_.blocks.size(); ++at) {
      for (const Event& event : events_.of_block(path_.blocks[at])) {
        see(event, at);
      }
    }
    return mistaken_;
  }

 private:
  // The last one to an address that is named so, and how often its registers had been written then.
  struct Store {
    bool is_there = false;
    std::uint64_t writes = 0;
    std::uint64_t unseen_writes = 0;
    std::uint32_t block = 0;  // of the path
    std::uint32_t instruction = 0;
  };

  void see(const Event& event, std::uint32_t at) {
    switch (event.kind) {
      case Event::Kind::load:
        if (is_taken_for_copy(event.of) && !finds(stored_[event.of], event.instruction, at)) {
          mistake(event.instruction, kLearnt, 1);
        } else if (Recent* const alike = taken_for(event);
                   alike != nullptr && !finds(stored_[*alike->address], event.instruction, at)) {
          take_for(*alike, event.instruction);
        }
        break;
      case Event::Kind::write_unseen:
        ++unseen_writes_[event.of];
        break;
      case Event::Kind::write:
        ++writes_[event.of];
        break;
      case Event::Kind::store:
        stored_[event.of] = {true, of_both(event.of, writes_), of_both(event.of, unseen_writes_),
                             at, event.instruction};
        followers_[event.instruction].begin_anew();
        remember({event.of, event.bits, false, event.instruction});
        break;
      case Event::Kind::store_of_vector:
        remember({});
        break;
      case Event::Kind::forget:
        stored_[event.of].is_there = false;
        break;
    }
  }

  [[nodiscard]] std::uint64_t of_both(std::size_t address,
                                      const std::vector<std::uint64_t>& writes) const {
    const Events::Address& by = events_.addresses()[address];
    return writes[by.base] + writes[by.index];
  }

  [[nodiscard]] bool is_taken_for_copy(std::size_t address) const {
    const Store& store = stored_[address];
    return rules_.misses_moves_of_vectors && store.is_there &&
           store.writes == of_both(address, writes_) &&
           store.unseen_writes != of_both(address, unseen_writes_);
  }

  // One of the last stores; of a vector with no address.
  struct Recent {
    std::optional<std::size_t> address;
    unsigned bits = 0;
    bool was_mistaken = false;
    std::uint32_t instruction = 0;
  };

  // Loads that were taken for a store's copies.
  struct Followers {
    std::size_t loads = 0;
    bool has_a_row = false;
    bool were_apart = false;  // those of the time before: several, and none next to another

    void begin_anew() { *this = {0, false, loads > 1 && !has_a_row}; }
  };

  void take_for(Recent& store, std::uint32_t load) {
    const bool is_in_a_row = load == last_alike_ + 1;
    last_alike_ = load;
    Followers& followers = followers_[store.instruction];
    ++followers.loads;
    followers.has_a_row = followers.has_a_row || is_in_a_row;
    mistake(load, followers.were_apart ? rules_.learnt_of_apart : rules_.learnt_of_alike,
            store.was_mistaken ? kFurtherLoad : 1);
    store.was_mistaken = true;
  }

  void remember(const Recent& store) {
    last_stores_.push_back(store);
    if (last_stores_.size() > rules_.stores_compared) {
      last_stores_.pop_front();
    }
  }

  // The last store that is compared as the load is, if it is to another address.
  [[nodiscard]] Recent* taken_for(const Event& load) {
    const std::vector<Events::Address>& addresses = events_.addresses();
    for (std::size_t i = last_stores_.size(); load.bits > 0 && i-- > 0;) {
      Recent& one = last_stores_[i];
      if (!one.address || addresses[*one.address].alike != addresses[load.of].alike) {
        continue;
      }
      const Store& store = stored_[*one.address];
      if (store.is_there && store.writes == of_both(*one.address, writes_)) {
        return one.bits == load.bits && one.address != load.of ? &one : nullptr;
      }
    }
    return nullptr;
  }

  // Whether the load happens to find what that store stored.
  bool finds(const Store& store, std::uint32_t load, std::uint32_t at) {
    while (next_forwarded_ < path_.forwarded.size() &&
           path_.forwarded[next_forwarded_].loaded_in < at) {
      ++next_forwarded_;
    }
    for (std::size_t i = next_forwarded_;
         i < path_.forwarded.size() && path_.forwarded[i].loaded_in == at; ++i) {
      const TracedForwarding& one = path_.forwarded[i];
      if (one.load == load && one.store == store.instruction && one.stored_in == store.block) {
        return true;
      }
    }
    return false;
  }

  void mistake(std::uint32_t load, std::size_t learnt, double times) {
    const auto before = last_mistaken_.find(load);
    if (before != last_mistaken_.end() && mistakes_ - before->second > learnt) {
      mistaken_[load] += times;
    }
    last_mistaken_[load] = mistakes_++;
  }

  const Events& events_;
  const RenamingRules& rules_;
  const TracedPath& path_;
  std::vector<Store> stored_;          // by address
  std::vector<std::uint64_t> writes_;  // by register
  std::vector<std::uint64_t> unseen_writes_;
  std::deque<Recent> last_stores_;
  std::map<std::uint32_t, std::size_t> last_mistaken_;  // by load: before so many others
  std::size_t mistakes_ = 0;
  std::uint32_t last_alike_ = 0;
  std::map<std::uint32_t, Followers> followers_;  // by store
  std::size_t next_forwarded_ = 0;
  std::map<std::uint32_t, double> mistaken_;
};

}  // namespace

std::optional<RenamingRules> renaming_rules(std::string_view cpu) {
  return cpu == kZen4   ? std::optional(kZen4Rules)
         : cpu == kZen5 ? std::optional(kZen5Rules)
                        : std::nullopt;
}

std::map<std::uint32_t, double> mistaken_renamings(const MachineCode& code,
                                                   const RenamingRules& rules,
                                                   const TracedPath& path) {
  const McCode& mc = *code.mc;
  const Events events(code, rules, path);
  bool may_be = events.has_alike();
  for (std::uint32_t i = 0; i < mc.instructions.size() && !may_be; ++i) {
    may_be = rules.misses_moves_of_vectors && comes_from_vector(mc.opcode_name(i));
  }
  return may_be ? Walk(events, rules, path, mc.target->registers->getNumRegs()).mistaken()
                : std::map<std::uint32_t, double>();
}

std::map<std::uint32_t, double> mistaken_renaming_cycles(const MachineCode& code,
                                                         std::string_view cpu,
                                                         const TracedPath& path,
                                                         double instructions) {
  const std::optional<RenamingRules> rules = renaming_rules(cpu);
  if (!rules || path.blocks.empty()) {
    return {};
  }
  double walked = 0;
  for (const std::uint32_t b : path.blocks) {
    walked += code.blocks[b].instruction_count;
  }
  std::map<std::uint32_t, double> cycles = mistaken_renamings(code, *rules, path);
  for (auto& [load, count] : cycles) {
    count *= rules->cycles * instructions / walked;
  }
  return cycles;
}

}  // namespace clgauge::lens
