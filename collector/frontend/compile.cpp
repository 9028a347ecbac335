#include "collector/frontend/compile.h"

#include <clang/Basic/DiagnosticOptions.h>
#include <clang/Basic/TargetInfo.h>
#include <clang/CodeGen/CodeGenAction.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/TextDiagnosticPrinter.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>

#include <filesystem>
#include <optional>
#include <utility>

#include "base/compiler_log.h"
#include "base/error.h"
#include "collector/frontend/build_options.h"
#include "collector/frontend/confined_files.h"
#include "collector/frontend/left_out_kernels.h"
#include "collector/frontend/run_clang.h"

namespace clgauge::collector {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLargestSource = 4U << 20U;  // bytes; far above any kernel by hand

struct SearchPath {
  std::vector<fs::path> allowed;   // may be read
  std::vector<std::string> order;  // is searched
};

bool contains(const fs::path& folder, const fs::path& inner) {
  return std::mismatch(folder.begin(), folder.end(), inner.begin(), inner.end()).first ==
         folder.end();
}

// -I may only narrow or reorder what the caller allowed: the options of a kernel that arrives from
// elsewhere must not open folders of this machine.
SearchPath search_path(const Source& source, const BuildOptions& options) {
  SearchPath path;
  for (const std::string& folder : source.include_directories) {
    std::error_code error;
    const fs::path canonical = fs::canonical(folder, error);
    if (error) {
      throw Error(ErrorKind::input, "include folder '" + folder + "': " + error.message());
    }
    path.allowed.push_back(canonical);
  }
  for (const std::string& folder : options.include_directories) {
    std::error_code error;
    const fs::path canonical = fs::canonical(folder, error);
    const bool inside = !error && std::any_of(path.allowed.begin(), path.allowed.end(),
                                              [&](const fs::path& allowed) {
                                                return contains(allowed, canonical);
                                              });
    if (!inside) {
      throw Error(ErrorKind::input,
                  "build options: -I " + folder +
                      " is not inside an include folder that was allowed: add --include " + folder);
    }
    path.order.push_back(canonical.string());
  }
  for (const fs::path& folder : path.allowed) path.order.push_back(folder.string());
  return path;
}

// What the compiler says that it knows. Sources ask ("#ifdef cl_intel_subgroups") and take another
// branch, which one vendor's compilers take alone.
enum class Extensions { common, vendors_too };
constexpr const char* kNoVendors =
    "-cl-ext=-cl_intel_subgroups,-cl_intel_subgroups_short,"
    "-cl_intel_device_side_avc_motion_estimation,-cl_amd_media_ops,-cl_amd_media_ops2,"
    "-cl_arm_integer_dot_product_int8,-cl_arm_integer_dot_product_accumulate_int8,"
    "-cl_arm_integer_dot_product_accumulate_int16,"
    "-cl_arm_integer_dot_product_accumulate_saturate_int8";

std::vector<std::string> compiler_arguments(const BuildOptions& options,
                                            const std::vector<std::string>& search_order,
                                            Extensions extensions) {
  std::vector<std::string> arguments{
      "-triple", "spir64-unknown-unknown", "-resource-dir", kResourceDirectory, "-internal-isystem",
      std::string(kResourceDirectory) + "/include",
      // The builtins come from a table in Clang, 50 times faster than its 900 kB header.
      "-finclude-default-header", "-fdeclare-opencl-builtins",
      // Emit IR meant for optimisers (no optnone), but let none run: prepare() chooses them.
      "-O1", "-disable-llvm-passes", "-disable-lifetime-markers",
      "-debug-info-kind=line-tables-only", "-cl-kernel-arg-info", "-D__IMAGE_SUPPORT__=1",
      // Of the device (OpenCL C 6.10), which drivers define; Clang knows the language's alone.
      "-D__OPENCL_VERSION__=300",
      // Deep nesting must end in a diagnostic, not in an overflow of our stack. As deep as Clang,
      // and with it drivers, lets it be.
      "-fbracket-depth", "256"};
  arguments.insert(arguments.end(), options.compiler_arguments.begin(),
                   options.compiler_arguments.end());
  for (const std::string& folder : search_order) {
    arguments.emplace_back("-I");
    arguments.push_back(folder);
  }
  // Clang 15 crashes over names that it would correct in expressions that do not end.
  arguments.emplace_back("-fno-spell-checking");
  if (extensions == Extensions::common) arguments.emplace_back(kNoVendors);
  arguments.insert(arguments.end(), {"-x", "cl"});
  return arguments;
}

// Prints messages up to the first error, after which the text ends for the parser: Clang 15 can
// crash when it goes on after an error in hostile text, and a crash would tell the author nothing.
class MessagesToFirstError : public clang::TextDiagnosticPrinter {
 public:
  MessagesToFirstError(llvm::raw_ostream& out, clang::DiagnosticOptions* options,
                       clang::CompilerInstance& compiler, std::string& left_out)
      : TextDiagnosticPrinter(out, options), compiler_(compiler), left_out_(left_out) {}

