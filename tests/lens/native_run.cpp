#include "native_run.h"

#include <dlfcn.h>
#include <elf.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstring>
#include <unordered_map>

#include "device/icd.h"
#include "lens/code/mc.h"
#include "lens/evaluate/runtime_calls.h"

namespace clgauge::lens {
namespace {

// What the stepping parent needs to know of an instruction to say which memory it accesses.
struct StaticInstruction {
  bool stepped_over = false;  // of a runtime function
  bool is_prefix = false;     // decoded apart from the instruction that follows
  bool loads = false;
  bool stores = false;
  bool pushes = false;
  bool pops = false;
  bool is_call = false;
  std::string name;
  int memory_operand = -1;
  std::uint32_t block = 0;
  bool is_first = false;  // of its block
};

bool starts(const std::string& text, const char* prefix) { return text.rfind(prefix, 0) == 0; }

std::vector<StaticInstruction> describe(const MachineCode& code) {
  std::vector<StaticInstruction> result(code.instructions.size());
  for (std::uint32_t b = 0; b < code.blocks.size(); ++b) {
    const BasicBlock& block = code.blocks[b];
    for (std::uint32_t k = 0; k < block.instruction_count; ++k) {
      const std::uint32_t i = block.first_instruction + k;
      StaticInstruction& one = result[i];
      const auto& description = code.mc->description(i);
      one.block = b;
      one.is_first = k == 0;
      one.stepped_over = is_runtime_function(code.functions[block.function].symbol);
      one.name = std::string(code.mc->opcode_name(i));
      one.is_prefix = one.name.find("_PREFIX") != std::string::npos;
      one.is_call = description.isCall();
      one.pushes = one.is_call || starts(one.name, "PUSH64");
      one.pops = description.isReturn() || starts(one.name, "POP64") || starts(one.name, "LEAVE");
      for (unsigned k2 = 0; k2 < description.getNumOperands() && one.memory_operand < 0; ++k2) {
        if (description.OpInfo[k2].OperandType == llvm::MCOI::OPERAND_MEMORY) {
          one.memory_operand = static_cast<int>(k2);
        }
      }
      const bool touches = one.memory_operand >= 0 && !starts(one.name, "LEA") &&
                           !starts(one.name, "NOOP") && !starts(one.name, "PREFETCH");
      one.loads = touches && description.mayLoad();
      one.stores = touches && description.mayStore() && !one.pushes;
    }
  }
  return result;
}

struct VectorState {
  std::array<std::array<std::uint8_t, 32>, 16> ymm{};
};

class Stepper {
 public:
  Stepper(const MachineCode& code, pid_t child)
      : code_(code), child_(child), static_(describe(code)) {
    for (std::uint32_t i = 0; i < code.instructions.size(); ++i) {
      by_address_[code.instructions[i].address] = i;
    }
    run_.block_counts.resize(code.blocks.size());
    run_.edge_counts.resize(code.edge_count);
  }

  NativeRun run(std::uint64_t entry, std::uint64_t stack_pointer,
                const std::array<std::uint64_t, 5>& arguments, std::uint64_t most_steps) {
    user_regs_struct regs{};
    ptrace(PTRACE_GETREGS, child_, nullptr, &regs);
    regs.rip = entry;
    regs.rsp = stack_pointer;
    regs.rdi = arguments[0];
    regs.rsi = arguments[1];
    regs.rdx = arguments[2];
    regs.rcx = arguments[3];
    regs.r8 = arguments[4];
    regs.orig_rax = ~0ULL;  // the child was in a system call: do not restart it
    ptrace(PTRACE_SETREGS, child_, nullptr, &regs);
    bool stepped = true;  // another signal (SIGCONT, say) arrives before the instruction
    for (std::uint64_t steps = 0; regs.rip != kReturnToRuntime; ++steps) {
      if (steps > most_steps) {
        run_.problem = "too many steps";
        break;
      }
      if (stepped) {
        note(regs);
      }
      const std::uint64_t before = regs.rip;
      ptrace(PTRACE_SINGLESTEP, child_, nullptr, nullptr);
      int status = 0;
      if (waitpid(child_, &status, 0) != child_ || !WIFSTOPPED(status)) {
        run_.problem = "the child ended";
        break;
      }
      ptrace(PTRACE_GETREGS, child_, nullptr, &regs);
      const int signal = WSTOPSIG(status);
      stepped = signal == SIGTRAP || regs.rip != before;
      const bool is_fault = signal == SIGSEGV || signal == SIGBUS || signal == SIGILL ||
                            signal == SIGFPE || signal == SIGABRT;
      if (is_fault && regs.rip != kReturnToRuntime) {
        run_.problem = std::string("signal ") + strsignal(signal) + " at " + where(regs);
        break;
      }
    }
    return std::move(run_);
  }

