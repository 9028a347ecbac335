#include "collector/frontend/prepare.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/Analysis/CFG.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Transforms/IPO/AlwaysInliner.h>
#include <llvm/Transforms/IPO/GlobalDCE.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/FixIrreducible.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LowerSwitch.h>

#include <map>
#include <utility>
#include <vector>

#include "base/error.h"
#include "collector/frontend/builtin_call.h"
#include "collector/frontend/kernel_choice.h"
#include "collector/frontend/lowering/lowering.h"

namespace clgauge::collector {

// The members are in the order that their destruction needs: analyses before the module.
struct PreparedKernel::State {
  explicit State(CompiledSource compiled) : source(std::move(compiled)) {
    builder.registerModuleAnalyses(module_analyses);
    builder.registerCGSCCAnalyses(call_graph_analyses);
    builder.registerFunctionAnalyses(function_analyses);
    builder.registerLoopAnalyses(loop_analyses);
    builder.crossRegisterProxies(loop_analyses, function_analyses, call_graph_analyses,
                                 module_analyses);
  }

  CompiledSource source;
  llvm::PassBuilder builder;
  llvm::LoopAnalysisManager loop_analyses;
  llvm::FunctionAnalysisManager function_analyses;
  llvm::CGSCCAnalysisManager call_graph_analyses;
  llvm::ModuleAnalysisManager module_analyses;
  llvm::Function* kernel = nullptr;
};

namespace {

llvm::Function& find_kernel(CompiledSource& source, const std::string& name) {
  llvm::Module& module = source.module();
  return *module.getFunction(
      chosen_kernel(source.kernel_names(), name, module.getModuleIdentifier(), source.left_out()));
}

// Everything but the kernel is inlined into it and then dropped.
void mark_for_inlining(llvm::Module& module, const llvm::Function& kernel) {
  for (llvm::Function& function : module) {
    if (function.isDeclaration()) continue;
    function.removeFnAttr(llvm::Attribute::OptimizeNone);
    function.removeFnAttr(llvm::Attribute::NoInline);
    if (&function == &kernel) continue;
    function.addFnAttr(llvm::Attribute::AlwaysInline);
    function.setLinkage(llvm::GlobalValue::InternalLinkage);
  }
}

// One query a function and dimension, in the entry block: every use then has the same value.
void hoist_work_item_queries(llvm::Function& kernel) {
  std::map<std::pair<std::string, unsigned>, llvm::CallInst*> first;
  std::vector<llvm::CallInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(kernel)) {
    if (auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction)) calls.push_back(call);
  }
  for (llvm::CallInst* call : calls) {
    const auto query = work_item_query(*call);
    if (!query) continue;
    llvm::CallInst*& kept = first[{query->name, query->dimension}];
    if (kept == nullptr) {
      kept = call;
      call->moveBefore(&*kernel.getEntryBlock().getFirstInsertionPt());
    } else {
      call->replaceAllUsesWith(kept);
      call->eraseFromParent();
    }
  }
}

void refuse_unknown_calls(const llvm::Function& kernel) {
  for (const llvm::Instruction& instruction : llvm::instructions(kernel)) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    if (call == nullptr) continue;
    const llvm::Function* callee = call->getCalledFunction();
    if (callee == nullptr) {
      const char* what =
          call->isInlineAsm() ? "' holds inline assembly" : "' calls through a pointer";
      throw Error(ErrorKind::unsupported,
                  "kernel '" + kernel.getName().str() + what + ", which cannot be counted");
    }
    if (!callee->isDeclaration()) {
      throw Error(ErrorKind::unsupported, "function '" + source_name(*callee) +
                                              "' is recursive, which OpenCL C does not allow");
    }
    // Builtins are mangled; what is not and has no body was declared but never defined.
    if (!callee->isIntrinsic() && !callee->getName().startswith("_Z") &&
        !callee->getName().startswith("__") && callee->getName() != "printf") {
      throw Error(ErrorKind::input,
                  "function '" + callee->getName().str() + "' is called but has no body");
    }
  }
}

// Merges blocks and drops unreachable ones, but never moves or duplicates an instruction.
llvm::SimplifyCFGPass tidy_control_flow() {
  return llvm::SimplifyCFGPass(
      llvm::SimplifyCFGOptions().setSimplifyCondBranch(false).setFoldTwoEntryPHINode(false));
}

