// Statements of a stripped function; expression_writer.cpp holds its expressions.
#include "collector/removal/function_writer.h"

#include <clang/AST/Attr.h>
#include <llvm/Support/raw_ostream.h>

namespace clgauge::collector::removal {

FunctionWriter::FunctionWriter(Program& program, const Activation& activation)
    : program_(program), activation_(activation) {}

void FunctionWriter::line(const std::string& text) {
  out_ += std::string(2UL * indent_, ' ') + text + "\n";
}

// Where a generic pointer points; see TypeNames::declaration.
static Space space_of_pointer(const CallTree& tree, const Activation& activation,
                              const clang::VarDecl& variable) {
  const auto targets = activation.points_to.find(&variable);
  if (targets == activation.points_to.end() || targets->second.empty()) return Space::unknown;
  return tree.space_of(*targets->second.begin());
}

std::string FunctionWriter::declared(const clang::VarDecl& variable) {
  const Space space = space_of_pointer(program_.effects.tree(), activation_, variable);
  return program_.types.declaration(variable.getType(), variable.getNameAsString(), space);
}

void FunctionWriter::write_helper() {
  // A call of a helper is written once for each call path, so this is not reached again.
  std::string parameters;
  for (const clang::ParmVarDecl* parameter : activation_.function->parameters()) {
    const bool passed =
        activation_.return_need != Need::none || activation_.need_of(parameter) != Need::none;
    if (!passed) continue;
    // A parameter without a name is unused; its argument still has its place.
    std::string text = declared(*parameter);
    parameters += (parameters.empty() ? "" : ", ") + text;
  }
  write_block(activation_.function->getBody(), {});
  for (const auto& [name, type] : sums_) {
    parameters += (parameters.empty() ? "" : ", ") + name + " *" + program_.prefix + "sum_" + name;
  }
  const clang::QualType result = activation_.function->getReturnType();
  std::string header =
      program_.prefix + activation_.name + "(" + (parameters.empty() ? "void" : parameters) + ")";
  header = activation_.return_need == Need::none
               ? "void " + header
               : program_.types.declaration(result, header, Space::global);
  program_.functions.push_back("static " + header + " {\n" + ones_ + out_ + "}\n");
  program_.sums[&activation_] = sums_;
}

std::string FunctionWriter::kernel_body() {
  write_block(activation_.function->getBody(), {});
  line(std::string(1, Program::kSinkMark));
  return out_;
}

void FunctionWriter::write_effects(const Effects& effects) {
  for (const Effect& each : effects) {
    if (each.kind != Effect::Kind::choice) {
      line(effect(each) + ";");
      continue;
    }
    const std::string condition = print(each.expression);
    if (each.then.empty()) {
      line("if (!(" + condition + ")) {");
    } else {
      line("if (" + condition + ") {");
      ++indent_;
      write_effects(each.then);
      --indent_;
      if (!each.otherwise.empty()) line("} else {");
    }
    ++indent_;
    write_effects(each.otherwise);
    --indent_;
    line("}");
  }
}

// The statements of a block without its braces.
void FunctionWriter::write_block(const clang::Stmt* statement, Around around) {
  if (const auto* block = llvm::dyn_cast_or_null<clang::CompoundStmt>(statement)) {
    for (const clang::Stmt* each : block->body()) write(each, around);
  } else {
    write(statement, around);
  }
}

void FunctionWriter::write(const clang::Stmt* statement, Around around) {
  if (statement == nullptr) return;
  const EffectFinder& effects = program_.effects;
  if (const auto* declaration = llvm::dyn_cast<clang::DeclStmt>(statement)) {
    write_declaration(*declaration);
    return;
  }
  if (const auto* label = llvm::dyn_cast<clang::SwitchCase>(statement)) {
    write_case(*label, around);
    return;
  }
  if (!effects.stays(statement, activation_, around)) {
    // Of a branch that goes, the loads of its condition stay.
    if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement)) {
      write_effects(effects.of(branch->getCond(), activation_));
    }
    return;
  }
  if (const auto* expression = llvm::dyn_cast<clang::Expr>(statement)) {
    write_effects(effects.of(expression, activation_));
  } else if (llvm::isa<clang::CompoundStmt>(statement)) {
    line("{");
    ++indent_;
    write_block(statement, around);
    --indent_;
    line("}");
  } else if (const auto* branch = llvm::dyn_cast<clang::IfStmt>(statement)) {
    write_if(*branch, around);
  } else if (llvm::isa<clang::ForStmt, clang::WhileStmt, clang::DoStmt>(statement)) {
    write_loop(*statement);
  } else if (const auto* choice = llvm::dyn_cast<clang::SwitchStmt>(statement)) {
    write_switch(*choice, around);
  } else if (const auto* done = llvm::dyn_cast<clang::ReturnStmt>(statement)) {
    write_return(*done);
  } else if (llvm::isa<clang::BreakStmt>(statement)) {
    line("break;");
  } else if (llvm::isa<clang::ContinueStmt>(statement)) {
    line("continue;");
  } else if (const auto* attributed = llvm::dyn_cast<clang::AttributedStmt>(statement)) {
    write_attributes(*attributed);
    write(attributed->getSubStmt(), around);
  } else {
    refuse(effects.tree().context(), activation_, statement->getBeginLoc(),
           std::string("a statement of kind ") + statement->getStmtClassName());
  }
}

void FunctionWriter::write_declaration(const clang::DeclStmt& declaration) {
  for (const clang::Decl* each : declaration.decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(each);
    if (variable == nullptr) {
      std::string text;
      llvm::raw_string_ostream out(text);
      each->print(out, program_.types.policy());
      line(out.str() + ";");
      continue;
    }
    if (activation_.need_of(variable) == Need::none) {
      write_effects(program_.effects.of(variable->getInit(), activation_));
    } else {
      const std::string value =
          variable->hasInit() ? " = " + print(variable->getInit()) : std::string();
      line(declared(*variable) + value + ";");
    }
  }
}

