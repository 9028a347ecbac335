#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>

#include "base/error.h"
#include "lens/code/loops.h"
#include "lens/code/mc.h"

namespace clgauge::lens {
namespace {

constexpr std::size_t kMostInstructions = 4'000'000;

llvm::ArrayRef<std::uint8_t> bytes_at(const ObjectImage& image, std::uint64_t address,
                                      std::uint64_t size_bytes) {
  return {
      reinterpret_cast<const std::uint8_t*>(image.bytes.data()) + (address - image.base_address),
      size_bytes};
}

// A sweep over one function: its instructions, and the addresses at which blocks start.
struct Sweep {
  std::uint32_t first_instruction = 0;
  std::uint32_t instruction_count = 0;
  std::set<std::uint64_t> leaders;
  std::vector<std::uint64_t> table_targets;  // where indirect jumps may lead
  bool has_indirect_jump = false;
};

class Decoder {
 public:
  Decoder(std::shared_ptr<const ObjectImage> image, std::string_view cpu)
      : image_(std::move(image)), target_(std::make_shared<McTarget>(cpu)) {
    code_.image = image_;
    mc_ = std::make_shared<McCode>();
    mc_->target = target_;
  }

  MachineCode run(std::string_view entry) {
    const ImageFunction* function = image_->function_named(entry);
    if (function == nullptr || function->external) {
      throw Error(ErrorKind::input, "the object holds no function '" + std::string(entry) + "'");
    }
    function_index(*function);
    for (std::size_t i = 0; i < code_.functions.size(); ++i) {
      sweep(static_cast<std::uint32_t>(i));
    }
    for (std::size_t i = 0; i < code_.functions.size(); ++i) {
      cut(static_cast<std::uint32_t>(i));
    }
    for (std::size_t b = 0; b < code_.blocks.size(); ++b) {
      code_.block_starts.emplace_back(start_of(code_.blocks[b]), static_cast<std::uint32_t>(b));
    }
    std::sort(code_.block_starts.begin(), code_.block_starts.end());
    for (auto& block : code_.blocks) {
      connect(block);
    }
    code_.mc = mc_;
    code_.loops = loops_of(code_);
    return std::move(code_);
  }

 private:
  [[nodiscard]] const llvm::MCInst& inst(std::uint32_t index) const {
    return mc_->instructions[index];
  }
  [[nodiscard]] const llvm::MCInstrDesc& desc(std::uint32_t index) const {
    return mc_->description(index);
  }
  [[nodiscard]] std::uint64_t start_of(const BasicBlock& block) const {
    return code_.instructions[block.first_instruction].address;
  }
  [[nodiscard]] std::uint64_t end_of(std::uint32_t index) const {
    return code_.instructions[index].address + code_.instructions[index].size_bytes;
  }

  std::uint32_t function_index(const ImageFunction& function) {
    const auto [entry, added] = function_indices_.try_emplace(
        function.address, static_cast<std::uint32_t>(code_.functions.size()));
    if (added) {
      code_.functions.push_back({function.symbol, function.address, function.size_bytes, 0, 0});
    }
    return entry->second;
  }

  // Target of a direct branch or call.
  std::optional<std::uint64_t> direct_target(std::uint32_t index) const {
    const auto& instruction = code_.instructions[index];
    std::uint64_t address = 0;
    if (target_->analysis->evaluateBranch(inst(index), instruction.address, instruction.size_bytes,
                                          address)) {
      return address;
    }
    return std::nullopt;
  }

  // A shared object may call its own functions through stubs that jump by way of a table.
  [[nodiscard]] std::uint64_t through_stub(std::uint64_t address) const {
    if (image_->function_at(address) != nullptr || !image_->contains(address, 16)) {
      return address;
    }
    llvm::MCInst stub;
    std::uint64_t size_bytes = 0;
    if (target_->disassembler->getInstruction(stub, size_bytes, bytes_at(*image_, address, 16),
                                              address,
                                              llvm::nulls()) != llvm::MCDisassembler::Success) {
      return address;
    }
    const auto slot = target_->analysis->evaluateMemoryOperandAddress(
        stub, target_->subtarget.get(), address, size_bytes);
    if (!target_->instructions->get(stub.getOpcode()).isIndirectBranch() || !slot ||
        !image_->contains(*slot, 8)) {
      return address;
    }
    std::uint64_t destination = 0;
    std::memcpy(&destination, image_->bytes.data() + (*slot - image_->base_address), 8);
    return destination;
  }

