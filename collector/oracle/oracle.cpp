#include "collector/oracle/oracle.h"

#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "collector/oracle/arithmetic.h"
#include "collector/oracle/known_memory.h"
#include "collector/oracle/program.h"

namespace clgauge::collector {
namespace {

using oracle::Code;
using oracle::KnownMemory;
using oracle::Program;
using oracle::Query;
using oracle::Step;
using oracle::Value;

struct WorkItem {
  std::array<std::int64_t, 3> global{};
};

std::int64_t answer(Query query, unsigned dimension, const ConcreteLaunch& launch,
                    const WorkItem& item) {
  const auto d = static_cast<std::size_t>(dimension);
  const auto& size = launch.global;
  const auto& local = launch.local;
  const auto& id = item.global;
  switch (query) {
    case Query::global_id:
      return id[d] + launch.offset[d];
    case Query::local_id:
      return id[d] % local[d];
    case Query::group_id:
      return id[d] / local[d];
    case Query::global_size:
      return size[d];
    case Query::local_size:
      return local[d];
    case Query::group_count:
      return size[d] / local[d];
    case Query::offset:
      return launch.offset[d];
    case Query::global_linear_id:
      return (id[2] * size[1] + id[1]) * size[0] + id[0];
    case Query::local_linear_id:
      return ((id[2] % local[2]) * local[1] + id[1] % local[1]) * local[0] + id[0] % local[0];
    case Query::work_dimensions:
      return size[2] > 1 ? 3 : size[1] > 1 ? 2 : 1;
  }
  return 0;
}

class Interpreter {
 public:
  Interpreter(const llvm::Function& kernel, const ConcreteLaunch& launch, bool record_addresses)
      : program_(oracle::build_program(kernel)),
        launch_(launch),
        record_addresses_(record_addresses),
        runs_(program_.blocks.size()) {
    for (int d = 0; d < 3; ++d) {
      const std::int64_t global = launch.global[static_cast<std::size_t>(d)];
      const std::int64_t local = launch.local[static_cast<std::size_t>(d)];
      if (global < 0 || local < 1 || global % local != 0) {
        throw Error(ErrorKind::input, "launch: global size " + std::to_string(global) +
                                          " is not a multiple of the local size " +
                                          std::to_string(local) + " in dimension " +
                                          std::to_string(d));
      }
    }
    for (const oracle::ArgumentSlot& argument : program_.arguments) {
      const auto value = launch.arguments.find(argument.name);
      if (value == launch.arguments.end()) {
        throw Error(ErrorKind::input, "the oracle needs a value for argument '" + argument.name +
                                          "'; give it with --arg " + argument.name + "=VALUE");
      }
      slot(program_.initial, argument.slot) = {value->second, -1, true};
    }
    for (const oracle::Array& array : program_.arrays) {
      TouchedArray touched;
      touched.name = array.name;
      touched.space = array.space;
      touched.value = array.value;
      result_.arrays.push_back(std::move(touched));
      contents_.emplace_back(array.bytes);
    }
    for (const oracle::MemoryAccess& access : program_.accesses) {
      touched_by_.push_back(
          &result_.touched_by[access.instruction][static_cast<std::size_t>(access.operand)]);
    }
  }

  // The items of a box, all of whose ids begin with `first`.
  void walk(const std::array<std::int64_t, 3>& first, const std::array<std::int64_t, 3>& sizes,
            GroupObserver* observer) {
    observer_ = observer;
    auto& [x, y, z] = item_.global;
    for (z = first[2]; z < first[2] + sizes[2]; ++z) {
      for (y = first[1]; y < first[1] + sizes[1]; ++y) {
        for (x = first[0]; x < first[0] + sizes[0]; ++x) run_item();
      }
    }
  }

  // Forgets what happened so far.
  void restart() {
    std::fill(runs_.begin(), runs_.end(), 0);
    for (TouchedArray& array : result_.arrays) {
      array.bytes_loaded = 0;
      array.bytes_stored = 0;
      array.every_address_known = true;
      array.unplaced = nullptr;
    }
    result_.every_array_known = true;
    result_.unattributed = nullptr;
    result_.steps = 0;
  }

  [[nodiscard]] Execution& result() {
    for (std::size_t i = 0; i < program_.blocks.size(); ++i) {
      result_.block_runs[program_.blocks[i].source] = runs_[i];
    }
    return result_;
  }

 private:
  static Value& slot(std::vector<Value>& slots, std::int32_t number) {
    return slots[static_cast<std::size_t>(number)];
  }
  Value& slot(std::int32_t number) { return slot(slots_, number); }

