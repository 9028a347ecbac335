#include "collector/analysis/launch_space.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Metadata.h>

#include <cctype>
#include <optional>

#include "base/error.h"
#include "collector/analysis/assumption.h"
#include "collector/symbolic/evaluate.h"
#include "collector/symbolic/parse.h"
#include "collector/symbolic/print.h"
#include "collector/symbolic/prover.h"

namespace clgauge::collector {
namespace {

using symbolic::AtomId;
using symbolic::Context;
using symbolic::Poly;

Error bad_launch(const std::string& what) { return Error(ErrorKind::input, "launch: " + what); }

Poly parse_size(Context& context, const std::string& text) {
  return symbolic::parse(context, text, symbolic::Division::floor);
}

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

}  // namespace

LaunchSpace::LaunchSpace(Context& context, const llvm::Function& kernel,
                         const LaunchDescription& launch)
    : context_(context) {
  if (launch.global.empty() || launch.global.size() > 3 || launch.local.size() > 3) {
    throw bad_launch("give one to three global sizes, for example --global 1024,1024");
  }
  rank_ = static_cast<unsigned>(launch.global.size());
  const auto required = required_shape(kernel);
  if (launch.local.empty() && !required) {
    throw bad_launch("kernel '" + kernel.getName().str() +
                     "' has no reqd_work_group_size; give --local");
  }
  if (!launch.local.empty() && launch.local.size() != launch.global.size()) {
    throw bad_launch("global and local sizes differ in the number of dimensions");
  }

  const Bindings known = known_values(launch);
  // Sizes and counts are not negative; where a number says otherwise, nothing is assumed.
  for (const llvm::Argument& argument : kernel.args()) {
    const std::string name = argument.getName().str();
    if (!argument.getType()->isIntegerTy()) continue;
    const auto value = known.find(name);
    if (value == known.end() || value->second >= 0) {
      context_.assume_at_least(context_.symbol_id(name), 0);
    }
  }
  for (const std::string& text : launch.assumptions) assume(text, known);

  for (unsigned d = 0; d < 3; ++d) {
    Dimension& dimension = dimensions_[d];
    const std::string number = std::to_string(d);
    dimension.global_id = context_.symbol_id("gid" + number);
    dimension.local_id = context_.symbol_id("lid" + number);
    dimension.group_id = context_.symbol_id("grp" + number);
    dimension.global = d < rank_ ? parse_size(context_, launch.global[d]) : Poly(1);
    dimension.local = d < launch.local.size() ? parse_size(context_, launch.local[d]) : Poly(1);
    if (required) {
      const auto given = as_integer(dimension.local);
      if (!launch.local.empty() && (!given || *given != (*required)[d])) {
        throw bad_launch("local size " + symbolic::print(context_, dimension.local) +
                         " in dimension " + number + " is not the reqd_work_group_size of " +
                         std::to_string((*required)[d]));
      }
      dimension.local = Poly((*required)[d]);
    }
    if (const auto local = as_integer(dimension.local); local && *local < 1) {
      throw bad_launch("local size " + std::to_string(*local) + " in dimension " + number);
    }
    assume_divisible(dimension.global, dimension.local,
                     d < rank_ ? launch.global[d] : std::string("1"));
    dimension.groups = symbolic::floor_div(context_, dimension.global, dimension.local);
    context_.set_range(dimension.global_id, {Poly(0), dimension.global - Poly(1), false});
    context_.set_range(dimension.local_id, {Poly(0), dimension.local - Poly(1), false});
    context_.set_range(dimension.group_id, {Poly(0), dimension.groups - Poly(1), false});
  }
}

// A launch is valid only when groups tile the NDRange and there is at least one.
void LaunchSpace::assume_divisible(const Poly& global, const Poly& local, const std::string& text) {
  const auto global_size = as_integer(global);
  const auto local_size = as_integer(local);
  if (global_size && local_size) {
    if (*global_size < *local_size || *global_size % *local_size != 0) {
      throw bad_launch("global size " + std::to_string(*global_size) +
                       " is not a multiple of the local size " + std::to_string(*local_size));
    }
    return;
  }
  const AtomId* symbol = global.as_atom();
  if (symbol != nullptr && local_size &&
      context_.atom(*symbol).kind == symbolic::AtomKind::symbol) {
    if (context_.known_divisor(*symbol) % *local_size != 0) {
      context_.assume_divisible(
          *symbol, symbolic::to_int64(symbolic::lcm(context_.known_divisor(*symbol), *local_size)));
      if (*local_size > 1) {
        assumptions_.push_back(text + " % " + std::to_string(*local_size) + " == 0");
      }
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
  if (!symbolic::is_integral(context_, symbolic::floor_div(context_, global, local)) ||
      symbolic::floor_div(context_, global, local) * local != global) {
    assumptions_.push_back("(" + text + ") % (" + symbolic::print(context_, local) + ") == 0");
  }
}

void LaunchSpace::assume(const std::string& text, const Bindings& known) {
  const Assumption assumption = parse_assumption(context_, text);
  symbolic::Values values;
  for (const auto& [name, value] : known) values[context_.symbol_id(name)] = value;
  if (violates(context_, assumption, values)) {
    throw bad_launch("the assumption '" + text + "' does not hold for the given sizes");
  }
  apply(context_, assumption);
  assumptions_.push_back(text);
}

Poly LaunchSpace::argument(const std::string& name) const { return context_.symbol(name); }

Poly LaunchSpace::groups() const {
  Poly product(1);
  for (const Dimension& dimension : dimensions_) product *= dimension.groups;
  return product;
}

}  // namespace clgauge::collector
