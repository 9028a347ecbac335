// Expressions of a stripped function: see function_writer.h.
#include <clang/AST/ExprCXX.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <utility>

#include "collector/removal/function_writer.h"

namespace clgauge::collector::removal {

std::string Program::mark(const LoadSite& load, const std::string& text) {
  loads.push_back(load);
  return "\x01" + std::to_string(loads.size() - 1) + "\x02" + text + "\x03";
}

void Program::add_support(const std::string& name, const std::string& text) {
  if (support_names.insert(name).second) support.push_back(text);
}

std::string FunctionWriter::print(const clang::Stmt* statement) {
  std::string text;
  llvm::raw_string_ostream out(text);
  statement->printPretty(out, this, program_.types.policy());
  out.flush();
  while (!text.empty() && (text.back() == '\n' || text.back() == ';')) text.pop_back();
  return text;
}

bool FunctionWriter::handledStmt(clang::Stmt* statement, llvm::raw_ostream& out) {
  auto* e = llvm::dyn_cast<clang::Expr>(statement);
  if (e == nullptr) return false;
  if (const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(e)) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(reference->getDecl());
    if (variable != nullptr && variable->isFileVarDecl()) note_constant(*variable);
    return false;
  }
  // Clang's own spellings of what OpenCL C says in another way.
  if (const auto* reinterpreted = llvm::dyn_cast<clang::AsTypeExpr>(e)) {
    out << "as_" << program_.types.name(e->getType()) << '(' << print(reinterpreted->getSrcExpr())
        << ')';
    return true;
  }
  if (const auto* literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(e)) {
    const auto* list = llvm::dyn_cast<clang::InitListExpr>(literal->getInitializer());
    if (!e->getType()->isVectorType() || list == nullptr) return false;
    out << '(' << program_.types.name(e->getType()) << ")(";
    for (unsigned i = 0; i < list->getNumInits(); ++i) {
      out << (i == 0 ? "" : ", ") << print(list->getInit(i));
    }
    out << ')';
    return true;
  }
  const EffectFinder& effects = program_.effects;
  if (const auto access = effects.access(*e, activation_)) {
    if (access->is_second_result()) {
      out << first_result(*access);
      return true;
    }
    if (access->kind != AccessKind::load) return false;
    const clang::Expr* lvalue =
        access->call != nullptr ? nullptr : llvm::cast<clang::ImplicitCastExpr>(e)->getSubExpr();
    std::string text;
    if (effects.options().arithmetic_only) {
      if (access->space == Space::constant) return false;
      text = one_of(access->type);
    } else if (effects.is_kept(*access) && !effects.is_eliminated(*access, activation_)) {
      text = counted(*access);
    } else {
      return false;
    }
    out << (lvalue == nullptr ? text : picked(lvalue, access->datum, text));
    return true;
  }
  if (const auto* helper = llvm::dyn_cast<clang::CallExpr>(e)) {
    if (!activation_.calls.contains(helper)) return false;
    out << call(*helper);
    return true;
  }
  return false;
}

// The lanes that the source takes of a vector, taken of `text`.
std::string FunctionWriter::picked(const clang::Expr* lvalue, const clang::Expr* datum,
                                   const std::string& text) {
  const clang::Expr* e = lvalue->IgnoreParens();
  if (e == datum) return text;
  if (const auto* lanes = llvm::dyn_cast<clang::ExtVectorElementExpr>(e)) {
    return picked(lanes->getBase(), datum, text) + "." + lanes->getAccessor().getName().str();
  }
  const auto* subscript = llvm::cast<clang::ArraySubscriptExpr>(e);
  return picked(subscript->getBase(), datum, text) + "[" + print(subscript->getIdx()) + "]";
}

void FunctionWriter::note_constant(const clang::VarDecl& variable) {
  auto& known = program_.constants;
  const bool noted = std::any_of(known.begin(), known.end(),
                                 [&](const auto& each) { return each.first == &variable; });
  if (noted) return;
  // Printing notes, before this one, the constants that it uses.
  std::string initial = variable.hasInit() ? " = " + print(variable.getInit()) : std::string();
  known.emplace_back(&variable, std::move(initial));
}

std::vector<Leaf> FunctionWriter::leaves_of(clang::QualType type, const clang::Expr& where) const {
  std::vector<Leaf> leaves = program_.types.leaves(type);
  if (leaves.empty()) {
    refuse(program_.effects.tree().context(), activation_, where.getExprLoc(),
           "a datum of type '" + program_.types.name(type) +
               "' has a union, a bit-field, a pointer or a long array in it");
  }
  return leaves;
}

std::string FunctionWriter::sum(const SumType& type) {
  sums_.emplace(type.name(), type);
  const std::string name = program_.prefix + "sum_" + type.name();
  return activation_.is_kernel() ? name : "*" + name;
}

// Arguments for a function that adds to the sums of a type.
std::string FunctionWriter::sum_pointers(clang::QualType type) {
  std::string text;
  for (const auto& [name, type_of_sum] : program_.types.sums_of(type)) {
    (void)sum(type_of_sum);
    text +=
        std::string(", ") + (activation_.is_kernel() ? "&" : "") + program_.prefix + "sum_" + name;
  }
  return text;
}

std::string FunctionWriter::sum_parameters(clang::QualType type) const {
  std::string text;
  for (const auto& [name, unused] : program_.types.sums_of(type)) {
    text += ", " + name + " *" + program_.prefix + "sum_" + name;
  }
  return text;
}