  void sweep(std::uint32_t function) {
    const std::uint64_t begin = code_.functions[function].address;
    const std::uint64_t end = begin + code_.functions[function].size_bytes;
    Sweep& found = sweeps_[function];
    found.first_instruction = static_cast<std::uint32_t>(code_.instructions.size());
    found.leaders.insert(begin);
    std::vector<std::uint64_t> tables;
    for (std::uint64_t at = begin; at < end;) {
      llvm::MCInst decoded;
      std::uint64_t size_bytes = 0;
      if (target_->disassembler->getInstruction(decoded, size_bytes,
                                                bytes_at(*image_, at, end - at), at,
                                                llvm::nulls()) != llvm::MCDisassembler::Success ||
          size_bytes == 0) {
        throw Error(ErrorKind::input, "bytes at " + code_.functions[function].symbol + "+" +
                                          std::to_string(at - begin) +
                                          " are no x86-64 instruction that LLVM " +
                                          LLVM_VERSION_STRING + " knows");
      }
      if (code_.instructions.size() >= kMostInstructions) {
        throw Error(ErrorKind::unsupported,
                    "code of more than " + std::to_string(kMostInstructions) + " instructions");
      }
      const auto index = static_cast<std::uint32_t>(code_.instructions.size());
      code_.instructions.push_back({at, static_cast<std::uint8_t>(size_bytes)});
      mc_->instructions.push_back(decoded);
      ++found.instruction_count;
      at += size_bytes;
      note(index, begin, end, found, tables);
    }
    for (const std::uint64_t address : image_->code_addresses) {
      if (address > begin && address < end) {
        found.table_targets.push_back(address);
      } else if (const auto* other = image_->function_at(address);
                 other != nullptr && other->address == address && !other->external &&
                 mentions(function, address)) {
        function_index(*other);
      }
    }
    if (found.has_indirect_jump) {
      for (const std::uint64_t table : tables) {
        add_table(table, begin, end, found);
      }
      found.leaders.insert(found.table_targets.begin(), found.table_targets.end());
    }
  }

  // What one instruction says about where blocks start and which functions are called.
  void note(std::uint32_t index, std::uint64_t begin, std::uint64_t end, Sweep& found,
            std::vector<std::uint64_t>& tables) {
    const auto& description = desc(index);
    if (description.isCall()) {
      found.leaders.insert(end_of(index));
      if (const auto address = direct_target(index)) {
        const auto* callee = image_->function_at(through_stub(*address));
        if (callee != nullptr && !callee->external) {
          function_index(*callee);
        }
      }
    } else if (description.isBranch() || description.isReturn() || description.isTerminator()) {
      found.leaders.insert(end_of(index));
      if (const auto address = direct_target(index)) {
        if (*address >= begin && *address < end) {
          found.leaders.insert(*address);
        } else if (const auto* callee = image_->function_at(through_stub(*address));
                   callee != nullptr && !callee->external) {
          function_index(*callee);  // a tail call
        }
      } else if (description.isIndirectBranch()) {
        found.has_indirect_jump = true;
      }
    } else if (!description.mayLoad() && !description.mayStore()) {
      // `lea table(%rip)`: where a switch compiled as position-independent code finds its offsets.
      const auto& decoded = inst(index);
      if (decoded.getNumOperands() == 6 && decoded.getOperand(1).isReg() &&
          decoded.getOperand(4).isImm() &&
          decoded.getOperand(1).getReg() == target_->registers->getProgramCounter()) {
        tables.push_back(end_of(index) +
                         static_cast<std::uint64_t>(decoded.getOperand(4).getImm()));
      }
    }
  }

  // Whether the bytes of a function hold the address of another: code that calls by `movabs`.
  [[nodiscard]] bool mentions(std::uint32_t function, std::uint64_t address) const {
    const Sweep& found = sweeps_.at(function);
    for (std::uint32_t i = 0; i < found.instruction_count; ++i) {
      for (const auto& operand : inst(found.first_instruction + i)) {
        if (operand.isImm() && static_cast<std::uint64_t>(operand.getImm()) == address) {
          return true;
        }
      }
    }
    return false;
  }

  // A table of 32-bit offsets from its own start, as long as they lead into the function.
  void add_table(std::uint64_t table, std::uint64_t begin, std::uint64_t end, Sweep& found) const {
    for (std::uint64_t at = table; image_->contains(at, 4); at += 4) {
      std::int32_t offset = 0;
      std::memcpy(&offset, image_->bytes.data() + (at - image_->base_address), 4);
      const std::uint64_t address =
          table + static_cast<std::uint64_t>(static_cast<std::int64_t>(offset));
      if (address < begin || address >= end) {
        return;
      }
      found.table_targets.push_back(address);
    }
  }

