#include "service/engine/lens_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "base/error.h"
#include "db/kernel_cache.h"
#include "db/look_table.h"
#include "db/object_table.h"
#include "microbench/worker/values.h"
#include "model/terms/lens_term.h"
#include "service/engine/kept_looks.h"
#include "service/engine/kernel_lens.h"
#include "service/engine/measurement_job.h"

namespace clgauge::service {
namespace {

// More than a fit gains from.
constexpr std::size_t kMostLooks = 32;
// The one feature beside those of the lens that its model asks for: every launch is one.
constexpr const char* kLaunches = "f_sync_kernel_launch";

// The integer arguments of a launch; nothing when a floating-point one is not what clgauge takes
// for it where nobody gives another.
std::optional<std::vector<double>> integers_of(
    const lens::EvaluatedLaunch& launch, const std::vector<collector::Parameter>& parameters) {
  if (launch.arguments.size() != parameters.size()) {
    return std::nullopt;
  }
  std::vector<double> integers;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const lens::EvaluatedArgument& argument = launch.arguments[i];
    if (argument.kind != lens::EvaluatedArgument::Kind::scalar) {
      continue;
    }
    if (argument.value.size() != microbench::element_bytes(parameters[i].dtype)) {
      return std::nullopt;
    }
    const auto bytes = std::as_bytes(std::span(argument.value));
    const double value = microbench::decode(parameters[i].dtype, bytes.data());
    if (!collector::is_floating(parameters[i].dtype)) {
      integers.push_back(value);
    } else if (value != kDefaultRealArgument) {
      return std::nullopt;
    }
  }
  return integers;
}

}  // namespace

LooksOfKernel looks_of(db::Store& store, const std::string& device_id, const std::string& driver,
                       const model::DeviceTraits& traits, const collector::KernelModel& kernel,
                       const collector::Bindings& sizes) {
  LooksOfKernel looks;
  db::ObjectSource source{"", "", kernel.kernel, device_id, driver, {1, 1, 1}};
  std::array<std::uint64_t, 3> local{1, 1, 1};
  for (std::size_t d = 0; d < kernel.local_size.size() && d < local.size(); ++d) {
    const auto size = kernel.local_size[d].evaluate(sizes);
    if (!size || *size <= 0) {
      looks.why_none = "the work-group size is not known at these sizes";
      return looks;
    }
    looks.local_size.at(d) = *size;
    local.at(d) = static_cast<std::uint64_t>(*size);
    source.local_size.at(d) = static_cast<std::size_t>(*size);
  }
  const auto text = db::KernelCache(store).source_of(kernel.source_hash);
  if (!text) {
    looks.why_none = "the store does not have the source of " + kernel.kernel;
    return looks;
  }
  source.source = text->text;
  source.options = text->options;
  const auto object = db::ObjectTable(store).find_uid(source);
  if (!object) {
    looks.why_none = "the compiled code of " + kernel.kernel + " has not been looked at";
    return looks;
  }
  looks.subject = subject_of_looks(device_id, *object, kernel.kernel, local, machine_shape(traits));
  looks.state = looks.subject + ' ' + db::LookTable(store).state_of(looks.subject);
  return looks;
}

LensCounts::LensCounts(db::Store& store, const LooksOfKernel& looks, const StoredModel& lens,
                       const model::Predictor& predictor, const collector::KernelModel& kernel)
    : global_(kernel.global_size),
      local_(kernel.local_size),
      local_size_(looks.local_size),
      parameters_(kernel.parameters),
      feature_count_(predictor.features().size()),
      no_fit_(looks.why_none) {
  for (std::size_t f = 0; f < feature_count_; ++f) {
    const std::string& name = predictor.features()[f];
    if (model::is_lens_feature(name)) {
      lens_features_.push_back(f);
    } else if (name == kLaunches) {
      other_features_.emplace_back(f, 1.0);
    } else {
      no_fit_ = "the model asks for " + name + ", which the compiled code does not tell";
      return;
    }
  }
  if (!looks.subject.empty()) {
    read(store, looks.subject, lens, predictor);
  }
}

void LensCounts::read(db::Store& store, const std::string& subject, const StoredModel& lens,
                      const model::Predictor& predictor) {
  std::vector<std::string> names;
  for (const std::size_t f : lens_features_) {
    names.push_back(predictor.features()[f]);
  }
  std::vector<lens::LookedPoint> points;
  for (auto& [launch, answer] : KeptLooks(store).list(subject, kMostLooks)) {
    if (!answer.refusal.empty()) {
      refusal_ = with_argument_names(answer.refusal, parameters_);
      continue;
    }
    if (auto integers = integers_of(launch, parameters_)) {
      lens::take_likely(answer);
      Look look{{launch.global, launch.groups(), std::move(*integers)},
                {},
                std::move(answer.loops),
                answer.explains_loops};
      for (const std::string& name : names) {
        const auto count = answer.features.find(name);
        look.counts.push_back(count == answer.features.end() ? 0 : count->second);
      }
      points.push_back({look.at, std::move(answer.features)});
      looks_.push_back(std::move(look));
    }
  }
  for (const Look& look : looks_) {
    refusal_.clear();
    ranges_.resize(look.at.scalars.size(), {std::numeric_limits<double>::infinity(),
                                            -std::numeric_limits<double>::infinity()});
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      ranges_[i] = {std::min(ranges_[i].first, look.at.scalars[i]),
                    std::max(ranges_[i].second, look.at.scalars[i])};
    }
  }
  try {
    fit_.emplace(points, lens.traits.compute_units, std::move(names));
    judge_fit(predictor);
  } catch (const Error& error) {
    no_fit_ = error.what();
    fit_.reset();
  }
}