  void run_item() {
    if (observer_ != nullptr) observer_->begin_item();
    slots_ = program_.initial;
    for (std::size_t i = 0; i < contents_.size(); ++i) {
      if (program_.arrays[i].is_private) contents_[i].forget();
    }
    for (const oracle::QuerySlot& query : program_.queries) {
      slot(query.slot) = {answer(query.query, query.dimension, launch_, item_), -1, true};
    }
    std::int32_t block = 0;
    while (block >= 0) block = run_block(static_cast<std::size_t>(block));
  }

  // Returns the next block, or -1 at the end of the kernel.
  std::int32_t run_block(std::size_t number) {
    const oracle::Block& block = program_.blocks[number];
    ++runs_[number];
    for (auto at = static_cast<std::size_t>(block.first_step);; ++at) {
      const Step& step = program_.steps[at];
      if (++result_.steps > launch_.step_limit) {
        throw Error(ErrorKind::timeout, "the oracle gave up after " +
                                            std::to_string(launch_.step_limit) +
                                            " steps; use a smaller launch");
      }
      switch (step.code) {
        case Code::access:
          record(static_cast<std::size_t>(step.immediate), slot(step.a));
          break;
        case Code::barrier:
          if (observer_ != nullptr) {
            observer_->barrier(*program_.barriers[static_cast<std::size_t>(step.immediate)]);
          }
          break;
        case Code::address:
          compute_address(step);
          break;
        case Code::fetch:
        case Code::put:
        case Code::fill:
        case Code::transfer:
        case Code::forget:
          touch_contents(step);
          break;
        case Code::select: {
          const Value& condition = slot(step.a);
          const bool yes = (condition.number & 1) != 0;
          const Value chosen = condition.known ? slot(yes ? step.b : step.c) : Value{};
          slot(step.target) = chosen;
          break;
        }
        case Code::copy:
          slot(step.target) = slot(step.a);
          break;
        case Code::jump:
          return follow(static_cast<std::size_t>(step.immediate));
        case Code::branch: {
          const Value& condition = slot(step.a);
          if (!condition.known) refuse(block);
          const bool yes = (condition.number & 1) != 0;
          return follow(static_cast<std::size_t>(step.immediate) + (yes ? 0 : 1));
        }
        case Code::choose: {
          const Value& chosen = slot(step.a);
          if (!chosen.known) refuse(block);
          for (const oracle::Case& option : block.cases) {
            if (option.value == chosen.number) {
              return follow(static_cast<std::size_t>(option.edge));
            }
          }
          return follow(static_cast<std::size_t>(step.immediate));
        }
        case Code::finish:
          return -1;
        default:
          slot(step.target) = operate(step, slot(step.a), slot(step.b));
      }
    }
  }

  static Value operate(const Step& step, const Value& a, const Value& b) {
    Code code = step.code;
    if (is_unary(code)) {
      if (!a.known || a.array >= 0) return {};
      const auto result = oracle::compute(code, step.width, a.number, 0);
      return result ? Value{*result, -1, true} : Value{};
    }
    if (!a.known || !b.known) return {};
    if (a.array >= 0 || b.array >= 0) {
      // Pointers into one array compare as their offsets do, and are as far apart.
      if (a.array != b.array || !(is_comparison(code) || code == Code::sub)) return {};
      if (code == Code::compare_ult) code = Code::compare_slt;
      if (code == Code::compare_ule) code = Code::compare_sle;
    }
    const auto result = oracle::compute(code, step.width, a.number, b.number);
    return result ? Value{*result, -1, true} : Value{};
  }

  static bool is_comparison(Code code) {
    return code >= Code::compare_eq && code <= Code::compare_ule;
  }

  static bool is_unary(Code code) {
    return code == Code::sign_extend || code == Code::zero_extend || code == Code::abs;
  }

  void compute_address(const Step& step) {
    const Value& base = slot(step.a);
    const Value& index = slot(step.b);
    // The array stays known when the offset does not: the access is then counted, unplaced.
    slot(step.target) = {base.number + index.number * step.immediate, base.array,
                         base.known && index.known};
  }

  // Null when the pointer may point into several arrays.
  KnownMemory* contents_at(const Value& address) {
    return address.array < 0 ? nullptr : &contents_[static_cast<std::size_t>(address.array)];
  }

  void touch_contents(const Step& step) {
    const Value& address = slot(step.a);
    KnownMemory* memory = contents_at(address);
    if (step.code == Code::fetch) {
      const bool can_tell = memory != nullptr && address.known;
      slot(step.target) =
          can_tell ? memory->fetch(address.number + step.immediate, step.width) : Value{};
      return;
    }
    if (memory == nullptr) {
      for (std::size_t i = 0; i < contents_.size(); ++i) {
        if (program_.arrays[i].is_private) contents_[i].forget();
      }
    } else if (program_.arrays[static_cast<std::size_t>(address.array)].is_private) {
      change_contents(step, address, *memory);
    }
  }