void FunctionWriter::write_if(const clang::IfStmt& branch, Around around) {
  const EffectFinder& effects = program_.effects;
  const bool then = effects.stays(branch.getThen(), activation_, around);
  const bool otherwise = effects.stays(branch.getElse(), activation_, around);
  if (!then && !otherwise) {
    write_effects(effects.of(branch.getCond(), activation_));
    return;
  }
  const std::string condition = print(branch.getCond());
  line(then ? "if (" + condition + ") {" : "if (!(" + condition + ")) {");
  ++indent_;
  write_block(then ? branch.getThen() : branch.getElse(), around);
  --indent_;
  if (then && otherwise) {
    line("} else {");
    ++indent_;
    write_block(branch.getElse(), around);
    --indent_;
  }
  line("}");
}

void FunctionWriter::write_loop(const clang::Stmt& loop) {
  const Around inside{true, true};
  if (const auto* counted = llvm::dyn_cast<clang::ForStmt>(&loop)) {
    write_for(*counted);
  } else if (const auto* guarded = llvm::dyn_cast<clang::WhileStmt>(&loop)) {
    line("while (" + print(guarded->getCond()) + ") {");
    ++indent_;
    write_block(guarded->getBody(), inside);
    --indent_;
    line("}");
  } else {
    const auto* repeated = llvm::cast<clang::DoStmt>(&loop);
    line("do {");
    ++indent_;
    write_block(repeated->getBody(), inside);
    --indent_;
    line("} while (" + print(repeated->getCond()) + ");");
  }
}

void FunctionWriter::write_for(const clang::ForStmt& loop) {
  const EffectFinder& effects = program_.effects;
  // One needed variable goes into the head; anything else goes before the loop, in a block.
  std::string init;
  const auto* declaration = llvm::dyn_cast_or_null<clang::DeclStmt>(loop.getInit());
  const auto* variable = declaration != nullptr && declaration->isSingleDecl()
                             ? llvm::dyn_cast<clang::VarDecl>(declaration->getSingleDecl())
                             : nullptr;
  bool block = false;
  if (variable != nullptr && activation_.need_of(variable) != Need::none) {
    init = declared(*variable);
    if (variable->hasInit()) init += " = " + print(variable->getInit());
  } else if (effects.stays(loop.getInit(), activation_, {})) {
    block = true;
    line("{");
    ++indent_;
    write(loop.getInit(), {});
  }
  const std::string condition = loop.getCond() == nullptr ? std::string() : print(loop.getCond());
  const Effects step = effects.of(loop.getInc(), activation_);
  std::string step_text;
  if (step.size() == 1 && step.front().kind != Effect::Kind::choice) {
    step_text = effect(step.front());
  } else if (!step.empty()) {
    step_text = as_expression(step);
  }
  line("for (" + init + "; " + condition + "; " + step_text + ") {");
  ++indent_;
  write_block(loop.getBody(), {true, true});
  --indent_;
  line("}");
  if (block) {
    --indent_;
    line("}");
  }
}

void FunctionWriter::write_switch(const clang::SwitchStmt& choice, Around around) {
  if (!program_.effects.stays(choice.getBody(), activation_, {false, around.continuable})) {
    write_effects(program_.effects.of(choice.getCond(), activation_));
    return;
  }
  line("switch (" + print(choice.getCond()) + ") {");
  ++indent_;
  write_block(choice.getBody(), {true, around.continuable});
  --indent_;
  line("}");
}

void FunctionWriter::write_case(const clang::SwitchCase& label, Around around) {
  if (const auto* value = llvm::dyn_cast<clang::CaseStmt>(&label)) {
    const std::string range =
        value->getRHS() == nullptr ? std::string() : " ... " + print(value->getRHS());
    line("case " + print(value->getLHS()) + range + ":;");
  } else {
    line("default:;");
  }
  ++indent_;
  write(label.getSubStmt(), around);
  --indent_;
}

void FunctionWriter::write_return(const clang::ReturnStmt& done) {
  if (activation_.is_kernel()) {
    line(std::string(1, Program::kSinkMark));
    line("return;");
  } else if (activation_.return_need != Need::none && done.getRetValue() != nullptr) {
    line("return " + print(done.getRetValue()) + ";");
  } else {
    write_effects(program_.effects.of(done.getRetValue(), activation_));
    line("return;");
  }
}

// Unrolling is a part of the control flow that stays.
void FunctionWriter::write_attributes(const clang::AttributedStmt& statement) {
  for (const clang::Attr* attribute : statement.getAttrs()) {
    std::string text;
    if (const auto* unroll = llvm::dyn_cast<clang::OpenCLUnrollHintAttr>(attribute)) {
      const unsigned count = unroll->getUnrollHint();
      text = count == 0 ? "#pragma unroll" : "#pragma unroll " + std::to_string(count);
    } else if (const auto* hint = llvm::dyn_cast<clang::LoopHintAttr>(attribute)) {
      const bool disabled = hint->getState() == clang::LoopHintAttr::Disable;
      if (hint->getOption() == clang::LoopHintAttr::Unroll) {
        text = disabled ? "#pragma nounroll" : "#pragma unroll";
      } else if (hint->getOption() == clang::LoopHintAttr::UnrollCount) {
        text = "#pragma unroll " + print(hint->getValue());
      }
    }
    if (!text.empty()) line(text);
  }
}

}  // namespace clgauge::collector::removal
