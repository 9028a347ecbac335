#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <optional>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/paths.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/json_file.h"
#include "cli/launch_options.h"
#include "cli/output/progress.h"
#include "cli/output/scoreboard.h"
#include "cli/output/svg_scatter.h"
#include "cli/value_checks.h"
#include "db/device_table.h"
#include "device/device.h"
#include "kernels/catalogue.h"
#include "service/engine/device_record.h"
#include "service/engine/evaluation.h"
#include "service/engine/scoreboard.h"
#include "service/keeper/daemon_keeper.h"
#include "service/store/pace.h"
#include "service/store/stored_model.h"

namespace clgauge::cli {
namespace {

struct EvaluateOptions {
  service::EvaluationRequest request;
  std::string sizes;
  std::vector<std::string> replay;   // files
  std::vector<std::string> against;  // files
  std::string record;                // file
  std::string picture;               // file
  bool by_kernel = false;
};

// "176,336" for families of one size parameter; "nx=64:ny=32,nx=96:ny=96" for several.
std::vector<kernels::Sizes> parse_sizes(const EvaluateOptions& options) {
  std::vector<kernels::Sizes> all;
  for (const std::string& item : split_expressions(options.sizes)) {
    kernels::Sizes sizes;
    std::string text = item;
    if (text.find('=') == std::string::npos) {
      const auto& names = kernels::family(options.request.families.at(0)).test_sizes;
      if (names.size() != 1) {
        throw Error(ErrorKind::usage, "--sizes " + item +
                                          ": this family has several size "
                                          "parameters: write them as nx=64:ny=32");
      }
      text = names.begin()->first + "=" + text;
    }
    for (std::size_t at = 0; at <= text.size();) {
      const auto end = std::min(text.find(':', at), text.size());
      const std::string pair = text.substr(at, end - at);
      const auto equals = pair.find('=');
      const std::string digits = equals == std::string::npos ? "" : pair.substr(equals + 1);
      if (digits.empty() || digits.size() > 9 ||
          digits.find_first_not_of("0123456789") != std::string::npos) {
        throw Error(ErrorKind::usage, "--sizes " + item +
                                          ": write numbers (176,336) or "
                                          "names and numbers (nx=64:ny=32)");
      }
      sizes[pair.substr(0, equals)] = std::stoll(digits);
      at = end + 1;
    }
    all.push_back(sizes);
  }
  return all;
}

service::RecordedEvaluation recorded_in(const std::string& file) {
  const auto json = read_json_file(file, "what `clgauge evaluate --format json` printed");
  try {
    return service::evaluation_from_json(json);
  } catch (const Error& error) {
    throw Error(error.kind(), file + ": " + error.what());
  }
}

// The points of recorded evaluations, which must be of one device.
service::RecordedEvaluation recorded(const std::vector<std::string>& files) {
  service::RecordedEvaluation all;
  for (const std::string& file : files) {
    service::RecordedEvaluation one = recorded_in(file);
    if (!all.device_id.empty() && one.device_id != all.device_id) {
      throw Error(ErrorKind::input, file + " is of another device than the files before it");
    }
    all.device_id = one.device_id;
    std::move(one.points.begin(), one.points.end(), std::back_inserter(all.points));
    all.reference_seconds.insert(all.reference_seconds.end(), one.reference_seconds.begin(),
                                 one.reference_seconds.end());
  }
  if (all.points.empty()) {
    throw Error(ErrorKind::input,
                files.front() + " holds no points: record some (clgauge evaluate --record FILE)");
  }
  return all;
}

// What the same device took at other times.
std::vector<service::RecordedEvaluation> others_of(const std::vector<std::string>& files,
                                                   const std::string& device_id) {
  std::vector<service::RecordedEvaluation> others;
  for (const std::string& file : files) {
    if (others.emplace_back(recorded_in(file)).device_id != device_id) {
      throw Error(ErrorKind::input, file + " is of another device than the one that is evaluated");
    }
  }
  return others;
}

// A device as the store knows it, without asking OpenCL.
device::Identity stored_device(db::Store& store, const std::string& id) {
  const auto row = db::DeviceTable(store).find(id);
  if (!row) {
    throw Error(ErrorKind::store, "the store knows no device " + id +
                                      ": import its calibration first (clgauge import FILE)");
  }
  return service::identity_of(*row);
}

// How the machine was while it was measured, against the calibration that the model rests on.
std::optional<service::PaceNow> pace_of(const service::RecordedEvaluation& evaluation,
                                        db::Store& store, const device::Identity& device,
                                        const std::string& model) {
  const auto stored = service::load_model(store, device.id, model, device.driver);
  return stored ? service::pace_now(store, stored->calibration, evaluation.reference_seconds)
                : std::nullopt;
}

void print_json(const service::RecordedEvaluation& evaluation,
                const std::vector<service::Contestant>& contestants, const device::Identity& device,
                const EvaluateOptions& options, const std::optional<service::PaceNow>& pace) {
  const auto& points = evaluation.points;
  nlohmann::json report = {{"version", 1},
                           {"device", device.id},
                           {"device_name", device.name},
                           {"driver", device.driver},
                           {"models", options.request.models},
                           {"reference_seconds", evaluation.reference_seconds},
                           {"points", nlohmann::json::array()}};
  if (pace) {
    report["pace"] = {{"least", pace->least}, {"median", pace->median}, {"most", pace->most}};
  }
  for (const auto& point : points) {
    report["points"].push_back(service::to_json(point));
  }
  for (const auto& contestant : contestants) {
    nlohmann::json scores = nlohmann::json::array();
    for (const auto& score : service::scores(points, contestant)) {
      scores.push_back(to_json(score));
    }
    report["scores"].push_back({{"name", contestant.name}, {"scores", scores}});
  }
  std::cout << report.dump(1) << '\n';
}

// Those that clgauge compares itself with; of compiled code where the device is there to show some.
std::vector<std::string> default_models(db::Store& store, const device::Identity& device,
                                        bool is_replay) {
  std::vector<std::string> models{service::kDefaultModel, "paper-linear", "paper-overlap",
                                  "roofline"};
  if (!is_replay && service::load_model(store, device.id, "lens", device.driver)) {
    models.insert(models.begin(), "lens");
  }
  return models;
}

void evaluate(EvaluateOptions options, const Globals& globals) {
  auto& models = options.request.models;
  db::Store store = service::open_user_store();
  service::RecordedEvaluation evaluation;
  auto& points = evaluation.points;
  device::Identity device;
  if (options.replay.empty()) {
    options.request.sizes = parse_sizes(options);
    points = service::points_of(options.request);
    device = chosen_device(globals);
    evaluation.device_id = device.id;
  } else {
    evaluation = recorded(options.replay);
    device = stored_device(store, evaluation.device_id);
  }
  const auto others = others_of(options.against, evaluation.device_id);
  if (models.empty()) {
    models = default_models(store, device, !options.replay.empty());
  }
  const auto listen = [](Progress& progress) {
    return [&progress](const service::EvaluationPoint& point, double share_done) {
      progress.update(share_done, std::nullopt,
                      point.family + "/" + point.variant + " " + service::text_of(point.sizes));
    };
  };
  Progress predicting("predict");
  service::predict(points, store, device, models, listen(predicting));
  predicting.finish(std::to_string(points.size()) + " points");
  if (options.replay.empty()) {
    Progress measuring("measure");
    evaluation.reference_seconds = service::measure(points, device, options.request.budget_seconds,
                                                    interrupted(), listen(measuring));
    const auto unmeasured = std::count_if(points.begin(), points.end(),
                                          [](const auto& point) { return !point.is_measured; });
    measuring.finish(
        fmt::format("{} points, {} of them left out for lack of time", points.size(), unmeasured));
  }
  if (!options.record.empty()) {
    write_file_atomically(options.record, service::recorded_json(evaluation).dump(1) + '\n');
  }
  const auto pace = pace_of(evaluation, store, device, models.front());
  if (const std::string slowness = service::slowness(pace); !slowness.empty()) {
    std::cerr << "clgauge: " << slowness << '\n';
  }
  const auto contestants = service::contestants(points, models, others);
  if (!options.picture.empty()) {
    std::vector<ScatterPlot> plots;
    for (std::size_t m = 0; m < models.size(); ++m) {
      plots.push_back({models[m] + " on " + device.name, scatter_of(points, m)});
    }
    write_file_atomically(options.picture, svg_scatter(plots));
  }
  if (globals.format == Format::json) {
    print_json(evaluation, contestants, device, options, pace);
    return;
  }
  std::cout << "model " << models.front() << " on " << device.name << ", driver " << device.driver
            << '\n';
  print_points(points, 0);
  std::cout << '\n';
  print_scoreboard(points, contestants);
  if (options.by_kernel) {
    std::cout << '\n';
    print_kernel_scores(points, contestants, models.size());
  }
}

}  // namespace

void add_evaluate_command(CLI::App& app, Globals& globals) {
  CLI::App* command = app.add_subcommand(
      "evaluate", "Predict, then measure, kernel families; say how good the predictions were");
  auto options = std::make_shared<EvaluateOptions>();
  std::string names;
  for (const auto& family : kernels::families()) {
    names += (names.empty() ? "" : ", ") + family.name;
  }
  command
      ->add_option("FAMILY", options->request.families,
                   "Families to evaluate, or a group: target (the default), heldout (whose looks "
                   "are logged in kernels/heldout/looks.md). There are: " +
                       names)
      ->type_name("FAMILY");
  command->add_option("--sizes", options->sizes, "Sizes instead of the family's own")
      ->type_name("N,N,...");
  command
      ->add_option("--model", options->request.models,
                   "Model to score; repeat for more. The first is shown point by point")
      ->type_name("MODEL")
      ->check(some_model())
      ->allow_extra_args(false);
  command
      ->add_option(
          "--budget", options->request.budget_seconds,
          "Seconds to measure for, all points together; quick points go first, and none is "
          "measured again before those that have not been")
      ->capture_default_str()
      ->type_name("SECONDS")
      ->transform(positive_number());
  command
      ->add_option("--replay", options->replay,
                   "Score recorded measurements (--format json) anew, without measuring")
      ->type_name("FILE.json");
  command
      ->add_option("--against", options->against,
                   "Recorded measurements of the same device at other times; repeat for more: "
                   "scored, too, as if they were a model, \"remeasured\", which none can beat")
      ->type_name("FILE.json");
  command
      ->add_option("--record", options->record,
                   "Write the measurements there, without predictions, for --replay")
      ->type_name("FILE.json");
  command
      ->add_option("--picture", options->picture,
                   "Write predicted against measured times there, a plot a model")
      ->type_name("FILE.svg");
  command->add_flag("--by-kernel", options->by_kernel,
                    "Print how far each model is off on each kernel, too");
  add_device_option(*command, globals);
  add_format_option(*command, globals);
  command->footer("Example: clgauge evaluate matmul --sizes 176,336 --model lens --model roofline");
  command->callback([options, &globals] {
    if (!options->sizes.empty() && options->request.families.empty()) {
      throw Error(ErrorKind::usage, "--sizes needs the family that they belong to");
    }
    evaluate(*options, globals);
  });
}

}  // namespace clgauge::cli