 private:
  std::string where(const user_regs_struct& regs) const {
    const auto found = by_address_.find(regs.rip);
    return found == by_address_.end() ? std::to_string(regs.rip) : code_.place_of(found->second);
  }

  void note(const user_regs_struct& regs) {
    const auto found = by_address_.find(regs.rip);
    const bool counted = found != by_address_.end() && !static_[found->second].stepped_over;
    if (pending_call_) {  // a call into the runtime makes no access of its own
      if (counted) {
        add(*pending_call_, pending_address_, true);
      }
      pending_call_.reset();
    }
    if (!counted) {
      return;
    }
    std::uint32_t i = found->second;
    count(i);
    while (static_[i].is_prefix) {  // LLVM's instructions are not always the processor's
      count(++i);
    }
    accesses_of(i, regs);
  }

  void count(std::uint32_t i) {
    ++run_.instructions;
    if (static_[i].is_first) {
      const std::uint32_t block = static_[i].block;
      ++run_.block_counts[block];
      if (previous_block_) {
        const BasicBlock& before = code_.blocks[*previous_block_];
        const auto edge = std::find(before.successors.begin(), before.successors.end(), block);
        if (edge != before.successors.end()) {
          ++run_.edge_counts[before.first_edge +
                             static_cast<std::uint32_t>(edge - before.successors.begin())];
        }
      }
      previous_block_ = block;
    }
  }

  void add(std::uint32_t i, std::uint64_t address, bool is_store) {
    run_.accesses.push_back({address, i, 0, MemoryRegion::buffer, is_store});
  }

  void accesses_of(std::uint32_t i, const user_regs_struct& regs) {
    const StaticInstruction& one = static_[i];
    if (one.loads || one.stores) {
      if (one.name.find("GATHER") != std::string::npos) {
        gather(i, regs);
      } else if (one.name.find("MASKMOV") != std::string::npos) {
        masked(i, regs);
      } else {
        const std::uint64_t address = effective_address(i, regs);
        if (one.loads) {
          add(i, address, false);
        }
        if (one.stores) {
          add(i, address, true);
        }
      }
    }
    if (one.pushes) {
      if (one.is_call) {
        pending_call_ = i;
        pending_address_ = regs.rsp - 8;
      } else {
        add(i, regs.rsp - 8, true);
      }
    }
    if (one.pops) {
      add(i, starts(one.name, "LEAVE") ? regs.rbp : regs.rsp, false);
    }
  }

  std::uint64_t general(unsigned reg, const user_regs_struct& regs) const {
    if (reg == 0) {
      return 0;
    }
    const std::string name = code_.mc->target->registers->getName(reg);
    const std::array<std::pair<const char*, std::uint64_t>, 17> values{{{"RAX", regs.rax},
                                                                        {"RBX", regs.rbx},
                                                                        {"RCX", regs.rcx},
                                                                        {"RDX", regs.rdx},
                                                                        {"RSI", regs.rsi},
                                                                        {"RDI", regs.rdi},
                                                                        {"RBP", regs.rbp},
                                                                        {"RSP", regs.rsp},
                                                                        {"R8", regs.r8},
                                                                        {"R9", regs.r9},
                                                                        {"R10", regs.r10},
                                                                        {"R11", regs.r11},
                                                                        {"R12", regs.r12},
                                                                        {"R13", regs.r13},
                                                                        {"R14", regs.r14},
                                                                        {"R15", regs.r15},
                                                                        {"RIZ", 0}}};
    for (const auto& [known, value] : values) {
      if (name == known) {
        return value;
      }
    }
    return 0;
  }

  [[nodiscard]] const llvm::MCOperand& part(std::uint32_t i, int k) const {
    return code_.mc->instructions[i].getOperand(
        static_cast<unsigned>(static_[i].memory_operand + k));
  }

  std::uint64_t effective_address(std::uint32_t i, const user_regs_struct& regs) const {
    const auto displacement = static_cast<std::uint64_t>(part(i, 3).getImm());
    const unsigned base = part(i, 0).getReg();
    if (base != 0 && base == code_.mc->target->registers->getProgramCounter()) {
      return code_.instructions[i].address + code_.instructions[i].size_bytes + displacement;
    }
    const auto scale = static_cast<std::uint64_t>(part(i, 1).getImm());
    return general(base, regs) + scale * general(part(i, 2).getReg(), regs) + displacement;
  }

