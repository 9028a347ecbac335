#include <fmt/format.h>

#include <iostream>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/command.h"
#include "cli/kernel_options.h"
#include "cli/output/table.h"
#include "cli/value_checks.h"
#include "db/device_table.h"
#include "device/device.h"
#include "lens/process/protocol.h"
#include "service/engine/buffer_notes.h"
#include "service/engine/device_record.h"
#include "service/engine/fitting.h"
#include "service/engine/kernel_lens.h"
#include "service/keeper/daemon_keeper.h"

namespace clgauge::cli {
namespace {

using service::LensCode;
using service::LookDepth;

struct LookOptions {
  KernelOptions kernel;
  std::optional<LensCode> code;  // without: the compiled code where it can be had
};

struct Look {
  lens::LensAnswer answer;
  LensCode code = LensCode::compiled;
};

const char* name_of(LensCode code) { return code == LensCode::llvm_ir ? "ir" : "compiled"; }

model::DeviceTraits traits_of_device(db::Store& store, const device::Identity& device) {
  const auto calibration = service::newest_calibration(store, device);
  return calibration ? service::traits_of_calibration(store, calibration->uid)
                     : service::traits_of(service::device_row(device));
}

Look look_at(const LookOptions& options, db::Store& store, const device::Identity& device,
             const KernelAtSizes& kernel, LookDepth depth) {
  const microbench::Job job = kernel.job();
  const model::DeviceTraits traits = traits_of_device(store, device);
  db::DeviceTable(store).upsert(service::device_row(device));  // what is found is kept by device
  const auto by = [&](LensCode code) {
    service::KernelLens lens(store, device, traits, code);
    lens.compile_missing({job});
    if (depth == LookDepth::loops) {
      lens.compile_with_lines(job);
    }
    Look look{lens.look({job}, {}, depth).front(), code};
    look.answer.refusal =
        service::with_argument_names(look.answer.refusal, kernel.model.parameters);
    return look;
  };
  if (options.code) {
    return by(*options.code);
  }
  Look compiled = by(LensCode::compiled);
  if (compiled.answer.refusal.empty()) {
    return compiled;
  }
  std::cerr << "clgauge: the LLVM IR answers, for the compiled code says nothing: "
            << compiled.answer.refusal << '\n';
  return by(LensCode::llvm_ir);
}

void print_table(const lens::LensAnswer& answer) {
  Table table({{"feature"}, {"count", Align::right}});
  for (const auto& [name, count] : answer.features) {
    if (count > 0) {
      table.add_row({name, fmt::format("{:.6g}", count)});
    }
  }
  for (const auto& [name, count] : answer.calls) {
    table.add_row({"calls of " + name + " per work-group", fmt::format("{:.6g}", count)});
  }
  for (const std::string& opcode : answer.unknown_opcodes) {
    table.add_row({opcode + ", which no scheduling table knows", "no cost"});
  }
  table.print(std::cout);
}

void look(const LookOptions& options, const Globals& globals) {
  db::Store store = service::open_user_store();
  const device::Identity device = answering_device(globals, store);
  const KernelAtSizes kernel = options.kernel.at_sizes(store);
  const auto [answer, code] =
      look_at(options, store, device, kernel,
              globals.format == Format::json ? LookDepth::loops
                                             : LookDepth::counts);  // a table has no loops
  if (globals.format == Format::json) {
    nlohmann::json report = lens::answer_json(answer);
    report["kernel"] = kernel.model.kernel;
    report["device"] = device.id;
    report["code"] = name_of(code);
    std::cout << report.dump(2) << '\n';
  }
  if (!answer.refusal.empty()) {
    throw Error(ErrorKind::unsupported, kernel.model.kernel + ": " + answer.refusal);
  }
  if (globals.format == Format::table) {
    print_table(answer);
  }
  print_notes(service::notes_on_overruns(answer.overruns, kernel.model, {}));
}

}  // namespace

void add_look_command(CLI::App& app, Globals& globals) {
  CLI::App* command = app.add_subcommand(
      "look", "Walk a kernel's compiled code, or its LLVM IR, and say what it does at these sizes");
  auto options = std::make_shared<LookOptions>();
  options->kernel.add_to(*command);
  command
      ->add_option("--code", options->code,
                   "compiled: what the device's compiler made; ir: LLVM IR of the source, for any "
                   "device. Without: compiled where it can be had, else ir")
      ->type_name("CODE")
      ->transform(one_of<LensCode>({{"compiled", LensCode::compiled}, {"ir", LensCode::llvm_ir}}));
  add_device_option(*command, globals);
  add_format_option(*command, globals);
  command->footer(
      "Counts are of the busiest core (docs/lens.md says what each is). A kernel whose branches "
      "or\n"
      "addresses depend on the content of buffers is refused, with the place.\n"
      "Example: clgauge look kernels/matmul/naive.cl --global n,n --local 16,16 --arg n=512");
  command->callback([options, &globals] { look(*options, globals); });
}

}  // namespace clgauge::cli
