#include "collector/removal/writer.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>
#include <clang/Basic/SourceManager.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <utility>

#include "collector/removal/function_writer.h"

namespace clgauge::collector::removal {
namespace {

// Types of the source and the folders it includes, as they are.
std::string type_declarations(clang::ASTContext& context, const clang::PrintingPolicy& policy) {
  std::string text;
  llvm::raw_string_ostream out(text);
  const clang::SourceManager& sources = context.getSourceManager();
  std::vector<clang::Decl*> declarations;
  for (clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    const clang::SourceLocation where = sources.getExpansionLoc(declaration->getLocation());
    if (declaration->isImplicit() || where.isInvalid() || sources.isInSystemHeader(where)) continue;
    declarations.push_back(declaration);
  }
  for (std::size_t i = 0; i < declarations.size(); ++i) {
    auto* tag = llvm::dyn_cast<clang::TagDecl>(declarations[i]);
    if (tag != nullptr) {
      // `typedef struct {...} Name;` is two declarations; a name is needed to print them apart.
      std::vector<clang::Decl*> group{tag};
      while (!tag->isFreeStanding() && i + 1 < declarations.size() &&
             llvm::isa<clang::TypedefDecl>(declarations[i + 1])) {
        const auto* alias = llvm::cast<clang::TypedefDecl>(declarations[i + 1]);
        if (alias->getUnderlyingType()->getAsTagDecl() != tag) break;
        group.push_back(declarations[++i]);
      }
      clang::Decl::printGroup(group.data(), static_cast<unsigned>(group.size()), out, policy);
      out << ";\n";
    } else if (llvm::isa<clang::TypedefDecl>(declarations[i])) {
      declarations[i]->print(out, policy);
      out << ";\n";
    }
  }
  return out.str();
}

std::string kernel_attributes(const clang::FunctionDecl& kernel) {
  std::string text;
  if (const auto* required = kernel.getAttr<clang::ReqdWorkGroupSizeAttr>()) {
    text += "__attribute__((reqd_work_group_size(" + std::to_string(required->getXDim()) + ", " +
            std::to_string(required->getYDim()) + ", " + std::to_string(required->getZDim()) +
            ")))\n";
  }
  if (const auto* hint = kernel.getAttr<clang::WorkGroupSizeHintAttr>()) {
    text += "__attribute__((work_group_size_hint(" + std::to_string(hint->getXDim()) + ", " +
            std::to_string(hint->getYDim()) + ", " + std::to_string(hint->getZDim()) + ")))\n";
  }
  return text;
}

// All sums, lanes added up, into the work-item's element of the sink.
std::string sink_statement(const std::map<std::string, SumType>& sums, const std::string& prefix,
                           const std::string& sink_type) {
  std::string total;
  for (const auto& [name, type] : sums) {
    for (unsigned lane = 0; lane < type.lanes; ++lane) {
      const char digit = "0123456789abcdef"[lane];
      total += (total.empty() ? "(" : " + (") + sink_type + ")" + prefix + "sum_" + name +
               (type.lanes == 1 ? std::string() : std::string(".s") + digit);
    }
  }
  return prefix + "sink[" + prefix + "item()] = " + (total.empty() ? "0" : total) + ";";
}

void replace_marks(std::string& text, const std::string& statement) {
  for (std::size_t at = text.find(Program::kSinkMark); at != std::string::npos;
       at = text.find(Program::kSinkMark)) {
    text.replace(at, 1, statement);
  }
}

// Takes the marks out; with `lines`, each marked load begins and ends a line.
std::string without_marks(const std::string& marked, std::map<unsigned, LoadSite>* lines,
                          const std::vector<LoadSite>& loads) {
  std::string text;
  unsigned line = 1;
  std::vector<std::size_t> open;
  const auto next_line = [&] {
    text += '\n';
    ++line;
    if (!open.empty()) lines->emplace(line, loads[open.back()]);
  };
  for (std::size_t i = 0; i < marked.size(); ++i) {
    const char c = marked[i];
    if (c == '\x01') {
      const std::size_t end = marked.find('\x02', i);
      open.push_back(std::stoul(marked.substr(i + 1, end - i - 1)));
      i = end;
      if (lines != nullptr) next_line();
    } else if (c == '\x03') {
      open.pop_back();
      if (lines != nullptr) next_line();
    } else {
      text += c;
      if (c == '\n') ++line;
    }
  }
  return text;
}

std::string extensions(const std::string& text) {
  std::string pragmas;
  if (text.find("double") != std::string::npos) {
    pragmas += "#ifdef cl_khr_fp64\n#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n#endif\n";
  }
  if (text.find("half") != std::string::npos) {
    pragmas += "#ifdef cl_khr_fp16\n#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#endif\n";
  }
  if (text.find("atom_") != std::string::npos) {
    pragmas +=
        "#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable\n"
        "#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable\n";
  }
  return pragmas;
}

std::string constants(const Program& program) {
  std::string text;
  for (const auto& [variable, initial] : program.constants) {
    text += program.types.declaration(variable->getType(), variable->getNameAsString(),
                                      Space::constant) +
            initial + ";\n";
  }
  return text;
}

}  // namespace

WrittenKernel write_kernel(const EffectFinder& effects, const std::set<LoadSite>& volatiles,
                           const std::string& prefix) {
  const CallTree& tree = effects.tree();
  const Activation& kernel = tree.kernel();
  Program program{effects, volatiles, prefix, TypeNames(tree.context()), {}, {}, {}, {}, {}, {}, 0};
  FunctionWriter writer(program, kernel);
  std::string body = writer.kernel_body();

  const auto& sums = writer.sums();
  const bool has_double = std::any_of(
      sums.begin(), sums.end(), [](const auto& each) { return each.second.element == "double"; });
  const std::string sink_type = has_double ? "double" : "float";
  replace_marks(body, sink_statement(sums, prefix, sink_type));

  WrittenKernel written;
  written.stores = std::move(program.stores);
  written.shares_copies = program.support_names.contains(prefix + "item_of_group");
  written.kernel = kernel.function->getNameAsString() + "_stripped";
  written.sink = prefix + "sink";
  written.sink_dtype = has_double ? "float64" : "float32";
  std::string head = "__kernel ";
  if (const std::string attributes = kernel_attributes(*kernel.function); !attributes.empty()) {
    head += attributes;
  }
  head += "void " + written.kernel + "(";
  for (const clang::ParmVarDecl* parameter : kernel.function->parameters()) {
    head += program.types.declaration(parameter->getType(), parameter->getNameAsString(),
                                      Space::global) +
            ", ";
  }
  head += "__global " + sink_type + " *restrict " + written.sink + ") {\n";
  for (const auto& [name, type] : sums) {
    head += "  " + name + " " + prefix + "sum_" + name + " = " +
            (type.lanes == 1 ? "0" : "(" + name + ")(0)") + ";\n";
  }

  std::string text = type_declarations(tree.context(), program.types.policy());
  text += constants(program);
  text += "static size_t " + prefix +
          "item(void) {\n"
          "  const size_t x = get_global_id(0) - get_global_offset(0);\n"
          "  const size_t y = get_global_id(1) - get_global_offset(1);\n"
          "  const size_t z = get_global_id(2) - get_global_offset(2);\n"
          "  return x + get_global_size(0) * (y + get_global_size(1) * z);\n}\n";
  if (effects.options().arithmetic_only) {
    // One, in a way that a compiler cannot see, and another way for each k.
    text += "static int " + prefix +
            "unit(uint k) {\n  return get_global_size(0) != 0xC1000000u + k;\n}\n";
  }
  for (const std::string& function : program.support) text += function;
  for (const std::string& function : program.functions) text += function;
  text += head + writer.ones_declarations() + body + "}\n";
  text = extensions(text) + text;

  written.text = without_marks(text, nullptr, program.loads);
  written.text_by_load = without_marks(text, &written.load_of_line, program.loads);
  return written;
}

}  // namespace clgauge::collector::removal
