#pragma once

#include <map>
#include <string>

namespace clgauge::model {

// Features by their full name ("f_op_float32_madd"), as counts of one launch. A name that is absent
// counts zero.
using FeatureVector = std::map<std::string, double>;

}  // namespace clgauge::model
