#include "native_run.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
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
#include "native_vectors.h"

namespace clgauge::lens {
namespace {

constexpr unsigned kPushed = 8;  // bytes, of calls as well

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
  LaneForm lanes;
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
      if (touches) {
        one.lanes = lane_form(code, i, one.memory_operand);
      }
      one.loads = touches && description.mayLoad();
      one.stores = touches && description.mayStore() && !one.pushes;
    }
  }
  return result;
}

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
      stepped = regs.rip != before || (signal == SIGTRAP && !goes_on(before));
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

  // Gathers and scatters may trap between lanes; their masks then say which are left.
  bool goes_on(std::uint64_t address) const {
    const auto found = by_address_.find(address);
    return found != by_address_.end() &&
           static_[found->second].lanes.kind == LaneForm::Kind::indexed;
  }

  void note(const user_regs_struct& regs) {
    const auto found = by_address_.find(regs.rip);
    const bool counted = found != by_address_.end() && !static_[found->second].stepped_over;
    if (pending_call_) {  // a call into the runtime makes no access of its own
      if (counted) {
        add(*pending_call_, pending_address_, kPushed, true);
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
        } else if (before.callee && before.successors.size() == 1) {
          ++run_.edge_counts[before.first_edge];
        }
      }
      previous_block_ = block;
    }
  }

  // Of the object's own constants, as MemoryAccess says.
  bool counts_whole(const StaticInstruction& one, std::uint64_t address) const {
    const ObjectImage& image = *code_.image;
    return one.loads && !one.lanes.by_sign && one.lanes.kind != LaneForm::Kind::indexed &&
           one.lanes.kind != LaneForm::Kind::packed &&
           address - image.base_address < image.bytes.size();
  }

  void add(std::uint32_t i, std::uint64_t address, unsigned bytes, bool is_store) {
    run_.accesses.push_back(
        {address, i, static_cast<std::uint16_t>(bytes), MemoryRegion::buffer, is_store});
  }

  void accesses_of(std::uint32_t i, const user_regs_struct& regs) {
    const StaticInstruction& one = static_[i];
    if (one.loads || one.stores) {
      const std::uint64_t address = effective_address(i, regs);
      if (one.lanes.kind != LaneForm::Kind::whole && !counts_whole(one, address)) {
        for (const LaneAccess& lanes : lane_accesses(one.lanes, vector_registers(child_))) {
          add(i, address + lanes.offset, lanes.bytes, one.stores);
        }
      } else {
        if (one.loads) {
          add(i, address, one.lanes.bytes, false);
        }
        if (one.stores) {
          add(i, address, one.lanes.bytes, true);
        }
      }
    }
    if (one.pushes) {
      if (one.is_call) {
        pending_call_ = i;
        pending_address_ = regs.rsp - 8;
      } else {
        add(i, regs.rsp - 8, kPushed, true);
      }
    }
    if (one.pops) {
      add(i, starts(one.name, "LEAVE") ? regs.rbp : regs.rsp, kPushed, false);
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

void do_nothing() {}

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
  if (symbol == "__lprefetch") {  // within the driver's own code, where no name leads
    return reinterpret_cast<std::uint64_t>(&do_nothing);
  }
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
