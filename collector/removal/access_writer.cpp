// Accesses to memory in a stripped function: see function_writer.h.
#include <clang/AST/ExprCXX.h>

#include <utility>

#include "collector/removal/function_writer.h"

namespace clgauge::collector::removal {
namespace {

const char* space_name(Space space) {
  switch (space) {
    case Space::global:
      return "__global";
    case Space::constant:
      return "__constant";
    case Space::local:
      return "__local";
    default:
      return "__private";
  }
}

// The operation on a datum of one that leaves it one. Adding zero would not do: compilers turn it
// into a plain load.
struct Neutral {
  const char* suffix;     // of the original
  const char* operation;  // in its place
  const char* operands;
};
constexpr Neutral kNeutral[] = {
    {"cmpxchg", "cmpxchg", "1, 1"},
    {"xchg", "xchg", "1"},
    {"add", "xchg", "1"},
    {"sub", "xchg", "1"},
    {"inc", "xchg", "1"},
    {"dec", "xchg", "1"},
    {"xor", "xchg", "1"},
    {"min", "min", "1"},
    {"max", "max", "1"},
    {"and", "and", "1"},
    {"or", "or", "1"},
};

}  // namespace

std::string FunctionWriter::load_text(const Access& access) {
  const LoadSite site{&activation_, access.site};
  std::string text;
  if (access.call != nullptr && access.kind != AccessKind::atomic) {
    text = access.call->getDirectCallee()->getNameAsString() + "(";
    for (unsigned i = 0; i < access.call->getNumArgs(); ++i) {
      text += (i == 0 ? "" : ", ") + print(access.call->getArg(i));
    }
    text += ")";
  } else if (access.call != nullptr) {
    text = "*(" + print(access.pointer) + ")";
  } else {
    text = print(access.datum);
  }
  if (program_.volatiles.contains(site) && access.call == nullptr) {
    text = std::string("*(volatile ") + space_name(access.space) + " const " +
           program_.types.name(access.type) + " *)&" + text;
  }
  if (access.three_lanes) text = "(" + text + ").xyz";
  return program_.mark(site, text);
}

// A load in a place where its value is needed.
std::string FunctionWriter::counted(const Access& access) {
  (void)leaves_of(access.type, *access.site);
  const std::string function = count_function(access.type);
  return function + "(" + load_text(access) + sum_pointers(access.type) + ")";
}

std::string FunctionWriter::store(const Access& access) {
  if (access.call == nullptr || access.is_second_result()) {
    (void)leaves_of(access.type, *access.site);
    const LoadSite site{&activation_, access.site};
    program_.stores.emplace_back(site, access.arrays);
    std::string place =
        access.call == nullptr ? print(access.datum) : "*(" + print(access.pointer) + ")";
    if (program_.volatiles.contains(site)) {
      place = std::string("*(volatile ") + space_name(access.space) + " " +
              program_.types.name(access.type) + " *)&" + place;
    }
    return place + " = " + program_.types.filled(access.type, "1");
  }
  // vstore_half() takes float and double: the type must be said.
  std::string text = access.call->getDirectCallee()->getNameAsString() + "((" +
                     program_.types.name(access.type) + ")(1)";
  for (unsigned i = 1; i < access.call->getNumArgs(); ++i) {
    text += ", " + print(access.call->getArg(i));
  }
  return text + ")";
}

std::string FunctionWriter::update(const Access& access) {
  (void)leaves_of(access.type, *access.site);
  if (access.site->refersToBitField()) {
    refuse(program_.effects.tree().context(), activation_, access.site->getExprLoc(),
           "an update of a bit-field");
  }
  const TypeNames& types = program_.types;
  const bool is_volatile = access.type.isVolatileQualified();
  const std::string name = program_.prefix + (is_volatile ? "update_volatile_" : "update_") +
                           (access.space == Space::local ? "local_" : "") +
                           (access.three_lanes ? "lanes_" : "") + types.identifier(access.type);
  const std::string datum = access.three_lanes ? "(*at).xyz" : "*at";
  const std::string count = count_function(access.type);
  program_.add_support(name, std::string("static void ") + name + "(" +
                                 (is_volatile ? "volatile " : "") + space_name(access.space) + " " +
                                 types.name(access.type) + " *at" + sum_parameters(access.type) +
                                 ") {\n  " + count + "(" + datum + sums_passed_on(access.type) +
                                 ");\n  " + datum + " = " + types.filled(access.type, "1") +
                                 ";\n}\n");
  return program_.mark({&activation_, access.site},
                       name + "(&" + print(access.datum) + sum_pointers(access.type) + ")");
}

std::string FunctionWriter::atomic(const Access& access) {
  const std::string original = access.call->getDirectCallee()->getNameAsString();
  const std::string family = original.starts_with("atom_") ? "atom_" : "atomic_";
  for (const Neutral& neutral : kNeutral) {
    if (original != family + neutral.suffix) continue;
    const std::string text =
        family + neutral.operation + "(" + print(access.pointer) + ", " + neutral.operands + ")";
    return added(access.type, program_.mark({&activation_, access.site}, text));
  }
  refuse(program_.effects.tree().context(), activation_, access.site->getExprLoc(),
         "'" + original + "' is no atomic of OpenCL C 1.2");
}

// The call of a builtin with a second result, which goes to a variable, and its store, if that is
// kept.
std::string FunctionWriter::first_result(const Access& access) {
  const std::string variable =
      program_.prefix + "second" + std::to_string(program_.second_results++);
  ones_ += "  " + program_.types.name(access.type) + " " + variable + ";\n";
  std::string text = access.call->getDirectCallee()->getNameAsString() + "(";
  for (const clang::Expr* argument : access.call->arguments()) {
    text += argument == access.pointer ? "&" + variable + ")" : print(argument) + ", ";
  }
  const EffectFinder& effects = program_.effects;
  if (!effects.options().keep_stores || !effects.is_kept(access)) return text;
  return "(" + store(access) + ", " + text + ")";
}

// A store without its memory: the value that it would write.
std::string FunctionWriter::absorbed(const Access& access) {
  clang::QualType type = access.value == nullptr ? access.type : access.value->getType();
  std::string value = access.value == nullptr ? std::string("1") : print(access.value);
  if (access.kind == AccessKind::update) {
    const auto* compound = llvm::dyn_cast<clang::CompoundAssignOperator>(access.site);
    if (compound != nullptr) {
      type = compound->getLHS()->getType();
      const clang::BinaryOperatorKind operation =
          clang::BinaryOperator::getOpForCompoundAssignment(compound->getOpcode());
      value = one_of(type) + " " + clang::BinaryOperator::getOpcodeStr(operation).str() + " (" +
              value + ")";
    } else if (access.value == nullptr) {
      const auto* step = llvm::cast<clang::UnaryOperator>(access.site);
      type = step->getSubExpr()->getType();
      value = one_of(type) + (step->isIncrementOp() ? " + 1" : " - 1");
    }
  }
  if (access.is_second_result()) {
    const std::string first = first_result(access);
    value = "(" + first + ", " + program_.prefix + "second" +
            std::to_string(program_.second_results - 1) + ")";
  }
  (void)leaves_of(type, *access.site);
  const std::string name = program_.types.name(type);
  if (!type->isRecordType()) value = "(" + name + ")(" + value + ")";
  return added(type, value);
}

void FunctionWriter::add_group_queries() {
  program_.add_support(program_.prefix + "item_of_group",
                       "static size_t " + program_.prefix +
                           "item_of_group(void) {\n"
                           "  return get_local_id(0) + get_local_size(0) * (get_local_id(1) + "
                           "get_local_size(1) * get_local_id(2));\n}\n"
                           "static size_t " +
                           program_.prefix +
                           "items_of_group(void) {\n"
                           "  return get_local_size(0) * get_local_size(1) * "
                           "get_local_size(2);\n}\n");
}

// One side of an asynchronous copy. All work-items of the group come here: element i is that of
// work-item i modulo their number.
std::string FunctionWriter::shared(const Effect& effect) {
  const Access& access = effect.access;
  const auto copy = program_.effects.async_copy(*access.call, activation_);
  const TypeNames& types = program_.types;
  const bool loads = effect.kind == Effect::Kind::shared_loads;
  (void)leaves_of(access.type, *access.site);
  add_group_queries();
  const std::string name = program_.prefix + (loads ? "share_loads_" : "share_stores_") +
                           (access.space == Space::local ? "local_" : "") +
                           types.identifier(access.type);
  std::string parameters = "size_t count, size_t stride";
  std::string arguments = print(copy->count) + ", ";
  const bool strided = copy->stride != nullptr && access.space != Space::local;
  arguments += strided ? print(copy->stride) : "1";
  std::string body;
  if (loads) {
    body = count_function(access.type) + "(at[i * stride]" + sums_passed_on(access.type) + ")";
    parameters += sum_parameters(access.type);
    arguments += sum_pointers(access.type);
  } else {
    parameters += ", " + types.name(access.type) + " value";
    arguments += ", ";
    arguments += program_.effects.options().arithmetic_only
                     ? one_of(access.type)
                     : "(" + types.name(access.type) + ")(1)";
    body = "at[i * stride] = value";
  }
  const std::string text = "static void " + name + "(" + space_name(access.space) + " " +
                           (loads ? "const " : "") + types.name(access.type) + " *at, " +
                           parameters + ") {\n  for (long i = " + program_.prefix +
                           "item_of_group(); i < (long)count; i += " + program_.prefix +
                           "items_of_group()) {\n    " + body + ";\n  }\n}\n";
  program_.add_support(name, text);
  const std::string call = name + "(" + print(access.pointer) + ", " + arguments + ")";
  return loads ? program_.mark({&activation_, access.site}, call) : call;
}

}  // namespace clgauge::collector::removal