void LensCounts::judge_fit(const model::Predictor& predictor) {
  model::Predictor::Workspace workspace;
  const auto seconds = [&](const std::vector<double>& lens_counts) {
    std::vector<double> counts(feature_count_);
    for (const auto& [place, count] : other_features_) {
      counts[place] = count;
    }
    for (std::size_t i = 0; i < lens_features_.size(); ++i) {
      counts[lens_features_[i]] = lens_counts[i];
    }
    return predictor.estimate(counts, workspace).seconds;
  };
  // Standard deviation of the logarithm; infinite where there is nothing to judge by.
  const auto error_of = [&](bool is_aligned) {
    double sum = 0;
    double looks = 0;
    for (const auto& one : fit_->left_out()) {
      if (one.is_aligned == is_aligned) {
        const double missed = std::log(seconds(one.fitted) / seconds(one.seen));
        sum += missed * missed;
        looks += 1;
      }
    }
    return looks == 0 ? std::numeric_limits<double>::infinity() : std::sqrt(sum / looks);
  };
  fit_log_sigma_ = error_of(false);
  if (!(fit_log_sigma_ <= kMostFitLogSigma)) {
    throw Error(ErrorKind::unsupported,
                fmt::format("counts fitted to {} looks miss the time of a look left out by {:.0f}%",
                            looks_.size(), 100 * std::expm1(fit_log_sigma_)));
  }
  if (const double aligned = error_of(true); aligned <= kMostFitLogSigma) {
    fit_->cover_aligned();
    fit_log_sigma_ = std::max(fit_log_sigma_, aligned);
  }
}

bool LensCounts::place(const collector::Bindings& sizes, lens::LaunchPoint& point) const {
  // The arguments first: most sizes that no look tells of show in them, at little cost.
  point.scalars.clear();
  for (const collector::Parameter& parameter : parameters_) {
    if (parameter.kind == "scalar" && !collector::is_floating(parameter.dtype)) {
      const auto value = sizes.find(parameter.name);
      const std::size_t place = point.scalars.size();
      if (value == sizes.end() || place >= ranges_.size()) {
        return false;
      }
      const auto size = static_cast<double>(value->second);
      if (size < ranges_[place].first || size > ranges_[place].second) {
        return false;
      }
      point.scalars.push_back(size);
    }
  }
  point.global = {1, 1, 1};
  point.groups = {1, 1, 1};
  for (std::size_t d = 0; d < global_.size(); ++d) {
    const auto global = global_[d].evaluate(sizes);
    const auto local = local_[d].evaluate(sizes);
    if (!global || !local || *local != local_size_.at(d) || *global <= 0) {
      return false;
    }
    point.global.at(d) = static_cast<std::uint64_t>(*global);
    point.groups.at(d) = static_cast<std::uint64_t>(*global / *local);
  }
  return true;
}

std::optional<CountsFrom> LensCounts::count(const collector::Bindings& sizes,
                                            Workspace& workspace) const {
  if (looks_.empty() || !place(sizes, workspace.point)) {
    return std::nullopt;
  }
  workspace.counts.resize(feature_count_ + lens_features_.size());
  const std::span<double> seen(workspace.counts.data() + feature_count_, lens_features_.size());
  CountsFrom from = CountsFrom::look;
  if (const Look* const look = look_at(workspace.point)) {
    std::copy(look->counts.begin(), look->counts.end(), seen.begin());
  } else if (fit_ && fit_->covers(workspace.point, workspace.fit)) {
    fit_->at(workspace.point, seen, workspace.fit);
    from = CountsFrom::fit;
  } else {
    return std::nullopt;
  }
  for (const auto& [place, count] : other_features_) {
    workspace.counts[place] = count;
  }
  for (std::size_t i = 0; i < lens_features_.size(); ++i) {
    workspace.counts[lens_features_[i]] = seen[i];
  }
  workspace.counts.resize(feature_count_);
  return from;
}

const LensCounts::Look* LensCounts::look_at(const lens::LaunchPoint& point) const {
  const auto look =
      std::find_if(looks_.begin(), looks_.end(), [&](const Look& one) { return one.at == point; });
  return look == looks_.end() ? nullptr : &*look;
}

std::vector<lens::HotLoop> LensCounts::hot_loops(const Workspace& workspace) const {
  const Look* const look = look_at(workspace.point);
  return look == nullptr ? std::vector<lens::HotLoop>{} : look->loops;
}

bool LensCounts::explains_loops(const Workspace& workspace) const {
  const Look* const look = look_at(workspace.point);
  return look != nullptr && look->explains_loops;
}

model::Predictor::Estimate widened(model::Predictor::Estimate estimate, double log_sigma) {
  if (log_sigma > 0 && estimate.log_sigma > 0) {
    const double both = std::hypot(estimate.log_sigma, log_sigma);
    const double stretch = both / estimate.log_sigma;
    estimate.low = estimate.seconds * std::pow(estimate.low / estimate.seconds, stretch);
    estimate.high = estimate.seconds * std::pow(estimate.high / estimate.seconds, stretch);
    estimate.log_sigma = both;
  }
  return estimate;
}

}  // namespace clgauge::service