  void BeginSourceFile(const clang::LangOptions& language,
                       const clang::Preprocessor* preprocessor) override {
    TextDiagnosticPrinter::BeginSourceFile(language, preprocessor);
    make_long_long_64_bits();
    compiler_.getPreprocessor().addPPCallbacks(
        std::make_unique<LeftOutKernels>(compiler_.getSourceManager(), left_out_));
    // Between two tokens, because messages also come from the middle of one.
    compiler_.getPreprocessor().setTokenWatcher([this](const clang::Token&) {
      if (has_failed_) end_text();
    });
  }

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic& message) override {
    // What follows from the missing rest of the text is no news; notes belong to what they follow.
    is_muted_ = is_muted_ || (has_failed_ && level != clang::DiagnosticsEngine::Note);
    if (is_muted_) return;
    TextDiagnosticPrinter::HandleDiagnostic(level, message);
    has_failed_ = has_failed_ || level >= clang::DiagnosticsEngine::Error;
  }

 private:
  // Clang gives OpenCL a "long long" of 128 bits, which the language reserves; devices compile it
  // as their target does, in 64. This is the one hook between the target and the first type.
  void make_long_long_64_bits() {
    clang::TargetInfo& target = compiler_.getTarget();
    target.LongLongWidth = target.LongWidth;
    target.LongLongAlign = target.LongAlign;
  }

  void end_text() {
    auto* file = static_cast<clang::Lexer*>(compiler_.getPreprocessor().getCurrentFileLexer());
    if (file != nullptr) {
      file->seek(static_cast<unsigned>(file->getBuffer().size()), /*IsAtStartOfLine=*/true);
    }
  }

  clang::CompilerInstance& compiler_;
  std::string& left_out_;
  bool has_failed_ = false;
  bool is_muted_ = false;
};

// "3:10: error: ..." in the file itself; elsewhere with the name of the file.
std::string reason_in(const std::string& messages, const std::string& file) {
  const std::string reason = reason_in_log(messages);
  return reason.starts_with(file + ":") ? reason.substr(file.size() + 1) : reason;
}

// Throws Error(input) with the messages where it does not compile. Returns which condition leaves a
// kernel out, if one does.
std::string run_with(const Source& source, const BuildOptions& options, Extensions extensions,
                     clang::FrontendAction& action) {
  const SearchPath path = search_path(source, options);
  const std::vector<std::string> arguments = compiler_arguments(options, path.order, extensions);
  std::vector<const char*> argument_pointers;
  for (const std::string& argument : arguments) argument_pointers.push_back(argument.c_str());

  std::string left_out;
  std::string messages;
  llvm::raw_string_ostream message_stream(messages);
  llvm::IntrusiveRefCntPtr<clang::DiagnosticOptions> diagnostic_options(
      new clang::DiagnosticOptions);
  clang::CompilerInstance compiler;
  MessagesToFirstError printer(message_stream, diagnostic_options.get(), compiler, left_out);
  clang::DiagnosticsEngine diagnostics(new clang::DiagnosticIDs, diagnostic_options, &printer,
                                       /*ShouldOwnClient=*/false);
  const auto fail = [&]() {
    message_stream.flush();
    const bool lacks_header = messages.find("' file not found") != std::string::npos;
    throw Error(ErrorKind::input,
                source.name + " does not compile: " + reason_in(messages, source.name) + ": " +
                    (lacks_header ? "add --include DIR, the folder of the header"
                                  : "correct the source or the build options"),
                messages);
  };

  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, argument_pointers, diagnostics)) {
    fail();
  }
  const llvm::MemoryBufferRef text(source.text, source.name);
  invocation->getFrontendOpts().Inputs = {
      clang::FrontendInputFile(text, clang::InputKind(clang::Language::OpenCL))};
  invocation->getFrontendOpts().DisableFree = false;

  compiler.setInvocation(std::move(invocation));
  compiler.createDiagnostics(&printer, /*ShouldOwnClient=*/false);
  // "1 error generated." would go to the process's standard error.
  compiler.setVerboseOutputStream(llvm::nulls());
  compiler.createFileManager(confined_files(path.allowed));

  if (!compiler.ExecuteAction(action)) fail();
  return left_out;
}

