#include "lens/counts/fitted_counts.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/error.h"
#include "lens/counts/forms.h"
#include "lens/counts/size_space.h"

namespace clgauge::lens {
namespace {

constexpr const char* kCycles = "f_lens_cycles";

double rounds_of(const LaunchPoint& point, unsigned cores) {
  const auto groups = static_cast<double>(point.groups[0]) * static_cast<double>(point.groups[1]) *
                      static_cast<double>(point.groups[2]);
  return std::ceil(groups / static_cast<double>(cores));
}

double count_of(const LensFeatures& features, const std::string& name) {
  const auto found = features.find(name);
  return found == features.end() ? 0 : found->second;
}

// What is not a number stays so.
double at_least_zero(double count) { return count < 0 ? 0 : count; }

Eigen::MatrixXd without(const Eigen::MatrixXd& rows, Eigen::Index left_out) {
  Eigen::MatrixXd rest(rows.rows() - 1, rows.cols());
  rest.topRows(left_out) = rows.topRows(left_out);
  rest.bottomRows(rest.rows() - left_out) = rows.bottomRows(rest.rows() - left_out);
  return rest;
}

void check_number(std::size_t looks) {
  if (looks < FittedCounts::kFewestLooks) {
    throw Error(ErrorKind::unsupported,
                "counts are fitted to " + std::to_string(FittedCounts::kFewestLooks) +
                    " looks at least, and there are " + std::to_string(looks));
  }
}

std::vector<LaunchPoint> points_of(const std::vector<LookedPoint>& looks) {
  check_number(looks.size());
  std::vector<LaunchPoint> points;
  for (const LookedPoint& look : looks) {
    points.push_back(look.at);
  }
  return points;
}

}  // namespace

struct FittedCounts::Impl {
  std::vector<LaunchPoint> points;
  unsigned cores;
  std::vector<std::string> wanted;
  SizeSpace space;
  Places places;
  Counts all_counts;                         // of a work-group
  Counts counts;                             // of those looks alone that are fitted to
  Eigen::VectorXd weights;                   // an error counts by what it is of the group's cycles
  std::vector<std::unique_ptr<Form>> forms;  // those that some feature goes by
  std::vector<std::size_t> form_of;          // by feature
  std::vector<LeftOut> left_out;
  bool covers_aligned = false;

  Impl(const std::vector<LookedPoint>& looks, unsigned core_count, std::vector<std::string> names)
      : points(points_of(looks)), cores(core_count), wanted(std::move(names)), space(points) {
    // Those to fit to come first.
    std::vector<LookedPoint> sorted = looks;
    const auto first_aligned =
        std::stable_partition(sorted.begin(), sorted.end(),
                              [&](const LookedPoint& look) { return !space.is_aligned(look.at); });
    const auto plain = static_cast<std::size_t>(first_aligned - sorted.begin());
    check_number(plain);
    points = points_of(sorted);
    space = SizeSpace(std::span(points).first(plain));
    all_counts.resize(static_cast<Eigen::Index>(sorted.size()),
                      static_cast<Eigen::Index>(wanted.size()));
    places.resize(static_cast<Eigen::Index>(plain), static_cast<Eigen::Index>(space.dimensions()));
    weights.resize(places.rows());
    std::vector<double> where;
    for (std::size_t k = 0; k < sorted.size(); ++k) {
      const auto row = static_cast<Eigen::Index>(k);
      const double rounds = rounds_of(points[k], cores);
      for (std::size_t f = 0; f < wanted.size(); ++f) {
        all_counts(row, static_cast<Eigen::Index>(f)) =
            count_of(sorted[k].features, wanted[f]) / rounds;
      }
      if (k < plain) {
        space.place(points[k], where);
        places.row(row) = Eigen::Map<const Eigen::RowVectorXd>(
            where.data(), static_cast<Eigen::Index>(where.size()));
        const double cycles = count_of(sorted[k].features, kCycles) / rounds;
        weights(row) = cycles > 0 ? 1 / cycles : 1;
      }
    }
    counts = all_counts.topRows(places.rows());
    choose_forms();
    judge_aligned(plain);
  }

  // The word of the fit on the aligned looks that it would cover.
  void judge_aligned(std::size_t first) {
    Workspace workspace;
    for (std::size_t k = first; k < points.size(); ++k) {
      if (!space.locate(points[k], workspace.sizes)) {
        continue;
      }
      LeftOut one{std::vector<double>(wanted.size()), std::vector<double>(wanted.size()), true};
      const double rounds = rounds_of(points[k], cores);
      for (std::size_t f = 0; f < wanted.size(); ++f) {
        one.seen[f] =
            rounds * all_counts(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(f));
      }
      interpolate(points[k], one.fitted, workspace);
      left_out.push_back(std::move(one));
    }
  }

  void interpolate(const LaunchPoint& point, std::span<double> into, Workspace& workspace) const {
    const double rounds = rounds_of(point, cores);
    space.place(point, workspace.sizes);
    for (std::size_t form = 0; form < forms.size(); ++form) {
      forms[form]->prepare(workspace.sizes, workspace.terms);
      for (std::size_t f = 0; f < into.size(); ++f) {
        if (form_of[f] == form) {
          into[f] = rounds *
                    at_least_zero(forms[form]->at(static_cast<Eigen::Index>(f), workspace.terms));
        }
      }
    }
  }

