#include "service/engine/launch_predictor.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

#include "base/error.h"
#include "model/terms/special_term.h"
#include "service/engine/buffer_notes.h"
#include "service/engine/measurement_job.h"
#include "service/engine/tiny_numbers.h"

namespace clgauge::service {
namespace {

// Drivers take minutes for programs of many large kernels.
constexpr double kMostCompilingSeconds = 150;

microbench::Job job_to_compile(const PredictedLaunch& launch, const collector::Bindings& sizes) {
  microbench::Job job = launch.job(sizes);
  job.timeout_seconds = kMostCompilingSeconds;
  return job;
}

void set_range(microbench::Job& job, const ObservedLaunch& observed) {
  job.dimensions = static_cast<unsigned>(std::min(observed.global.size(), job.global.size()));
  for (unsigned d = 0; d < job.dimensions; ++d) {
    job.global.at(d) = static_cast<std::size_t>(observed.global[d]);
    job.local.at(d) = d < observed.local.size() ? static_cast<std::size_t>(observed.local[d]) : 0;
  }
}

// What the observed launch had in place of today's: a loop may go on until a real number is
// reached.
void set_reals(microbench::Job& job, const collector::KernelModel& kernel,
               const ObservedLaunch& observed) {
  const std::size_t count = std::min(job.arguments.size(), kernel.parameters.size());
  for (std::size_t i = 0; i < count; ++i) {
    const collector::Parameter& parameter = kernel.parameters[i];
    auto* scalar = std::get_if<microbench::ScalarArgument>(&job.arguments[i]);
    if (scalar == nullptr || !collector::is_floating(parameter.dtype) ||
        observed.args.count(parameter.name) > 0) {
      continue;
    }
    const auto given = observed.given.reals.find(parameter.name);
    const bool is_given = given != observed.given.reals.end() && !given->second.empty();
    scalar->value = is_given ? given->second.front() : kDefaultRealArgument;
    for (std::size_t lane = 0; lane < scalar->more.size(); ++lane) {
      scalar->more[lane] =
          is_given && lane + 1 < given->second.size() ? given->second[lane + 1] : scalar->value;
    }
  }
}

// Exponentials and powers of ordinary numbers may be denormal, and products with the tiny numbers
// that a source names; whatever else may be, nobody can tell by the source. Logarithms of negative
// numbers go another way.
bool may_be_unusual(const collector::KernelModel& kernel, const microbench::Job& job) {
  return names_tiny_numbers(job.source) ||
         std::ranges::any_of(kernel.ops, [](const collector::OpCount& op) {
           const auto is_of = model::special_class(op.op);
           return is_of == "exp" || is_of == "pow" || is_of == "log";
         });
}

constexpr double kNotableShare = 0.05;

// What goes to denormal numbers; `are_likely`: if buffers hold what is assumed of them.
std::vector<std::string> notes_on_denormals(const model::Prediction& prediction, bool are_likely) {
  for (const model::CostShare& share : prediction.breakdown) {
    const double part = share.seconds / prediction.seconds;
    if (share.feature == "f_lens_assists" && part >= kNotableShare) {
      return {fmt::format(
          "{:.0f}% of the time goes to denormal numbers{}; -cl-denorms-are-zero among the build "
          "options would avoid them",
          100 * part,
          are_likely ? ", if buffers hold random floating-point numbers as `clgauge measure` fills "
                       "them with"
                     : "")};
    }
  }
  return {};
}

}  // namespace

LaunchPredictor::LaunchPredictor(db::Store& store, device::Identity device, std::string model,
                                 LookDepth depth)
    : store_(store), device_(std::move(device)), model_(std::move(model)), depth_(depth) {}

std::vector<std::string> LaunchPredictor::models() const {
  if (!model_.empty()) {
    return {model_};
  }
  std::vector<std::string> models;
  for (const char* of_code : {kLensModel, kLensIrModel}) {
    if (load_model(store_, device_.id, of_code, device_.driver)) {
      models.emplace_back(of_code);
    }
  }
  models.emplace_back(kDefaultModel);
  return models;
}

LaunchPredictor::Code& LaunchPredictor::code_of(const std::string& model) {
  if (const auto known = codes_.find(model); known != codes_.end()) {
    return known->second;
  }
  Code code{Predictor(store_, device_, model), {}};
  if (const auto wanted = code.predictor.lens_code()) {
    code.lens.emplace(store_, device_, code.predictor.traits(), *wanted);
  }
  return codes_.emplace(model, std::move(code)).first->second;
}

std::optional<KernelLens::Failure> LaunchPredictor::why_impossible(const PredictedLaunch& launch,
                                                                   const std::atomic<bool>& stop) {
  Code& code = code_of(models().front());
  if (!code.lens) {
    return std::nullopt;
  }
  try {
    const microbench::Job job = job_to_compile(launch, launch.bindings);
    code.lens->compile_missing({job}, stop);
    auto failure = code.lens->compile_failure(job);
    return failure && failure->is_of_launch ? std::move(failure) : std::nullopt;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::unsupported) {
      throw;
    }
    return std::nullopt;
  }
}