  // Two parts of the XSAVE area: xmm in the legacy part, the upper halves at the offset that
  // cpuid names for component 2, which is 576 on every processor with AVX.
  VectorState vectors() const {
    std::array<std::uint8_t, 16384> area{};
    iovec where{area.data(), area.size()};
    ptrace(PTRACE_GETREGSET, child_, NT_X86_XSTATE, &where);
    VectorState state;
    for (std::size_t reg = 0; reg < 16; ++reg) {
      std::memcpy(state.ymm[reg].data(), area.data() + 160 + 16 * reg, 16);
      std::memcpy(state.ymm[reg].data() + 16, area.data() + 576 + 16 * reg, 16);
    }
    return state;
  }

  unsigned vector_number(const llvm::MCOperand& operand) const {
    const std::string name = code_.mc->target->registers->getName(operand.getReg());
    return static_cast<unsigned>(std::stoul(name.substr(3)));
  }
  unsigned vector_bytes(const llvm::MCOperand& operand) const {
    return code_.mc->target->registers->getName(operand.getReg())[0] == 'Y' ? 32 : 16;
  }

  void gather(std::uint32_t i, const user_regs_struct& regs) {
    const auto& inst = code_.mc->instructions[i];
    const std::string& name = static_[i].name;
    const std::string kind = name.substr(name.find("GATHER") + 6);  // "QPSYrm": index, data
    const unsigned index_bytes = kind[0] == 'Q' ? 8 : 4;
    const bool doubles = kind[1] == 'Q' || starts(kind.substr(1), "PD");
    const unsigned data_bytes = doubles ? 8 : 4;
    const VectorState state = vectors();
    const unsigned lanes = std::min(vector_bytes(part(i, 2)) / index_bytes,
                                    vector_bytes(inst.getOperand(0)) / data_bytes);
    const auto& mask = state.ymm[vector_number(inst.getOperand(1))];
    const auto& indices = state.ymm[vector_number(part(i, 2))];
    for (std::size_t k = 0; k < lanes; ++k) {
      if (mask[k * data_bytes + data_bytes - 1] < 0x80) {
        continue;
      }
      std::int64_t index = 0;
      if (index_bytes == 8) {
        std::memcpy(&index, indices.data() + 8 * k, 8);
      } else {
        std::int32_t narrow = 0;
        std::memcpy(&narrow, indices.data() + 4 * k, 4);
        index = narrow;
      }
      add(i,
          general(part(i, 0).getReg(), regs) +
              static_cast<std::uint64_t>(index * part(i, 1).getImm() + part(i, 3).getImm()),
          false);
    }
  }

  void masked(std::uint32_t i, const user_regs_struct& regs) {
    const auto& inst = code_.mc->instructions[i];
    const StaticInstruction& one = static_[i];
    const bool wide =
        one.name.find("MOVPD") != std::string::npos || one.name.find("MOVQ") != std::string::npos;
    const unsigned lane = wide ? 8 : 4;
    // [destination, mask, memory] or [memory, mask, source]
    const auto& mask_operand = inst.getOperand(one.memory_operand == 0 ? 5 : 1);
    const VectorState state = vectors();
    const auto& mask = state.ymm[vector_number(mask_operand)];
    const std::uint64_t address = effective_address(i, regs);
    bool before = false;
    for (std::uint64_t k = 0; k < vector_bytes(mask_operand) / lane; ++k) {
      const bool active = mask[k * lane + lane - 1] >= 0x80;
      if (active && !before) {
        add(i, address + k * lane, one.stores);
      }
      before = active;
    }
  }

