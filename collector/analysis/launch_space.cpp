#include "collector/analysis/launch_space.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Metadata.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "collector/kernel/launch_parser.h"
#include "collector/symbolic/print.h"
#include "collector/symbolic/prover.h"

namespace clgauge::collector {
namespace {

using symbolic::AtomId;
using symbolic::Context;
using symbolic::Poly;

Error bad_launch(const std::string& what) { return Error(ErrorKind::input, "launch: " + what); }

// The group shape that the source demands, if it does.
std::optional<std::array<std::int64_t, 3>> required_shape(const llvm::Function& kernel) {
  const llvm::MDNode* node = kernel.getMetadata("reqd_work_group_size");
  if (node == nullptr || node->getNumOperands() != 3) return std::nullopt;
  std::array<std::int64_t, 3> shape{};
  for (unsigned d = 0; d < 3; ++d) {
    shape[d] = llvm::mdconst::extract<llvm::ConstantInt>(node->getOperand(d))->getSExtValue();
  }
  return shape;
}

std::optional<std::int64_t> as_integer(const Poly& poly) {
  if (!poly.is_constant() || !poly.constant_term().is_integer()) return std::nullopt;
  return symbolic::to_int64(poly.constant_term().numerator());
}

// Whether the kernel asks if the argument is negative: then it may be.
bool is_tested_for_sign(const llvm::Argument& argument) {
  const auto asks = [](const llvm::User* user) {
    if (const auto* choice = llvm::dyn_cast<llvm::SwitchInst>(user)) {
      return std::any_of(choice->case_begin(), choice->case_end(),
                         [](const auto& option) { return option.getCaseValue()->isNegative(); });
    }
    const auto* compare = llvm::dyn_cast<llvm::ICmpInst>(user);
    if (compare == nullptr) return false;
    const auto* bound = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
    if (bound == nullptr) return false;
    if (bound->isNegative()) return !compare->isUnsigned();
    const auto predicate = compare->getPredicate();
    return bound->isZero() &&
           (predicate == llvm::CmpInst::ICMP_SLT || predicate == llvm::CmpInst::ICMP_SGE);
  };
  return std::any_of(argument.user_begin(), argument.user_end(), asks);
}

}  // namespace

LaunchSpace::LaunchSpace(Context& context, const llvm::Function& kernel,
                         const LaunchDescription& launch)
    : context_(context) {
  // Sizes and counts are not negative; where a given number says otherwise, nothing is assumed.
  const Bindings known = argument_values(launch);
  for (const llvm::Argument& argument : kernel.args()) {
    const std::string name = argument.getName().str();
    if (!argument.getType()->isIntegerTy() || is_tested_for_sign(argument)) continue;
    const auto value = known.find(name);
    if (value == known.end() || value->second >= 0) {
      context_.assume_at_least(context_.symbol_id(name), 0);
    }
  }
  const ParsedLaunch parsed = parse_launch(context_, launch);
  definitions_ = parsed.definitions;
  for (const Assumption& assumption : parsed.assumptions) assumptions_.push_back(assumption.text);
  rank_ = static_cast<unsigned>(parsed.global.size());
  const auto required = required_shape(kernel);
  if (parsed.local.empty() && !required) {
    throw bad_launch("kernel '" + kernel.getName().str() +
                     "' has no reqd_work_group_size; give --local");
  }

  for (unsigned d = 0; d < 3; ++d) {
    Dimension& dimension = dimensions_[d];
    const std::string number = std::to_string(d);
    dimension.global_id = context_.symbol_id("gid" + number);
    dimension.local_id = context_.symbol_id("lid" + number);
    dimension.group_id = context_.symbol_id("grp" + number);
    dimension.global = d < rank_ ? parsed.global[d] : Poly(1);
    dimension.local = d < parsed.local.size() ? parsed.local[d] : Poly(1);
    if (required) {
      const auto given = as_integer(dimension.local);
      if (!parsed.local.empty() && (!given || *given != (*required)[d])) {
        throw bad_launch("local size " + symbolic::print(context_, dimension.local) +
                         " in dimension " + number + " is not the reqd_work_group_size of " +
                         std::to_string((*required)[d]));
      }
      dimension.local = Poly((*required)[d]);
    }
    assume_divisible(dimension.global, dimension.local);
    dimension.groups = symbolic::floor_div(context_, dimension.global, dimension.local);
    context_.set_range(dimension.global_id, {Poly(0), dimension.global - Poly(1), false});
    context_.set_range(dimension.local_id, {Poly(0), dimension.local - Poly(1), false});
    context_.set_range(dimension.group_id, {Poly(0), dimension.groups - Poly(1), false});
  }
}

// A launch is valid only when groups tile the NDRange and there is at least one.
void LaunchSpace::assume_divisible(const Poly& global, const Poly& local) {
  const auto global_size = as_integer(global);
  const auto local_size = as_integer(local);
  if (global_size && local_size) {
    if (*global_size < *local_size || *global_size % *local_size != 0) {
      throw bad_launch("global size " + std::to_string(*global_size) +
                       " is not a multiple of the local size " + std::to_string(*local_size));
    }
    return;
  }
  const std::string text = symbolic::print(context_, global);
  const AtomId* symbol = global.as_atom();
  if (symbol != nullptr && local_size &&
      context_.atom(*symbol).kind == symbolic::AtomKind::symbol) {
    const symbolic::Integer known = context_.known_divisor(*symbol);
    if (known % *local_size != 0) {
      context_.assume_divisible(*symbol, symbolic::to_int64(symbolic::lcm(known, *local_size)));
      assumptions_.push_back(text + "%" + std::to_string(*local_size) + "==0");
    }
    const auto& low = context_.range(*symbol).low;
    if (!low || symbolic::prove_nonnegative(context_, Poly(*local_size) - *low)) {
      context_.assume_at_least(*symbol, *local_size);
    }
    return;
  }
  if (!symbolic::prove_nonnegative(context_, global - local)) {
    context_.push_fact(global - local, /*assumed=*/true);
  }
  const Poly groups = symbolic::floor_div(context_, global, local);
  if (groups * local != global) {
    assumptions_.push_back("(" + text + ")%(" + symbolic::print(context_, local) + ")==0");
  }
}

Poly LaunchSpace::argument(const std::string& name) const {
  const auto defined = definitions_.find(name);
  return defined != definitions_.end() ? defined->second : context_.symbol(name);
}

Poly LaunchSpace::groups() const {
  Poly product(1);
  for (const Dimension& dimension : dimensions_) product *= dimension.groups;
  return product;
}

}  // namespace clgauge::collector
