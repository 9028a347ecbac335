#include "model/fit/least_squares.h"

#include <dlfcn.h>

#include "base/companion.h"
#include "base/error.h"

namespace clgauge::model {
namespace {

using Minimise = void (*)(const LeastSquares&, Minimum&);

// Stays loaded: Ceres and OpenBLAS do not unload cleanly.
Minimise load_solver() {
  const std::string path = find_companion("clgauge-ceres.so", "CLGAUGE_CERES", "model").string();
  void* module = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* function = module == nullptr ? nullptr : ::dlsym(module, "clgauge_minimise");
  if (function == nullptr) {
    const char* reason = ::dlerror();
    throw Error(ErrorKind::usage, "cannot load the solver " + path + ": install clgauge whole",
                reason == nullptr ? "" : reason);
  }
  return reinterpret_cast<Minimise>(function);
}

}  // namespace

Minimum minimise(const LeastSquares& problem) {
  static const Minimise kSolver = load_solver();
  Minimum minimum;
  kSolver(problem, minimum);
  return minimum;
}

}  // namespace clgauge::model