// `continue` in a while loop is a second way back to its head. loop-simplify would take the shorter
// way for a loop of its own.
void merge_ways_back(llvm::DominatorTree& dominators, llvm::LoopInfo& loops) {
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    llvm::SmallVector<llvm::BasicBlock*, 4> latches;
    loop->getLoopLatches(latches);
    if (latches.size() < 2) continue;
    llvm::SplitBlockPredecessors(loop->getHeader(), latches, ".latch", &dominators, &loops);
  }
}

// Whether there is a loop that can be entered elsewhere than at its head (`goto`, or a case label
// inside): the analyses know no such thing.
bool has_jumps_into_loops(const llvm::Function& kernel, const llvm::LoopInfo& loops) {
  using Order = llvm::ReversePostOrderTraversal<const llvm::Function*>;
  Order order(&kernel);
  return llvm::containsIrreducibleCFG<const llvm::BasicBlock*, const Order, const llvm::LoopInfo>(
      order, loops);
}

// A count of its rounds would be a guess.
void refuse_endless_loops(const llvm::LoopInfo& loops, const std::string& file) {
  for (const llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (loop->hasNoExitBlocks()) {
      const llvm::DebugLoc start = loop->getStartLoc();
      throw Error(ErrorKind::input,
                  file + (start ? ":" + std::to_string(start.getLine()) : std::string()) +
                      ": a loop has no way out: a work-item that comes to it never ends");
    }
  }
}

}  // namespace

PreparedKernel::PreparedKernel(CompiledSource source, const std::string& name)
    : state_(std::make_unique<State>(std::move(source))) {
  llvm::Function& kernel = find_kernel(state_->source, name);
  state_->kernel = &kernel;
  llvm::Module& module = state_->source.module();
  mark_for_inlining(module, kernel);
  lower_builtins(module);

  llvm::ModulePassManager inlining;
  inlining.addPass(llvm::AlwaysInlinerPass(/*InsertLifetime=*/false));
  inlining.addPass(llvm::GlobalDCEPass());
  inlining.run(module, state_->module_analyses);
  refuse_unknown_calls(kernel);

  llvm::FunctionPassManager registers;
  registers.addPass(llvm::SROAPass());
  registers.addPass(tidy_control_flow());
  registers.run(kernel, state_->function_analyses);

  hoist_work_item_queries(kernel);
  state_->function_analyses.invalidate(kernel, llvm::PreservedAnalyses::none());

  const auto run = [&](llvm::FunctionPassManager& passes) {
    passes.run(kernel, state_->function_analyses);
    state_->function_analyses.invalidate(kernel, llvm::PreservedAnalyses::none());
  };
  llvm::FunctionPassManager canonical;
  canonical.addPass(llvm::SROAPass());
  canonical.addPass(llvm::EarlyCSEPass());
  canonical.addPass(tidy_control_flow());
  run(canonical);

  if (has_jumps_into_loops(kernel, loops())) {
    // All ways in then lead to one head, which branches to where they went.
    llvm::FunctionPassManager one_head;
    one_head.addPass(llvm::LowerSwitchPass());
    one_head.addPass(llvm::FixIrreduciblePass());
    run(one_head);
  }

  merge_ways_back(dominators(), loops());
  state_->function_analyses.invalidate(kernel, llvm::PreservedAnalyses::none());
  llvm::FunctionPassManager simple_loops;
  simple_loops.addPass(llvm::LoopSimplifyPass());
  run(simple_loops);
  refuse_endless_loops(loops(), module.getModuleIdentifier());
}

PreparedKernel::PreparedKernel(PreparedKernel&&) noexcept = default;
PreparedKernel& PreparedKernel::operator=(PreparedKernel&&) noexcept = default;
PreparedKernel::~PreparedKernel() = default;

llvm::Function& PreparedKernel::function() const { return *state_->kernel; }
llvm::DominatorTree& PreparedKernel::dominators() const {
  return state_->function_analyses.getResult<llvm::DominatorTreeAnalysis>(*state_->kernel);
}
llvm::PostDominatorTree& PreparedKernel::post_dominators() const {
  return state_->function_analyses.getResult<llvm::PostDominatorTreeAnalysis>(*state_->kernel);
}
llvm::LoopInfo& PreparedKernel::loops() const {
  return state_->function_analyses.getResult<llvm::LoopAnalysis>(*state_->kernel);
}
llvm::ScalarEvolution& PreparedKernel::scalar_evolution() const {
  return state_->function_analyses.getResult<llvm::ScalarEvolutionAnalysis>(*state_->kernel);
}

}  // namespace clgauge::collector