  // What each form says of each look from the others; empty matrices where it says nothing.
  struct Judged {
    std::unique_ptr<Form> form;
    Counts guesses;  // not a number: no guess
  };

  [[nodiscard]] bool is_inner(Eigen::Index k) const {
    return (places.col(0).array() < places(k, 0)).any() &&
           (places.col(0).array() > places(k, 0)).any();
  }

  [[nodiscard]] bool judge(Judged& judged) const {
    judged.guesses.setConstant(counts.rows(), counts.cols(),
                               std::numeric_limits<double>::quiet_NaN());
    std::vector<double> terms;
    for (Eigen::Index k = 0; k < counts.rows(); ++k) {
      if (space.dimensions() == 1 && !is_inner(k)) {
        continue;
      }
      if (!judged.form->fit(without(places, k), without(counts, k), without(weights, k))) {
        return false;
      }
      const Eigen::VectorXd where = places.row(k);
      judged.form->prepare({where.data(), static_cast<std::size_t>(where.size())}, terms);
      for (Eigen::Index f = 0; f < counts.cols(); ++f) {
        judged.guesses(k, f) = at_least_zero(judged.form->at(f, terms));
      }
    }
    return judged.form->fit(places, counts, weights);
  }

  void choose_forms() {
    std::vector<Judged> all;
    for (auto& form : all_forms(space.dimensions())) {
      Judged judged{std::move(form), {}};
      if (judge(judged)) {
        all.push_back(std::move(judged));
      }
    }
    std::vector<Eigen::Index> judged_looks;
    for (Eigen::Index k = 0; k < counts.rows(); ++k) {
      if (space.dimensions() > 1 || is_inner(k)) {
        judged_looks.push_back(k);
      }
    }
    if (all.empty() || judged_looks.empty()) {
      throw Error(ErrorKind::unsupported, "more sizes of this kernel vary by themselves than " +
                                              std::to_string(counts.rows()) + " looks tell apart");
    }
    for (const Eigen::Index k : judged_looks) {
      const double rounds = rounds_of(points[static_cast<std::size_t>(k)], cores);
      LeftOut one{std::vector<double>(wanted.size()), std::vector<double>(wanted.size()), false};
      for (std::size_t f = 0; f < wanted.size(); ++f) {
        one.seen[f] = rounds * counts(k, static_cast<Eigen::Index>(f));
      }
      left_out.push_back(std::move(one));
    }
    for (std::size_t f = 0; f < wanted.size(); ++f) {
      const auto column = static_cast<Eigen::Index>(f);
      std::size_t best = 0;
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t form = 0; form < all.size(); ++form) {
        double missed = 0;
        for (const Eigen::Index k : judged_looks) {
          missed += weights(k) * std::fabs(all[form].guesses(k, column) - counts(k, column));
        }
        // The simpler form stays unless another is better by more than rounding.
        if (missed < 0.999 * least - 1e-12) {
          least = missed;
          best = form;
        }
      }
      form_of.push_back(best);
      for (std::size_t k = 0; k < judged_looks.size(); ++k) {
        const double rounds = rounds_of(points[static_cast<std::size_t>(judged_looks[k])], cores);
        left_out[k].fitted[f] = rounds * all[best].guesses(judged_looks[k], column);
      }
    }
    keep_used(all);
  }

  void keep_used(std::vector<Judged>& all) {
    std::vector<std::size_t> place(all.size(), all.size());
    for (std::size_t& form : form_of) {
      if (place[form] == all.size()) {
        place[form] = forms.size();
        forms.push_back(std::move(all[form].form));
      }
      form = place[form];
    }
  }
};

FittedCounts::FittedCounts(const std::vector<LookedPoint>& looks, unsigned cores,
                           std::vector<std::string> wanted)
    : impl_(std::make_unique<Impl>(looks, cores, std::move(wanted))) {}
FittedCounts::~FittedCounts() = default;
FittedCounts::FittedCounts(FittedCounts&&) noexcept = default;
FittedCounts& FittedCounts::operator=(FittedCounts&&) noexcept = default;

bool FittedCounts::covers(const LaunchPoint& point, Workspace& workspace) const {
  return impl_->space.locate(point, workspace.sizes) &&
         (impl_->covers_aligned || !impl_->space.is_aligned(point));
}

void FittedCounts::at(const LaunchPoint& point, std::span<double> counts,
                      Workspace& workspace) const {
  const auto look = std::find(impl_->points.begin(), impl_->points.end(), point);
  if (look == impl_->points.end()) {
    impl_->interpolate(point, counts, workspace);
    return;
  }
  const double rounds = rounds_of(point, impl_->cores);
  const auto row = static_cast<Eigen::Index>(look - impl_->points.begin());
  for (std::size_t f = 0; f < counts.size(); ++f) {
    counts[f] = rounds * impl_->all_counts(row, static_cast<Eigen::Index>(f));
  }
}

void FittedCounts::cover_aligned() { impl_->covers_aligned = true; }

const std::vector<FittedCounts::LeftOut>& FittedCounts::left_out() const { return impl_->left_out; }

const std::vector<std::string>& FittedCounts::features() const { return impl_->wanted; }

}  // namespace clgauge::lens