  void change_contents(const Step& step, const Value& address, KnownMemory& memory) {
    const Value& source = slot(step.b);
    if (!address.known || step.code == Code::forget) {
      memory.forget();
    } else if (step.code == Code::put) {
      memory.put(address.number + step.immediate, step.width, source);
    } else if (step.code == Code::fill) {
      memory.fill(address.number, step.immediate, source);
    } else if (const KnownMemory* from = contents_at(source); from != nullptr && source.known) {
      memory.copy(address.number, *from, source.number, step.immediate);
    } else {
      memory.fill(address.number, step.immediate, {});
    }
  }

  std::int32_t follow(std::size_t edge_number) {
    const oracle::Edge& edge = program_.edges[edge_number];
    moved_.clear();
    for (const oracle::Move& move : edge.moves) moved_.push_back(slot(move.from));
    for (std::size_t i = 0; i < edge.moves.size(); ++i) slot(edge.moves[i].to) = moved_[i];
    return edge.block;
  }

  void record(std::size_t number, const Value& address) {
    const oracle::MemoryAccess& access = program_.accesses[number];
    if (address.array < 0) {
      if (result_.every_array_known) result_.unattributed = access.instruction;
      result_.every_array_known = false;
      return;
    }
    TouchedArray& array = result_.arrays[static_cast<std::size_t>(address.array)];
    (access.is_store ? array.bytes_stored : array.bytes_loaded) += access.bytes;
    if (!address.known) {
      if (array.every_address_known) array.unplaced = access.instruction;
      array.every_address_known = false;
      return;
    }
    if (observer_ != nullptr) {
      observer_->access({access.instruction, access.operand,
                         static_cast<std::size_t>(address.array), address.number, access.bytes,
                         item_.global});
    }
    if (record_addresses_) {
      array.bytes.insert(address.number, access.bytes);
      touched_by_[number]->insert(address.number, access.bytes);
    }
  }

  [[noreturn]] static void refuse(const oracle::Block& block) {
    const llvm::DebugLoc& where = block.source->getTerminator()->getDebugLoc();
    throw Error(ErrorKind::unsupported,
                "the branch in line " + (where ? std::to_string(where.getLine()) : "?") +
                    " depends on values in memory, which the oracle does not simulate");
  }

  Program program_;
  ConcreteLaunch launch_;
  bool record_addresses_;
  GroupObserver* observer_ = nullptr;
  WorkItem item_;
  std::vector<std::int64_t> runs_;
  std::vector<Value> slots_;
  std::vector<KnownMemory> contents_;  // of each array
  std::vector<Value> moved_;
  std::vector<ByteSet*> touched_by_;
  Execution result_;
};

class AccessesOnly : public GroupObserver {
 public:
  explicit AccessesOnly(const AccessObserver& observer) : observer_(observer) {}
  void begin_item() override {}
  void access(const AccessEvent& event) override { observer_(event); }
  void barrier(const llvm::Instruction& /*call*/) override {}

 private:
  const AccessObserver& observer_;
};

}  // namespace

Execution execute(const llvm::Function& kernel, const ConcreteLaunch& launch, bool record_addresses,
                  const AccessObserver& observer) {
  Interpreter interpreter(kernel, launch, record_addresses);
  AccessesOnly accesses(observer);
  interpreter.walk({0, 0, 0}, launch.global, observer ? &accesses : nullptr);
  return std::move(interpreter.result());
}

struct GroupWalk::State {
  Interpreter interpreter;
  std::array<std::int64_t, 3> local;
};

GroupWalk::GroupWalk(const llvm::Function& kernel, const ConcreteLaunch& launch)
    : state_(new State{Interpreter(kernel, launch, false), launch.local}) {}
GroupWalk::~GroupWalk() = default;
GroupWalk::GroupWalk(GroupWalk&&) noexcept = default;
GroupWalk& GroupWalk::operator=(GroupWalk&&) noexcept = default;

const std::vector<TouchedArray>& GroupWalk::arrays() const {
  return state_->interpreter.result().arrays;
}

const Execution& GroupWalk::walk(const std::array<std::int64_t, 3>& group,
                                 GroupObserver& observer) {
  std::array<std::int64_t, 3> first{};
  for (std::size_t d = 0; d < 3; ++d) first[d] = group[d] * state_->local[d];
  state_->interpreter.restart();
  state_->interpreter.walk(first, state_->local, &observer);
  return state_->interpreter.result();
}

}  // namespace clgauge::collector