  const MachineCode& code_;
  pid_t child_;
  std::vector<StaticInstruction> static_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_address_;
  NativeRun run_;
  std::optional<std::uint32_t> previous_block_;
  std::optional<std::uint32_t> pending_call_;
  std::uint64_t pending_address_ = 0;
};

void map_at(std::uint64_t address, std::uint64_t bytes, int protection) {
  void* wanted = reinterpret_cast<void*>(address);
  if (mmap(wanted, bytes, protection,
           MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0) != wanted) {
    _exit(3);
  }
}

std::uint64_t page_up(std::uint64_t bytes) { return (bytes + 4095) / 4096 * 4096; }

// In the child: everything where the evaluator pretends it is. No memory is allocated here, since
// another thread may have held the allocator's lock when the process was forked.
[[noreturn]] void become_kernel(const Machine& prepared, const std::vector<char>& content,
                                std::uint8_t fill) {
  constexpr int kAnyUse = PROT_READ | PROT_WRITE | PROT_EXEC;
  map_at(prepared.layout.image, prepared.layout.end - prepared.layout.image, kAnyUse);
  std::memcpy(reinterpret_cast<void*>(prepared.layout.image), content.data(), content.size());
  const std::uint64_t return_address = kReturnToRuntime;
  std::memcpy(reinterpret_cast<void*>(initial_stack_pointer(prepared.layout)), &return_address, 8);
  for (const BufferRange& buffer : prepared.buffers) {
    bool again = false;
    for (const BufferRange& other : prepared.buffers) {
      again = again || (&other < &buffer && other.address == buffer.address);
    }
    const std::uint64_t start = buffer.address / 4096 * 4096;
    const std::uint64_t bytes = page_up(buffer.address + buffer.size_bytes) - start;
    if (!again) {
      map_at(start, bytes, PROT_READ | PROT_WRITE);
      if (fill != 0) {
        std::memset(reinterpret_cast<void*>(start), fill, bytes);
      }
    }
  }
  ptrace(PTRACE_TRACEME, 0, nullptr, nullptr);
  std::raise(SIGSTOP);
  _exit(4);
}

// Image and arguments as bytes, with jumps to the real functions in the runtime's places.
std::vector<char> content_of(const MachineCode& code, const Machine& prepared) {
  const MemoryLayout& layout = prepared.layout;
  std::vector<char> content(layout.local - layout.image);
  for (std::uint64_t at = 0; at < content.size(); at += 64) {
    const auto bytes = static_cast<unsigned>(std::min<std::uint64_t>(64, content.size() - at));
    (void)prepared.memory.load(layout.image + at, content.data() + at, bytes);
  }
  const std::string folder = intel_driver_folder();
  for (const ImageFunction& function : code.image->functions) {
    if (function.external) {
      const std::uint64_t target = address_of_runtime_function(function.symbol, folder);
      const std::array<unsigned char, 6> jump{0xFF, 0x25, 0, 0, 0, 0};  // jmp *0(%rip)
      char* place = content.data() + (function.address - layout.image);
      std::memcpy(place, jump.data(), jump.size());
      std::memcpy(place + jump.size(), &target, sizeof(target));
    }
  }
  return content;
}

}  // namespace

std::string intel_driver_folder() {
  std::vector<device::DiscoveryProblem> problems;
  for (const device::IcdEntry& entry : device::icd_entries(problems)) {
    const auto at = entry.library.find("libintelocl.so");
    if (at != std::string::npos) {
      return entry.library.substr(0, at);
    }
  }
  return {};
}

std::uint64_t address_of_runtime_function(const std::string& symbol,
                                          const std::string& driver_folder) {
  const auto find = [&](void* library) {
    return reinterpret_cast<std::uint64_t>(dlsym(library, symbol.c_str()));
  };
  constexpr const char* kSvml = "__ocl_svml_";
  if (starts(symbol, kSvml)) {
    const std::string rest = symbol.substr(std::strlen(kSvml));
    const std::string file =
        driver_folder + "libocl_svml_" + rest.substr(0, rest.find('_')) + ".so";
    void* library = dlopen(file.c_str(), RTLD_NOW);
    return library == nullptr ? 0 : find(library);
  }
  void* mathematics = dlopen("libm.so.6", RTLD_NOW);
  if (const std::uint64_t address = find(RTLD_DEFAULT)) {
    return address;
  }
  return mathematics == nullptr ? 0 : find(mathematics);
}

NativeRun run_natively(const MachineCode& code, const Machine& prepared,
                       std::uint64_t entry_address, std::uint8_t fill, std::uint64_t most_steps) {
  const std::vector<char> content = content_of(code, prepared);
  const pid_t child = fork();
  if (child == 0) {
    become_kernel(prepared, content, fill);
  }
  NativeRun run;
  int status = 0;
  if (waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) {
    run.problem = "the child could not lay out its memory (status " +
                  std::to_string(WEXITSTATUS(status)) + ")";
    return run;
  }
  const auto value = [&](unsigned reg) { return prepared.general[reg].value; };
  run = Stepper(code, child)
            .run(entry_address, initial_stack_pointer(prepared.layout),
                 {value(kRdi), value(kRsi), value(kRdx), value(kRcx), value(kR8)}, most_steps);
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return run;
}

}  // namespace clgauge::lens
