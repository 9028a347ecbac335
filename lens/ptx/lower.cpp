#include "lens/ptx/lower.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "lens/ptx/arithmetic_steps.h"
#include "lens/ptx/block_operations.h"
#include "lens/ptx/emitter.h"
#include "lens/ptx/memory_steps.h"
#include "lens/ptx/scanner.h"

namespace clgauge::lens::ptx {
namespace {

constexpr std::size_t kDeepestCall = 64;

// Synchronisation and hints, of which a work-item's way and addresses know nothing.
constexpr std::array<std::string_view, 13> kNoStep{
    "membar",         "fence",         "prefetch", "prefetchu", "nop",
    "pmevent",        "applypriority", "discard",  "nanosleep", "setmaxnreg",
    "griddepcontrol", "createpolicy",  "pragma"};

class Lowering {
 public:
  Lowering(const Module& module, Program& program) : module_(module), emit_(module, program) {}

  void lower_kernel(const Function& kernel) {
    Instance instance = emit_.instance_of(kernel);
    for (const Variable& variable : kernel.variables) {
      instance.variables.push_back(emit_.place(variable));
    }
    for (std::size_t i = 0; i < kernel.parameters; ++i) {
      program().parameters.push_back({&kernel.variables[i], instance.variables[i]});
    }
    lower_function(instance);
  }

 private:
  // A jump whose block is not there yet.
  struct Pending {
    std::size_t step = 0;
    bool is_other = false;  // Step::other
    std::size_t instruction = 0;
  };

  // What belongs to one inlined function.
  struct Frame {
    const Instance* instance = nullptr;
    std::set<std::size_t> leaders;                // instructions that begin a block
    std::map<std::size_t, std::uint32_t> blocks;  // by the instruction that begins it
    std::vector<Pending> pending;
  };

  Program& program() { return emit_.program(); }
  static std::size_t end_of(const Frame& frame) {
    return frame.instance->function->instructions.size();
  }

  // Leaves the block open that follows: where the function returns to.
  void lower_function(const Instance& instance) {
    const Function& function = *instance.function;
    if (std::find(program().functions.begin(), program().functions.end(), &function) ==
        program().functions.end()) {
      program().functions.push_back(&function);
    }
    Frame frame;
    frame.instance = &instance;
    for (const Instruction& instruction : function.instructions) {
      if (instruction.opcode == "bra") {
        frame.leaders.insert(label_of(function, instruction));
      }
    }
    calls_.push_back(function.name);
    begin_block(frame, 0);
    for (std::size_t i = 0; i < function.instructions.size(); ++i) {
      if (!is_open_ || (frame.leaders.contains(i) && !frame.blocks.contains(i))) {
        begin_block(frame, i);
      }
      lower_instruction(frame, i);
    }
    calls_.pop_back();
    if (calls_.empty()) {
      if (is_open_ || is_awaited(frame, end_of(frame))) {
        begin_block(frame, end_of(frame));
        finish();
      }
    } else {
      begin_block(frame, end_of(frame));
    }
    patch(frame);
  }

  static bool is_awaited(const Frame& frame, std::size_t instruction) {
    return std::any_of(frame.pending.begin(), frame.pending.end(),
                       [&](const Pending& one) { return one.instruction == instruction; });
  }

  static std::size_t label_of(const Function& function, const Instruction& branch) {
    const bool is_named =
        !branch.operands.empty() && branch.operands[0].kind == Operand::Kind::symbol;
    const auto label =
        is_named ? function.labels.find(branch.operands[0].name) : function.labels.end();
    if (label == function.labels.end()) {
      fail_at(branch.line, "bra: expected a label of '" + function.name + "'");
    }
    return label->second;
  }

  // What is open falls through into it.
  void begin_block(Frame& frame, std::size_t instruction) {
    if (is_open_) {
      put_end(Code::jump, {});
      program().steps.back().index = static_cast<std::uint32_t>(program().blocks.size());
    }
    frame.blocks[instruction] = emit_.start_block();
    is_open_ = true;
  }

  void put_end(Code code, const std::vector<std::int32_t>& sources) {
    emit_.put(code, 1, false, kNoSlot, sources);
    is_open_ = false;
  }

  void finish() { put_end(Code::finish, {}); }

  void jump_to(Frame& frame, std::size_t instruction) {
    put_end(Code::jump, {});
    frame.pending.push_back({program().steps.size() - 1, false, instruction});
  }

  void patch(const Frame& frame) {
    for (const Pending& pending : frame.pending) {
      Step& step = program().steps[pending.step];
      (pending.is_other ? step.other : step.index) = frame.blocks.at(pending.instruction);
    }
  }

  void lower_instruction(Frame& frame, std::size_t at) {
    const Instruction& instruction = frame.instance->function->instructions[at];
    const std::string& opcode = instruction.opcode;
    const bool is_branch = opcode == "bra";
    const bool splits = instruction.is_guarded && (has_effect(instruction) || ends_block(opcode));
    emit_.begin(*frame.instance, instruction, instruction.is_guarded && !splits && !is_branch);
    ++program().blocks.back().instructions;
    if (is_branch) {
      lower_branch(frame, at);
      return;
    }
    if (splits) {
      put_end(Code::branch, {emit_.guard()});
      program().steps.back().index = static_cast<std::uint32_t>(program().blocks.size());
      frame.pending.push_back({program().steps.size() - 1, true, at + 1});
      frame.leaders.insert(at + 1);
      (void)emit_.start_block();
      is_open_ = true;
    }
    program().noted.push_back({&instruction,
                               static_cast<std::uint32_t>(program().blocks.size() - 1),
                               static_cast<std::uint32_t>(program().steps.size())});
    lower_effect(frame, at);
    emit_.finish_selected();
  }

