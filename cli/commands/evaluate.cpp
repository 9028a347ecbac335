#include <fmt/format.h>

#include <iostream>

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/paths.h"
#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/launch_options.h"
#include "cli/output/progress.h"
#include "cli/output/quantity.h"
#include "cli/output/table.h"
#include "device/device.h"
#include "kernels/catalogue.h"
#include "service/engine/evaluation.h"

namespace clgauge::cli {
namespace {

struct EvaluateOptions {
  service::EvaluationRequest request;
  std::string sizes;
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

std::string largest_shares(const model::Prediction& prediction) {
  std::string text;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, prediction.breakdown.size()); ++i) {
    const auto& share = prediction.breakdown[i];
    if (share.seconds < 0.01 * prediction.seconds) {
      break;
    }
    text += fmt::format("{}{} {:.0f}%", text.empty() ? "" : ", ", share.cost,
                        100 * share.seconds / prediction.seconds);
  }
  return text;
}

nlohmann::json json_of(const service::EvaluationPoint& point) {
  nlohmann::json predictions = nlohmann::json::array();
  for (const auto& report : point.predictions) {
    predictions.push_back(service::to_json(report));
  }
  return {{"family", point.family},
          {"group", point.group},
          {"variant", point.variant},
          {"sizes", point.sizes},
          {"predictions", predictions},
          {"refusal", point.refusal},
          {"measurement", microbench::to_json(point.measurement)}};
}

// The variant that a model would pick among the points of one size.
const service::EvaluationPoint* pick_of(const std::vector<service::EvaluationPoint>& points,
                                        const service::EvaluationPoint& like, std::size_t model) {
  const service::EvaluationPoint* pick = nullptr;
  for (const auto& point : points) {
    if (point.family == like.family && point.sizes == like.sizes &&
        point.predictions.size() > model &&
        (pick == nullptr || point.predictions[model].prediction.seconds <
                                pick->predictions[model].prediction.seconds)) {
      pick = &point;
    }
  }
  return pick;
}

void print_table(const std::vector<service::EvaluationPoint>& points, std::size_t model) {
  Table table({{"kernel"},
               {"size"},
               {"predicted", Align::right},
               {"90% interval", Align::right},
               {"measured", Align::right},
               {"error", Align::right},
               {"pick"},
               {"where the time goes"}});
  for (const auto& point : points) {
    const bool measured = point.measurement.status == microbench::Status::ok;
    const std::string measured_text = measured ? format_seconds(point.measurement.median_seconds)
                                               : microbench::name_of(point.measurement.status);
    const std::string name = point.family + "/" + point.variant;
    if (point.predictions.size() <= model) {
      table.add_row(
          {name, service::text_of(point.sizes), "-", "-", measured_text, "-", "", point.refusal});
      continue;
    }
    const auto& prediction = point.predictions[model].prediction;
    table.add_row(
        {name, service::text_of(point.sizes), format_seconds(prediction.seconds),
         format_seconds(prediction.low) + " .. " + format_seconds(prediction.high), measured_text,
         measured ? format_relative_error(prediction.seconds, point.measurement.median_seconds)
                  : "-",
         pick_of(points, point, model) == &point ? "<-" : "", largest_shares(prediction)});
  }
  table.print(std::cout);
}

void evaluate(EvaluateOptions options, const Globals& globals) {
  options.request.sizes = parse_sizes(options);
  if (options.request.models.empty()) {
    options.request.models = {service::kDefaultModel};
  }
  const device::Identity device = device::select(device::discover_in_child(), globals.device);
  db::Store store = db::Store::open(user_store_path());
  Progress progress("evaluate");
  const auto points = service::evaluate(
      store, device, options.request, interrupted(),
      [&](const service::EvaluationPoint& point, double share_done) {
        progress.update(share_done, std::nullopt,
                        point.family + "/" + point.variant + " " + service::text_of(point.sizes));
      });
  progress.finish(std::to_string(points.size()) + " points");
  const auto& models = options.request.models;
  if (globals.format == Format::json) {
    nlohmann::json report = {{"device", device.id}, {"models", models}};
    for (const auto& point : points) {
      report["points"].push_back(json_of(point));
    }
    for (std::size_t i = 0; i < models.size(); ++i) {
      const service::Score score = service::score(points, i);
      report["scores"].push_back({{"model", models[i]},
                                  {"points", score.points},
                                  {"geometric_mean", score.geometric_mean},
                                  {"factor", score.factor},
                                  {"covered", score.covered},
                                  {"mean_regret", score.mean_regret},
                                  {"choices", score.choices}});
    }
    std::cout << report.dump(2) << '\n';
    return;
  }
  for (std::size_t i = 0; i < models.size(); ++i) {
    std::cout << "model " << models[i] << " on " << device.name << '\n';
    print_table(points, i);
    const service::Score score = service::score(points, i);
    std::cout << fmt::format(
        "{} points: geometric mean of |error| {:.0f}%, xF {:.2f}, {:.0f}% inside the interval, "
        "mean regret of the pick {:.2f}\n",
        score.points, 100 * score.geometric_mean, score.factor, 100 * score.covered,
        score.mean_regret);
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
                   "Families to evaluate; none means every target family. There are: " + names)
      ->type_name("FAMILY");
  command->add_option("--sizes", options->sizes, "Sizes instead of the family's own")
      ->type_name("N,N,...");
  command->add_option("--model", options->request.models, "Model to score; repeat for more")
      ->type_name("MODEL")
      ->allow_extra_args(false);
  command
      ->add_option("--budget", options->request.budget_seconds,
                   "Seconds to measure each point, at most")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  add_device_option(*command, globals);
  add_format_option(*command, globals);
  command->callback([options, &globals] {
    if (!options->sizes.empty() && options->request.families.empty()) {
      throw Error(ErrorKind::usage, "--sizes needs the family that they belong to");
    }
    evaluate(*options, globals);
  });
}

}  // namespace clgauge::cli
