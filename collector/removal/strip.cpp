#include "collector/removal/strip.h"

#include <clang/AST/Attr.h>
#include <clang/AST/Decl.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "collector/frontend/kernel_choice.h"
#include "collector/frontend/syntax_tree.h"
#include "collector/removal/call_tree.h"
#include "collector/removal/effects.h"
#include "collector/removal/slice.h"
#include "collector/removal/survivors.h"
#include "collector/removal/writer.h"

namespace clgauge::collector {
namespace {

using removal::Activation;
using removal::CallTree;
using removal::CountedKernel;
using removal::EffectFinder;
using removal::LoadSite;
using removal::Space;
using removal::WrittenKernel;

void check_options(const StripOptions& options) {
  if (options.arithmetic_only &&
      (!options.keep.empty() || options.keep_stores || options.keep_local_memory)) {
    throw Error(ErrorKind::usage,
                "arithmetic alone keeps no global accesses and all of local memory: leave out the "
                "arrays, stores and local memory to keep");
  }
}

const clang::FunctionDecl& find_kernel(const clang::ASTContext& context, const std::string& file,
                                       const std::string& name) {
  std::vector<const clang::FunctionDecl*> kernels;
  std::vector<std::string> names;
  for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls()) {
    const auto* function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    if (function == nullptr || !function->hasAttr<clang::OpenCLKernelAttr>() ||
        !function->isThisDeclarationADefinition()) {
      continue;
    }
    kernels.push_back(function);
    names.push_back(function->getNameAsString());
  }
  const auto chosen = std::find(names.begin(), names.end(), chosen_kernel(names, name, file));
  return *kernels[static_cast<std::size_t>(chosen - names.begin())];
}

// The arrays to keep: those named, or every __global argument.
std::vector<std::string> arrays_to_keep(const CallTree& tree, const StripOptions& options) {
  std::vector<std::string> global;
  std::vector<std::string> possible;
  std::string names;
  for (const clang::ParmVarDecl* parameter : tree.kernel().function->parameters()) {
    if (!parameter->getType()->isPointerType()) continue;
    const Space space = tree.space_of({parameter, &tree.kernel(), true});
    if (space != Space::global && space != Space::constant) continue;
    possible.push_back(parameter->getNameAsString());
    names += (names.empty() ? "" : ", ") + possible.back();
    if (space == Space::global) global.push_back(possible.back());
  }
  if (options.arithmetic_only) return {};
  for (const std::string& array : options.keep) {
    if (std::find(possible.begin(), possible.end(), array) == possible.end()) {
      throw Error(ErrorKind::input, "kernel '" + tree.kernel().function->getNameAsString() +
                                        "' has no global or constant array '" + array +
                                        "'; it has: " + (names.empty() ? "none" : names));
    }
  }
  return options.keep.empty() ? global : options.keep;
}

// Begins the names that are added; no name of the source contains it.
std::string unused_prefix(const std::string& text) {
  std::string prefix = "wr_";
  for (int i = 1; text.find(prefix) != std::string::npos; ++i) {
    prefix = "wr" + std::to_string(i) + "_";
  }
  return prefix;
}

CountedKernel count_stripped(const std::string& text, const std::string& kernel) {
  Source source;
  source.text = text;
  source.name = "<stripped " + kernel + ">";
  source.options = "-cl-std=CL1.2";
  try {
    return {source, kernel};
  } catch (const Error& error) {
    throw Error(ErrorKind::unsupported,
                "the stripped kernel is no OpenCL C 1.2 (does the original use a later version?); "
                "see the compiler's messages",
                error.detail().empty() ? error.what() : error.detail());
  }
}

// Loads that were counted once in the original, and that a compiler would now merge with another
// because nothing is stored in between any more.
std::set<LoadSite> merged_loads(const WrittenKernel& written, const CountedKernel& counted) {
  std::set<LoadSite> present;
  for (const auto& [line, site] : written.load_of_line) {
    if (counted.loads_in_line(line)) present.insert(site);
  }
  std::set<LoadSite> merged;
  for (const auto& [line, site] : written.load_of_line) {
    if (!present.contains(site)) merged.insert(site);
  }
  return merged;
}

removal::StaticBytes bytes_of(const CountedKernel& kernel, const std::string& array) {
  const auto found = kernel.arrays().find(array);
  return found == kernel.arrays().end() ? removal::StaticBytes{} : found->second;
}

// Stores to arrays that lost some: what stores a one over a one is left out by compilers.
std::set<LoadSite> merged_stores(const WrittenKernel& written, const CountedKernel& before,
                                 const CountedKernel& after, const StripOptions& options) {
  std::set<LoadSite> merged;
  if (!options.keep_stores) return merged;
  for (const auto& [site, arrays] : written.stores) {
    const bool lost = std::any_of(arrays.begin(), arrays.end(), [&](const removal::Root& root) {
      const std::string name = root.variable->getNameAsString();
      return bytes_of(after, name).stored < bytes_of(before, name).stored;
    });
    if (lost) merged.insert(site);
  }
  return merged;
}

void check_unchanged(const CountedKernel& before, const CountedKernel& after,
                     const StrippedKernel& stripped, const StripOptions& options) {
  for (const std::string& array : stripped.kept) {
    removal::StaticBytes wanted = bytes_of(before, array);
    if (!options.keep_stores) wanted.stored = 0;
    const removal::StaticBytes got = bytes_of(after, array);
    if (got == wanted) continue;
    throw Error(ErrorKind::unsupported,
                "stripping would change how often array '" + array +
                    "' is accessed (each access once: " + std::to_string(wanted.loaded) + " and " +
                    std::to_string(wanted.stored) + " bytes loaded and stored, stripped " +
                    std::to_string(got.loaded) + " and " + std::to_string(got.stored) +
                    "); name other arrays to keep");
  }
}

bool takes_images(const clang::FunctionDecl& kernel) {
  return std::any_of(kernel.param_begin(), kernel.param_end(),
                     [](const clang::ParmVarDecl* each) { return each->getType()->isImageType(); });
}

StrippedKernel strip_tree(clang::ASTContext& context, const Source& source, const std::string& name,
                          StripOptions options) {
  const CallTree tree(context, find_kernel(context, source.name, name));
  const Activation& kernel = tree.kernel();
  const std::string kernel_name = kernel.function->getNameAsString();
  const CountedKernel original(source, kernel_name);
  const auto eliminated = original.eliminated(tree);
  const auto is_eliminated = [&](const clang::Expr& site, const Activation& activation) {
    const auto found = eliminated.find(&activation);
    return found != eliminated.end() && found->second.contains(&site);
  };

  StrippedKernel stripped;
  stripped.kept = arrays_to_keep(tree, options);
  options.keep = stripped.kept;
  const EffectFinder effects(tree, options, is_eliminated);
  removal::slice(effects);

  const std::string prefix = unused_prefix(source.text);
  std::set<LoadSite> volatiles;
  WrittenKernel written = removal::write_kernel(effects, volatiles, prefix);
  if (!options.arithmetic_only) {
    volatiles = merged_loads(written, count_stripped(written.text_by_load, written.kernel));
    const std::size_t loads = volatiles.size();
    if (loads != 0) {
      written = removal::write_kernel(effects, volatiles, prefix);
      stripped.notes.push_back(std::to_string(loads) +
                               " loads are volatile: without the stores between them a compiler "
                               "would merge them with others");
    }
    volatiles.merge(
        merged_stores(written, original, count_stripped(written.text, written.kernel), options));
    if (volatiles.size() != loads) {
      written = removal::write_kernel(effects, volatiles, prefix);
      stripped.notes.push_back(std::to_string(volatiles.size() - loads) +
                               " stores are volatile: now that they all store ones, a compiler "
                               "would leave some out");
    }
  }
  if (written.shares_copies) {
    stripped.notes.emplace_back(
        "asynchronous copies are loops that the work-items of a group share, and waits for them "
        "are barriers");
  }
  if (takes_images(*kernel.function)) {
    stripped.notes.emplace_back(
        "reads and writes of images count as operations and go as arithmetic does");
  }
  const CountedKernel result = count_stripped(written.text, written.kernel);
  check_unchanged(original, result, stripped, options);
  stripped.text = std::move(written.text);
  stripped.kernel = std::move(written.kernel);
  stripped.sink = std::move(written.sink);
  stripped.sink_dtype = std::move(written.sink_dtype);
  stripped.sink_index = kernel.function->getNumParams();
  return stripped;
}

}  // namespace

StrippedKernel strip(const Source& source, const std::string& kernel, const StripOptions& options) {
  check_options(options);
  StrippedKernel stripped;
  with_syntax_tree(source, [&](clang::ASTContext& context) {
    stripped = strip_tree(context, source, kernel, options);
  });
  return stripped;
}

}  // namespace clgauge::collector