  static bool ends_block(std::string_view opcode) {
    return opcode == "ret" || opcode == "exit" || opcode == "call" || opcode == "trap" ||
           opcode == "brx";
  }

  void lower_branch(Frame& frame, std::size_t at) {
    const Instruction& branch = emit_.instruction();
    const std::size_t label = label_of(*frame.instance->function, branch);
    if (!branch.is_guarded) {
      jump_to(frame, label);
      return;
    }
    put_end(Code::branch, {emit_.guard()});
    frame.pending.push_back({program().steps.size() - 1, false, label});
    frame.pending.push_back({program().steps.size() - 1, true, at + 1});
  }

  void lower_effect(Frame& frame, std::size_t at) {
    const Instruction& instruction = emit_.instruction();
    const std::string& opcode = instruction.opcode;
    if (opcode == "ret" && calls_.size() > 1) {
      jump_to(frame, end_of(frame));
    } else if (opcode == "ret" || opcode == "exit") {
      finish();
    } else if (opcode == "bar" || opcode == "barrier") {
      lower_barrier();
    } else if (opcode == "call") {
      lower_call(frame, at);
    } else if (std::find(kNoStep.begin(), kNoStep.end(), opcode) == kNoStep.end() &&
               !emit_memory(emit_) && !emit_arithmetic(emit_)) {
      refuse();
    }
  }

  // Execution goes no further than this.
  void refuse() { put_end(Code::refuse, {}); }

  void lower_barrier() {
    const Instruction& barrier = emit_.instruction();
    if (barrier.has("warp")) {
      return;  // of a sub-group, whose items are in step
    }
    if (!barrier.has("sync")) {
      refuse();
      return;
    }
    program().places.push_back({0, false, false, true});
    emit_.put(Code::barrier, 1, false, kNoSlot, {});
    program().steps.back().index = static_cast<std::uint32_t>(program().places.size() - 1);
  }

  // call (results), name, (arguments);
  void lower_call(Frame& frame, std::size_t at) {
    const auto& operands = emit_.instruction().operands;
    const bool has_results = !operands.empty() && operands[0].kind == Operand::Kind::list;
    const std::size_t name_at = has_results ? 1 : 0;
    const Operand& name = emit_.operand(name_at);
    const auto callee = module_.functions.find(name.name);
    const bool is_known = name.kind == Operand::Kind::symbol && callee != module_.functions.end() &&
                          callee->second.has_body;
    const bool is_recursive = std::find(calls_.begin(), calls_.end(), name.name) != calls_.end() ||
                              calls_.size() > kDeepestCall;
    if (!is_known || is_recursive) {
      refuse();
      return;
    }
    static const std::vector<Operand> none;
    const Instance instance =
        called(*frame.instance, callee->second,
               name_at + 1 < operands.size() ? operands[name_at + 1].elements : none,
               has_results ? operands[0].elements : none);
    lower_function(instance);
    frame.leaders.insert(at + 1);
    if (at + 1 < end_of(frame)) {
      begin_block(frame, at + 1);
    }
  }

  // Parameters of the function are the variables that the caller hands in.
  Instance called(const Instance& caller, const Function& function,
                  const std::vector<Operand>& arguments, const std::vector<Operand>& results) {
    if (arguments.size() != function.parameters || results.size() != function.results) {
      emit_.fail("'" + function.name + "' takes other parameters");
    }
    Instance instance = emit_.instance_of(function);
    for (std::size_t i = 0; i < function.variables.size(); ++i) {
      const bool is_argument = i < arguments.size();
      if (!is_argument && i >= arguments.size() + results.size()) {
        instance.variables.push_back(emit_.place(function.variables[i]));
        continue;
      }
      const Operand& given = is_argument ? arguments[i] : results[i - arguments.size()];
      const bool is_variable = given.kind == Operand::Kind::variable &&
                               caller.function->variables[given.index].space == Space::param;
      if (!is_variable) {
        emit_.fail("expected a .param variable for each parameter of '" + function.name + "'");
      }
      instance.variables.push_back(caller.variables.at(given.index));
    }
    return instance;
  }

  const Module& module_;
  Emitter emit_;
  std::vector<std::string> calls_;  // the functions that are being inlined
  bool is_open_ = false;            // whether the last block has no end yet
};

}  // namespace

Program lower(const Module& module, const std::string& kernel) {
  const auto found = module.functions.find(kernel);
  if (found == module.functions.end() || !found->second.is_entry || !found->second.has_body) {
    throw Error(ErrorKind::input, "the PTX holds no kernel '" + kernel + "'");
  }
  if (module.address_bits != 64) {
    throw Error(
        ErrorKind::unsupported,
        "PTX with addresses of " + std::to_string(module.address_bits) + " bits; 64 are read");
  }
  Program program;
  program.kernel = kernel;
  program.target = module.target;
  program.registers = register_use(found->second);
  Lowering(module, program).lower_kernel(found->second);
  add_operations(program);
  return program;
}

}  // namespace clgauge::lens::ptx
