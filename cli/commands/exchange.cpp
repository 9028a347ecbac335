// export, import and merge: calibrations on their way between stores.
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "cli/command.h"
#include "cli/json_file.h"
#include "db/exchange/google_benchmark.h"
#include "db/exchange/store_json.h"
#include "db/exchange/tuning_results.h"
#include "service/keeper/daemon_keeper.h"
#include "service/store/known_device.h"

namespace clgauge::cli {
namespace {

struct ExchangeOptions {
  std::string file;
  std::string device_id;
  std::string google_benchmark;  // uid of a calibration
  std::string kernel;
  std::vector<std::string> args;
};

// Of the store whose rows are taken. Throws Error(usage) for a device that it does not know.
db::Selection selection_in(db::Store& store, const ExchangeOptions& options) {
  db::Selection selection;
  if (!options.device_id.empty()) {
    selection.device_id = service::known_device(store, options.device_id).row.id;
  }
  return selection;
}

void export_store(const ExchangeOptions& options) {
  db::Store store = service::open_user_store();
  if (!options.google_benchmark.empty()) {
    std::cout << db::to_google_benchmark(store, options.google_benchmark).dump(1) << '\n';
    return;
  }
  db::export_json(store, std::cout, selection_in(store, options));
}

void print_counts(const db::RowCounts& counts, const Globals& globals) {
  if (globals.format == Format::json) {
    std::cout << nlohmann::json(counts).dump() << '\n';
    return;
  }
  for (const auto& [table, rows] : counts) {
    std::cout << table << ": " << rows << " new\n";
  }
  if (counts.empty()) {
    std::cout << "nothing new\n";
  }
}

// What the work throws of the file that it reads names it.
template <typename Work>
auto at_file(const std::string& file, Work work) {
  try {
    return work();
  } catch (const Error& error) {
    throw error.kind() == ErrorKind::input
        ? Error(error.kind(), file + ": " + error.what(), error.detail())
        : error;
  }
}

db::RowCounts imported_rows(db::Store& store, const ExchangeOptions& options) {
  const auto document =
      read_json_file(options.file, "a file that clgauge export, CLBlast or Kernel Tuner wrote");
  if (document.is_object() && document.contains("format")) {
    std::ifstream in(options.file);
    return at_file(options.file, [&] { return db::import_json(store, in); });
  }
  db::TuningSource source{options.device_id, options.kernel, {}};
  for (const std::string& arg : options.args) {
    const auto equals = arg.find('=');
    if (equals == std::string::npos) {
      throw Error(ErrorKind::usage, "--arg " + arg + ": write NAME=VALUE");
    }
    source.args[arg.substr(0, equals)] = arg.substr(equals + 1);
  }
  const db::TuningImport imported =
      at_file(options.file, [&] { return db::import_tuning_results(store, document, source); });
  return imported.added > 0 ? db::RowCounts{{"observations", imported.added}} : db::RowCounts{};
}

void import_file(const ExchangeOptions& options, const Globals& globals) {
  db::Store store = service::open_user_store();
  print_counts(imported_rows(store, options), globals);
}

// Of anything else the store would say what to do were it one's own. Files that are not there it
// names itself.
void require_sqlite(const std::string& file) {
  constexpr std::string_view kBeginning = "SQLite format 3";
  std::ifstream in(file, std::ios::binary);
  std::string beginning(kBeginning.size(), '\0');
  in.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
  if (in.is_open() && std::filesystem::is_regular_file(file) && beginning != kBeginning) {
    throw Error(ErrorKind::input,
                file +
                    " is no store: name another clgauge.db; what `clgauge export` printed is "
                    "for `clgauge import`");
  }
}

void merge_store(const ExchangeOptions& options, const Globals& globals) {
  require_sqlite(options.file);
  db::Store store = service::open_user_store();
  db::Store other = db::Store::open_read_only(options.file);
  print_counts(db::merge(store, other, selection_in(other, options)), globals);
}

}  // namespace

void add_exchange_commands(CLI::App& app, Globals& globals) {
  auto options = std::make_shared<ExchangeOptions>();
  CLI::App* out = app.add_subcommand("export", "Print the store as JSON (docs/exchange.md)");
  out->add_option("--device-id", options->device_id, "Only what belongs to this device")
      ->type_name("ID");
  out->add_option("--google-benchmark", options->google_benchmark,
                  "A calibration's samples instead, as Google Benchmark's compare.py reads them")
      ->type_name("CALIBRATION");
  out->footer("Example: clgauge export > calibrations.json");
  out->callback([options] { export_store(*options); });

  CLI::App* in = app.add_subcommand(
      "import", "Add what clgauge export, CLBlast's tuners or Kernel Tuner (T4) wrote");
  in->add_option("FILE", options->file, "JSON file")->required();
  in->add_option("--device-id", options->device_id, "Device of a tuner's results")->type_name("ID");
  in->add_option("--kernel", options->kernel, "Kernel of Kernel Tuner's results")
      ->type_name("NAME");
  in->add_option("--arg", options->args, "Size that a tuner's kernel ran with; repeat")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false);
  add_format_option(*in, globals);
  in->footer("Example: clgauge import calibrations.json");
  in->callback([options, &globals] { import_file(*options, globals); });

  CLI::App* merge = app.add_subcommand("merge", "Add another store's rows; twice is once");
  merge->add_option("STORE", options->file, "The other store")->required()->type_name("FILE.db");
  merge->add_option("--device-id", options->device_id, "Only what belongs to this device")
      ->type_name("ID");
  add_format_option(*merge, globals);
  merge->footer("Example: clgauge merge backup/clgauge.db");
  merge->callback([options, &globals] { merge_store(*options, globals); });
}

}  // namespace clgauge::cli