std::string FunctionWriter::sums_passed_on(clang::QualType type) const {
  std::string text;
  for (const auto& [name, unused] : program_.types.sums_of(type)) {
    text += ", " + program_.prefix + "sum_" + name;
  }
  return text;
}

// `static T count_T(T value, float *sum_float, ...)`: adds to the sums and gives the value back.
std::string FunctionWriter::count_function(clang::QualType type) {
  const TypeNames& types = program_.types;
  const std::string name = program_.prefix + "count_" + types.identifier(type);
  std::string body;
  for (const Leaf& leaf : types.leaves(type)) {
    body += "  *" + program_.prefix + "sum_" + types.sum_of(leaf).name() +
            " += " + types.converted(leaf, "value" + leaf.path) + ";\n";
  }
  program_.add_support(name, "static " + types.name(type) + " " + name + "(" + types.name(type) +
                                 " value" + sum_parameters(type) + ") {\n" + body +
                                 "  return value;\n}\n");
  return name;
}

// A value, added to its sum.
std::string FunctionWriter::added(clang::QualType type, const std::string& value) {
  const std::vector<Leaf> leaves = program_.types.leaves(type);
  if (leaves.size() == 1 && leaves.front().path.empty()) {
    return sum(program_.types.sum_of(leaves.front())) +
           " += " + program_.types.converted(leaves.front(), value);
  }
  return count_function(type) + "(" + value + sum_pointers(type) + ")";
}

// A one of its own for every scalar of every place, or the compiler would merge what is computed
// from them.
std::string FunctionWriter::one_of(clang::QualType type) {
  const std::string name = program_.prefix + "one" + std::to_string(program_.ones);
  const std::string unit = program_.prefix + "unit(?)";
  std::string value = program_.types.filled(type, unit);
  if (const auto* vector = type->getAs<clang::VectorType>()) {
    value = "(" + program_.types.name(type) + ")(" + unit;
    for (unsigned lane = 1; lane < vector->getNumElements(); ++lane) value += ", " + unit;
    value += ")";
  }
  for (std::size_t at = value.find('?'); at != std::string::npos; at = value.find('?', at)) {
    value.replace(at, 1, std::to_string(program_.ones++));
  }
  ones_ += "  " + program_.types.name(type) + " " + name + " = " + value + ";\n";
  return name;
}

std::string FunctionWriter::call(const clang::CallExpr& call) {
  const Activation& callee = *activation_.calls.at(&call);
  if (!program_.sums.contains(&callee)) FunctionWriter(program_, callee).write_helper();
  std::string text;
  const auto parameters = callee.function->parameters();
  for (unsigned i = 0; i < call.getNumArgs() && i < parameters.size(); ++i) {
    const bool passed =
        callee.return_need != Need::none || callee.need_of(parameters[i]) != Need::none;
    if (passed) text += (text.empty() ? "" : ", ") + print(call.getArg(i));
  }
  for (const auto& [name, type] : program_.sums.at(&callee)) {
    (void)sum(type);
    text += (text.empty() ? "" : ", ") + std::string(activation_.is_kernel() ? "&" : "") +
            program_.prefix + "sum_" + name;
  }
  return program_.prefix + callee.name + "(" + text + ")";
}

// The flags by name: their values are each compiler's own.
std::string FunctionWriter::barrier(const clang::CallExpr& call) {
  clang::Expr::EvalResult flags;
  if (builtin_name(call, activation_) == "wait_group_events") {
    return "barrier(CLK_LOCAL_MEM_FENCE)";  // what it waits for is done by the group itself
  }
  if (call.getNumArgs() != 1 ||
      !call.getArg(0)->EvaluateAsInt(flags, program_.effects.tree().context())) {
    return print(&call);
  }
  const std::uint64_t value = flags.Val.getInt().getZExtValue();
  std::string names;
  if ((value & 1U) != 0) names = "CLK_LOCAL_MEM_FENCE";
  if ((value & 2U) != 0)
    names += (names.empty() ? "" : " | ") + std::string("CLK_GLOBAL_MEM_FENCE");
  if (names.empty() || value > 3) return print(&call);
  return call.getDirectCallee()->getNameAsString() + "(" + names + ")";
}

std::string FunctionWriter::effect(const Effect& effect) {
  switch (effect.kind) {
    case Effect::Kind::load:
      (void)leaves_of(effect.access.type, *effect.access.site);
      return added(effect.access.type, load_text(effect.access));
    case Effect::Kind::store:
      return store(effect.access);
    case Effect::Kind::update:
      return update(effect.access);
    case Effect::Kind::atomic:
      return atomic(effect.access);
    case Effect::Kind::absorb:
      return absorbed(effect.access);
    case Effect::Kind::shared_loads:
    case Effect::Kind::shared_stores:
      return shared(effect);
    case Effect::Kind::evaluate:
      return print(effect.expression);
    case Effect::Kind::barrier:
      return barrier(*llvm::cast<clang::CallExpr>(effect.expression));
    case Effect::Kind::call:
      return call(*llvm::cast<clang::CallExpr>(effect.expression));
    case Effect::Kind::choice: {
      const std::string then = as_expression(effect.then);
      const std::string otherwise = as_expression(effect.otherwise);
      return "(" + print(effect.expression) + ") ? " + then + " : " + otherwise;
    }
  }
  return {};
}

// For places that take an expression only: the step of a for loop.
std::string FunctionWriter::as_expression(const Effects& effects) {
  std::string text;
  for (const Effect& each : effects) {
    text += (text.empty() ? "(" : ", (") + effect(each) + ")";
  }
  if (text.empty()) return "(void)0";
  return "(void)(" + text + ")";
}

}  // namespace clgauge::collector::removal
