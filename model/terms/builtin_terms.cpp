#include <memory>
#include <vector>

#include "model/terms/alias_term.h"
#include "model/terms/chain_term.h"
#include "model/terms/control_term.h"
#include "model/terms/lens_term.h"
#include "model/terms/simt_term.h"
#include "model/terms/special_term.h"
#include "model/terms/start_term.h"
#include "model/terms/term.h"
#include "model/terms/traffic_term.h"

namespace clgauge::model {

bool Term::covers(const collector::OpCount&) const { return false; }
bool Term::covers(const collector::Access&) const { return false; }

std::span<const Term* const> builtin_terms() {
  static const std::unique_ptr<Term> traffic = traffic_term();
  static const std::unique_ptr<Term> control = control_term();
  static const std::unique_ptr<Term> special = special_term();
  static const std::unique_ptr<Term> chain = chain_term();
  static const std::unique_ptr<Term> alias = alias_term();
  static const std::unique_ptr<Term> start = start_term();
  static const std::unique_ptr<Term> simt = simt_term();
  static const std::unique_ptr<Term> lens = lens_term();
  static const std::vector<const Term*> terms = {traffic.get(), control.get(), special.get(),
                                                 chain.get(),   alias.get(),   start.get(),
                                                 simt.get(),    lens.get()};
  return terms;
}

}  // namespace clgauge::model