lens::LensAnswer LaunchPredictor::look(KernelLens& lens, const collector::KernelModel& kernel,
                                       const microbench::Job& job, LookDepth depth,
                                       std::vector<std::string>& assumptions) const {
  lens.compile_missing({job});
  if (const auto failure = lens.compile_failure(job); failure && failure->is_of_launch) {
    throw Error(ErrorKind::input, kernel.kernel + " cannot run: " + failure->reason,
                failure->detail);
  }
  if (depth == LookDepth::loops) {
    lens.compile_with_lines(job);
  }
  lens::LensAnswer seen = model_.empty() && may_be_unusual(kernel, job)
                              ? lens.look_for_denormals(job, depth)
                              : lens.look({job}, {}, depth).front();
  if (model_.empty() && seen.refusal.starts_with("data-dependent")) {
    const std::string refusal = with_argument_names(seen.refusal, kernel.parameters);
    seen = lens.look_as_measured(job, depth);
    assumptions.push_back(contents_as_measured(kernel, job) + ", for there is a " + refusal);
  }
  if (!seen.refusal.empty()) {
    throw Error(ErrorKind::unsupported,
                "the lens says nothing: " + with_argument_names(seen.refusal, kernel.parameters) +
                    (model_.empty() ? "" : ": use --model source"));
  }
  if (model_.empty()) {
    lens::take_likely(seen);
  }
  return seen;
}

PredictionReport LaunchPredictor::predict_by(const std::string& model,
                                             const PredictedLaunch& launch) {
  Code& code = code_of(model);
  const collector::KernelModel& kernel = launch.kernel;
  if (!code.lens) {
    return code.predictor.predict_corrected(kernel, launch.bindings, launch.given);
  }
  std::vector<std::string> assumptions = launch.assumptions;
  lens::LensAnswer seen =
      look(*code.lens, kernel, job_to_compile(launch, launch.bindings), depth_, assumptions);
  const auto say_now = [&](const ObservedLaunch& observed) -> std::optional<Saying> {
    if (observed.given.contents != launch.given.contents) {
      return std::nullopt;  // what it did there, the job does not do
    }
    try {
      microbench::Job job = job_to_compile(launch, observed.args);
      set_range(job, observed);
      set_reals(job, kernel, observed);
      std::vector<std::string> same_assumptions;
      const auto answer = look(*code.lens, kernel, job, LookDepth::counts, same_assumptions);
      const auto now = code.predictor.predict(kernel, observed.args, answer.features).prediction;
      return Saying{now.seconds, model::parts_of(now)};
    } catch (const Error&) {  // the run does not help, then
      return std::nullopt;
    }
  };
  PredictionReport report = code.predictor.predict_corrected(kernel, launch.bindings, launch.given,
                                                             seen.features, say_now);
  report.hot_loops = std::move(seen.loops);
  auto& notes = report.prediction.notes;
  notes.insert(notes.end(), assumptions.begin(), assumptions.end());
  for (std::string& note :
       notes_on_denormals(report.prediction, model_.empty() && !seen.likely.empty())) {
    notes.push_back(std::move(note));
  }
  for (std::string& note : notes_on_overruns(seen.overruns, kernel, launch.assumed_sizes)) {
    notes.push_back(std::move(note));
  }
  return report;
}

LaunchPredictor::Answers LaunchPredictor::predict(const std::vector<PredictedLaunch>& launches) {
  const std::vector<std::string> models = this->models();
  std::vector<std::string> reasons;
  for (const std::string& model : models) {
    Answers answers;
    try {
      for (const PredictedLaunch& launch : launches) {
        answers.reports.push_back(predict_by(model, launch));
      }
    } catch (const Error& error) {
      // Of bad input no model knows better; and the last has nobody to refuse for.
      if (error.kind() == ErrorKind::input || model == models.back()) {
        throw reasons.empty()
            ? error
            : Error(error.kind(), error.what(), fmt::format("{}", fmt::join(reasons, "\n")));
      }
      reasons.emplace_back(error.what());
      continue;
    }
    answers.shared_variance = model::shared_variance(code_of(model).predictor.fitted());
    for (const std::string& reason : reasons) {
      answers.refusals.push_back(fmt::format("model {} answers, for {}", model, reason));
    }
    for (PredictionReport& report : answers.reports) {
      auto& notes = report.prediction.notes;
      notes.insert(notes.begin(), answers.refusals.begin(), answers.refusals.end());
    }
    return answers;
  }
  throw Error(ErrorKind::unsupported, "no model answers");
}

}  // namespace clgauge::service
