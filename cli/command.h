#pragma once

#include <memory>
#include <string>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Validators.hpp>

#include "db/store.h"
#include "device/device.h"

namespace clgauge::cli {

enum class Format { table, json };

// What every subcommand shares. Lives as long as the App.
struct Globals {
  Format format = Format::table;
  std::string device;  // selector, see device::select
};

// Each subcommand lives in commands/<name>.cpp and adds itself to the App: its options, its help
// and the callback that runs it. A callback throws clgauge::Error to fail.
void add_devices_command(CLI::App& app, Globals& globals);
void add_strip_command(CLI::App& app, Globals& globals);
void add_count_command(CLI::App& app, Globals& globals);
void add_calibrate_command(CLI::App& app, Globals& globals);
void add_compare_command(CLI::App& app, Globals& globals);
void add_fit_command(CLI::App& app, Globals& globals);
void add_observe_command(CLI::App& app, Globals& globals);
void add_select_command(CLI::App& app, Globals& globals);
void add_predict_command(CLI::App& app, Globals& globals);
void add_explain_command(CLI::App& app, Globals& globals);
void add_look_command(CLI::App& app, Globals& globals);
void add_measure_command(CLI::App& app, Globals& globals);
void add_evaluate_command(CLI::App& app, Globals& globals);
void add_exchange_commands(CLI::App& app, Globals& globals);  // export, import, merge
void add_microbench_command(CLI::App& app, Globals& globals);

// Adds --format to a subcommand.
void add_format_option(CLI::App& command, Globals& globals);
// Refuses an empty word for --model, which would say no more than to leave it out.
[[nodiscard]] CLI::Validator some_model();
// Adds --device to a subcommand.
void add_device_option(CLI::App& command, Globals& globals);

// The device that --device chooses, to measure on it. Throws what device::select() throws.
[[nodiscard]] device::Identity chosen_device(const Globals& globals);
// The same, as whom it answers in predictions (device::answering_as()): of a device that is not
// here all that the store knows, so that kernels whose compiled code it has kept are looked at.
[[nodiscard]] device::Identity answering_device(const Globals& globals, db::Store& store);

// One line each on stderr.
void print_notes(const std::vector<std::string>& notes);

}  // namespace clgauge::cli