  void cut(std::uint32_t function) {
    Sweep& found = sweeps_.at(function);
    auto& entry = code_.functions[function];
    entry.first_block = static_cast<std::uint32_t>(code_.blocks.size());
    for (std::uint32_t i = 0; i < found.instruction_count; ++i) {
      const std::uint32_t index = found.first_instruction + i;
      if (found.leaders.count(code_.instructions[index].address) != 0) {
        BasicBlock block;
        block.first_instruction = index;
        block.function = function;
        code_.blocks.push_back(std::move(block));
        ++entry.block_count;
      }
      ++code_.blocks.back().instruction_count;
    }
  }

  void link(BasicBlock& block, std::uint64_t address) {
    const auto next = code_.block_at(address);
    if (next && code_.blocks[*next].function == block.function &&
        std::find(block.successors.begin(), block.successors.end(), *next) ==
            block.successors.end()) {
      block.successors.push_back(*next);
    }
  }

  void connect(BasicBlock& block) {
    block.first_edge = code_.edge_count;
    const std::uint32_t last = block.first_instruction + block.instruction_count - 1;
    const auto& description = desc(last);
    if (description.isCall()) {
      if (const auto address = direct_target(last)) {
        name_callee(block, *address);
      }
      link(block, end_of(last));
    } else if (description.isReturn()) {
      // Leaves the function.
    } else if (description.isIndirectBranch()) {
      for (const std::uint64_t address : sweeps_.at(block.function).table_targets) {
        link(block, address);
      }
    } else if (description.isBranch()) {
      if (const auto address = direct_target(last)) {
        link(block, *address);
        if (block.successors.empty()) {
          name_callee(block, *address);
        }
      }
      if (description.isConditionalBranch()) {
        link(block, end_of(last));
      }
    } else if (!description.isBarrier()) {
      link(block, end_of(last));
    }
    code_.edge_count += static_cast<std::uint32_t>(block.successors.size());
  }

  void name_callee(BasicBlock& block, std::uint64_t address) {
    const auto* callee = image_->function_at(through_stub(address));
    if (callee == nullptr) {
      return;
    }
    if (callee->external) {
      block.runtime_callee = callee->symbol;
    } else {
      block.callee = function_index(*callee);
    }
  }

  std::shared_ptr<const ObjectImage> image_;
  std::shared_ptr<McTarget> target_;
  std::shared_ptr<McCode> mc_;
  MachineCode code_;
  std::map<std::uint64_t, std::uint32_t> function_indices_;
  std::map<std::uint32_t, Sweep> sweeps_;
};

}  // namespace

std::optional<std::uint32_t> MachineCode::block_at(std::uint64_t address) const noexcept {
  const auto found = std::lower_bound(block_starts.begin(), block_starts.end(),
                                      std::make_pair(address, std::uint32_t{0}));
  if (found == block_starts.end() || found->first != address) {
    return std::nullopt;
  }
  return found->second;
}

std::string MachineCode::text_of(std::uint32_t instruction) const {
  std::string text;
  llvm::raw_string_ostream out(text);
  mc->target->printer->printInst(&mc->instructions[instruction], instructions[instruction].address,
                                 "", *mc->target->subtarget, out);
  out.flush();
  std::replace(text.begin(), text.end(), '\t', ' ');
  text.erase(0, text.find_first_not_of(' '));
  return text;
}

std::string MachineCode::opcode_of(std::uint32_t instruction) const {
  return std::string(mc->opcode_name(instruction));
}

std::string MachineCode::place_of(std::uint32_t instruction) const {
  const std::uint64_t address = instructions[instruction].address;
  const auto* function = image->function_at(address);
  std::array<char, 32> offset{};
  std::snprintf(
      offset.data(), offset.size(), "+0x%llx",
      static_cast<unsigned long long>(function == nullptr ? address : address - function->address));
  return (function == nullptr ? std::string("?") : function->symbol) + offset.data() + " (" +
         text_of(instruction) + ")";
}

MachineCode decode(std::shared_ptr<const ObjectImage> image, std::string_view entry,
                   std::string_view cpu) {
  return Decoder(std::move(image), cpu).run(entry);
}

}  // namespace clgauge::lens