// Whether a message is about something that only a vendor's extension declares.
bool names_a_vendor(const std::string& messages) {
  return messages.find("intel_") != std::string::npos ||
         messages.find("amd_") != std::string::npos || messages.find("arm_") != std::string::npos;
}

// Of a source whose kernels stand behind `left_out` and use what is declared nowhere here.
Error only_for_vendors(const Source& source, const std::string& left_out, const Error& failure) {
  return {ErrorKind::input,
          source.name + " holds no kernel but behind " + left_out + ", and with that vendor's " +
              "extensions it does not compile here: " + reason_in(failure.detail(), source.name) +
              ": take a variant of the kernel that needs none of them",
          failure.detail()};
}

}  // namespace

CompiledSource::CompiledSource(std::unique_ptr<llvm::LLVMContext> context,
                               std::unique_ptr<llvm::Module> module, std::string left_out)
    : context_(std::move(context)), module_(std::move(module)), left_out_(std::move(left_out)) {}
CompiledSource::CompiledSource(CompiledSource&&) noexcept = default;
CompiledSource& CompiledSource::operator=(CompiledSource&& other) noexcept {
  // A module must go before the context that owns its types.
  module_ = std::move(other.module_);
  context_ = std::move(other.context_);
  left_out_ = std::move(other.left_out_);
  return *this;
}
CompiledSource::~CompiledSource() = default;

namespace {

std::vector<std::string> kernels_of(const llvm::Module& module) {
  std::vector<std::string> names;
  for (const llvm::Function& function : module) {
    // Clang makes kernels of the blocks that enqueue_kernel takes.
    const bool is_block = function.getName().endswith("_block_invoke_kernel");
    if (!function.isDeclaration() && !is_block &&
        function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL) {
      names.push_back(function.getName().str());
    }
  }
  return names;
}

}  // namespace

std::vector<std::string> CompiledSource::kernel_names() const { return kernels_of(*module_); }

std::string run_clang(const Source& source,
                      const std::function<clang::FrontendAction&()>& fresh_action,
                      const std::function<bool()>& found_kernels) {
  if (source.text.size() > kLargestSource) {
    throw Error(ErrorKind::input, source.name +
                                      ": more than 4 MiB of source; count a kernel at a "
                                      "time from a smaller file");
  }
  const BuildOptions options = parse_build_options(source.options);
  std::string left_out;
  std::optional<Error> failure;
  try {
    left_out = run_with(source, options, Extensions::common, fresh_action());
    if (!names_a_vendor(left_out) || found_kernels()) return left_out;
  } catch (const Error& error) {
    if (error.detail().empty()) throw;
    failure = error;
  }
  try {
    return run_with(source, options, Extensions::vendors_too, fresh_action());
  } catch (const Error& with_vendors) {
    if (!failure) throw only_for_vendors(source, left_out, with_vendors);
    throw names_a_vendor(reason_in_log(failure->detail())) ? with_vendors : *failure;
  }
}

CompiledSource compile(const Source& source) {
  auto context = std::make_unique<llvm::LLVMContext>();
  std::unique_ptr<clang::EmitLLVMOnlyAction> action;
  std::unique_ptr<llvm::Module> module;
  const auto fresh_action = [&]() -> clang::FrontendAction& {
    module.reset();
    action = std::make_unique<clang::EmitLLVMOnlyAction>(context.get());
    return *action;
  };
  const auto found_kernels = [&] {
    module = action->takeModule();
    return module && !kernels_of(*module).empty();
  };
  std::string left_out = run_clang(source, fresh_action, found_kernels);
  if (!module) module = action->takeModule();
  if (!module) {
    throw Error(ErrorKind::internal, source.name + ": Clang gave no module and no reason");
  }
  return {std::move(context), std::move(module), std::move(left_out)};
}

}  // namespace clgauge::collector
