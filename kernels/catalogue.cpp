#include "kernels/catalogue.h"

#include <utility>

#include "base/error.h"
#include "kernels/dg/dg.h"
#include "kernels/fd2d/fd2d.h"
#include "kernels/heldout/heldout.h"
#include "kernels/lu/lu.h"
#include "kernels/matmul/matmul.h"
#include "kernels/stencil/iso3dfd.h"

namespace clgauge::kernels {
namespace {

template <typename Named>
const Named& find(const std::vector<Named>& all, const std::string& name, const char* what) {
  std::string known;
  for (const Named& one : all) {
    if (one.name == name) {
      return one;
    }
    known += (known.empty() ? "" : ", ") + one.name;
  }
  throw Error(ErrorKind::usage,
              std::string("no ") + what + " is called '" + name + "': choose one of " + known);
}

}  // namespace

const std::vector<Family>& families() {
  static const std::vector<Family> kFamilies = [] {
    std::vector<Family> all = {matmul(),   dg(),           fd2d(),   iso3dfd(),
                               lu_rank1(), lu_swap_rows(), lu_gemm()};
    for (Family& heldout : heldout_families()) {
      all.push_back(std::move(heldout));
    }
    return all;
  }();
  return kFamilies;
}

const Family& family(const std::string& name) { return find(families(), name, "kernel family"); }

const Variant& variant(const Family& family, const std::string& name) {
  return find(family.variants, name, "variant");
}

}  // namespace clgauge::kernels
