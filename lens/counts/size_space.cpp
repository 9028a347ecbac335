#include "lens/counts/size_space.h"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "base/error.h"

namespace clgauge::lens {
namespace {

// How far a size may be from what the others make of it: rounding up to whole groups, halos.
constexpr double kSlack = 0.03;
// The ends of the range are met up to rounding.
constexpr double kEdge = 1e-9;

std::size_t count_of_sizes(const LaunchPoint& point) {
  return point.global.size() + point.scalars.size();
}

double size_of(const LaunchPoint& point, std::size_t i) {
  return i < point.global.size() ? static_cast<double>(point.global.at(i))
                                 : point.scalars[i - point.global.size()];
}

// One row a look: 1 and the independent sizes, as logarithms or as they are.
Eigen::MatrixXd regressors(std::span<const LaunchPoint> looks,
                           const std::vector<std::size_t>& independent, bool is_power) {
  Eigen::MatrixXd rows(static_cast<Eigen::Index>(looks.size()),
                       static_cast<Eigen::Index>(independent.size() + 1));
  for (std::size_t k = 0; k < looks.size(); ++k) {
    rows(static_cast<Eigen::Index>(k), 0) = 1;
    for (std::size_t d = 0; d < independent.size(); ++d) {
      const double value = size_of(looks[k], independent[d]);
      rows(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(d + 1)) =
          is_power ? std::log(value) : value;
    }
  }
  return rows;
}

}  // namespace

SizeSpace::SizeSpace(std::span<const LaunchPoint> looks) {
  std::vector<std::pair<double, std::size_t>> varying;  // by how far, negative
  for (std::size_t i = 0; i < count_of_sizes(looks.front()); ++i) {
    double least = size_of(looks.front(), i);
    double most = least;
    for (const LaunchPoint& look : looks) {
      least = std::min(least, size_of(look, i));
      most = std::max(most, size_of(look, i));
    }
    if (least == most) {
      constant_.emplace_back(i, least);
    } else if (least <= 0) {
      throw Error(ErrorKind::unsupported,
                  "counts are fitted along positive sizes, and one of this kernel's is not");
    } else {
      varying.emplace_back(-std::log(most / least), i);
    }
  }
  if (varying.empty()) {
    throw Error(ErrorKind::unsupported, "all looks at this kernel are of one size");
  }
  std::sort(varying.begin(), varying.end());
  const auto try_to_follow = [&](std::size_t size) -> std::optional<Follower> {
    for (const bool is_power : {true, false}) {
      const Eigen::MatrixXd rows = regressors(looks, independent_, is_power);
      if (rows.rows() <= rows.cols()) {
        continue;  // any numbers would follow
      }
      Eigen::VectorXd values(rows.rows());
      for (Eigen::Index k = 0; k < rows.rows(); ++k) {
        const double value = size_of(looks[static_cast<std::size_t>(k)], size);
        values(k) = is_power ? std::log(value) : value;
      }
      const Eigen::VectorXd solved = rows.colPivHouseholderQr().solve(values);
      const Eigen::VectorXd guesses = rows * solved;
      bool follows = true;
      for (Eigen::Index k = 0; k < rows.rows() && follows; ++k) {
        const double allowed = is_power ? kSlack : kSlack * std::fabs(values(k));
        follows = std::fabs(guesses(k) - values(k)) <= allowed;
      }
      if (follows) {
        return Follower{size, is_power, solved(0),
                        std::vector<double>(solved.data() + 1, solved.data() + solved.size())};
      }
    }
    return std::nullopt;
  };
  std::vector<std::size_t> waiting;
  for (const auto& [range, size] : varying) {
    if (independent_.empty() || !try_to_follow(size)) {
      independent_.push_back(size);
    } else {
      waiting.push_back(size);
    }
  }
  for (const std::size_t size : waiting) {  // by all of the independent ones
    if (auto follower = try_to_follow(size)) {
      followers_.push_back(std::move(*follower));
    } else {
      independent_.push_back(size);
    }
  }
  for (Follower& follower : followers_) {
    follower.slopes.resize(independent_.size(), 0.0);
  }
  for (const auto& [range, size] : varying) {
    const double power = dimensions() == 1 ? std::round(range / varying.back().first) : 1;
    varying_.push_back({size, static_cast<std::uint64_t>(std::pow(kAligned, power))});
  }
  for (const std::size_t size : independent_) {
    double least = size_of(looks.front(), size);
    double most = least;
    for (const LaunchPoint& look : looks) {
      least = std::min(least, size_of(look, size));
      most = std::max(most, size_of(look, size));
    }
    least_.push_back(std::log(least));
    most_.push_back(std::log(most));
  }
}

bool SizeSpace::is_aligned(const LaunchPoint& point) const {
  return std::any_of(varying_.begin(), varying_.end(), [&](const Varying& one) {
    return static_cast<std::uint64_t>(size_of(point, one.size)) % one.alignment == 0;
  });
}

double SizeSpace::expected(const Follower& follower, std::span<const double> where) const {
  double sum = follower.constant;
  for (std::size_t d = 0; d < where.size(); ++d) {
    sum += follower.slopes[d] * (follower.is_power ? where[d] : std::exp(where[d]));
  }
  return follower.is_power ? std::exp(sum) : sum;
}

void SizeSpace::place(const LaunchPoint& point, std::vector<double>& where) const {
  where.clear();
  for (const std::size_t size : independent_) {
    where.push_back(std::log(size_of(point, size)));
  }
}

bool SizeSpace::locate(const LaunchPoint& point, std::vector<double>& where) const {
  if (count_of_sizes(point) != constant_.size() + independent_.size() + followers_.size()) {
    return false;
  }
  for (const auto& [size, value] : constant_) {
    if (size_of(point, size) != value) {
      return false;
    }
  }
  place(point, where);
  for (std::size_t d = 0; d < where.size(); ++d) {
    if (!(where[d] >= least_[d] - kEdge && where[d] <= most_[d] + kEdge)) {
      return false;
    }
  }
  return std::all_of(followers_.begin(), followers_.end(), [&](const Follower& follower) {
    const double wanted = expected(follower, where);
    return std::fabs(size_of(point, follower.size) - wanted) <= 2 * kSlack * std::fabs(wanted);
  });
}

}  // namespace clgauge::lens
