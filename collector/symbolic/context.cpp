#include "collector/symbolic/context.h"

#include <algorithm>
#include <utility>

#include "base/scrambled.h"

namespace clgauge::symbolic {
namespace {

constexpr std::string_view kBoundPrefix = "_k";

std::size_t hash_of(const Atom& atom) {
  std::size_t seed = static_cast<std::size_t>(atom.kind) * 31 + std::hash<std::string>()(atom.name);
  seed = seed * 1000003 + static_cast<std::size_t>(atom.base) + atom.bound;
  for (const Poly& operand : atom.operands) seed = seed * 1000003 + operand.hash();
  return seed;
}

bool same(const Atom& a, const Atom& b) {
  return a.kind == b.kind && a.name == b.name && a.opaque == b.opaque && a.base == b.base &&
         a.bound == b.bound && a.operands == b.operands;
}

std::uint64_t hash_of(const Context::Fact& fact) {
  return scrambled(fact.value.hash() * 2 + (fact.assumed ? 1 : 0));
}

bool is_reserved(std::string_view name) {
  return name.substr(0, kBoundPrefix.size()) == kBoundPrefix || name.empty();
}

}  // namespace

std::uint64_t Context::hash_of_knowledge(AtomId symbol) const {
  const Knowledge& known = knowledge_[symbol];
  std::uint64_t hash = scrambled(symbol);
  for (const auto& bound : {known.range.low, known.range.high}) {
    hash = scrambled(hash + (bound ? bound->hash() + 1 : 0));
  }
  hash += known.range.assumed ? 1 : 0;
  return scrambled(hash + static_cast<std::uint64_t>(known.divisor) * 2);
}

AtomId Context::add(Atom atom, std::size_t hash) {
  const auto id = static_cast<AtomId>(atoms_.size());
  std::set<AtomId> symbols;
  std::set<AtomId> inside;
  if (atom.kind == AtomKind::symbol) symbols.insert(id);
  for (const Poly& operand : atom.operands) {
    for (const AtomId inner : operand.atoms()) {
      symbols.insert(atoms_[inner].free_symbols.begin(), atoms_[inner].free_symbols.end());
      inside.insert(inner);
      inside.insert(atoms_[inner].inside.begin(), atoms_[inner].inside.end());
      atom.sum_depth = std::max(atom.sum_depth, atoms_[inner].sum_depth);
    }
  }
  if (atom.kind == AtomKind::sum) {
    symbols.erase(atom.bound);
    ++atom.sum_depth;
  }
  atom.free_symbols.assign(symbols.begin(), symbols.end());
  atom.inside.assign(inside.begin(), inside.end());
  atoms_.push_back(std::move(atom));
  knowledge_.emplace_back();
  by_hash_.emplace(hash, id);
  return id;
}

AtomId Context::intern(Atom atom) {
  const std::size_t hash = hash_of(atom);
  const auto [begin, end] = by_hash_.equal_range(hash);
  for (auto it = begin; it != end; ++it) {
    if (same(atoms_[it->second], atom)) return it->second;
  }
  return add(std::move(atom), hash);
}

AtomId Context::symbol_id(std::string_view name) {
  const auto found = by_name_.find(name);
  if (found != by_name_.end()) return found->second;
  if (is_reserved(name)) {
    throw Error(ErrorKind::input, "the name '" + std::string(name) +
                                      "' is kept for summation variables; rename the symbol");
  }
  Atom atom;
  atom.name = name;
  const AtomId id = intern(std::move(atom));
  by_name_.emplace(name, id);
  return id;
}

Poly Context::symbol(std::string_view name) { return Poly::atom(symbol_id(name)); }

Poly Context::opaque(std::string_view name) {
  Atom atom;
  atom.name = name;
  atom.opaque = true;
  return Poly::atom(intern(std::move(atom)));
}

const AtomId* Context::find_symbol(std::string_view name) const {
  const auto found = by_name_.find(name);
  return found == by_name_.end() ? nullptr : &found->second;
}

AtomId Context::bound_variable(int depth) {
  Atom atom;
  atom.name = std::string(kBoundPrefix) + std::to_string(depth);
  return intern(std::move(atom));
}

void Context::set_range(AtomId symbol, Range range) {
  int highest = 0;
  for (const auto& bound : {range.low, range.high}) {
    if (!bound) continue;
    for (const AtomId inner : bound->atoms()) {
      for (const AtomId used : atoms_[inner].free_symbols) highest = std::max(highest, rank(used));
    }
  }
  Knowledge& known = knowledge_[symbol];
  knowledge_hash_ -= hash_of_knowledge(symbol);
  known.range = std::move(range);
  knowledge_hash_ += hash_of_knowledge(symbol);
  known.rank = highest + 1;
}

void Context::clear_range(AtomId symbol) {
  knowledge_hash_ -= hash_of_knowledge(symbol);
  knowledge_[symbol].range = {};
  knowledge_[symbol].rank = 0;
  knowledge_hash_ += hash_of_knowledge(symbol);
}

const Range& Context::range(AtomId symbol) const { return knowledge_[symbol].range; }

int Context::rank(AtomId symbol) const { return knowledge_[symbol].rank; }

void Context::assume_at_least(AtomId symbol, std::int64_t bound) {
  Range known = range(symbol);
  known.low = Poly(bound);
  known.assumed = true;
  set_range(symbol, std::move(known));
}

void Context::assume_at_most(AtomId symbol, std::int64_t bound) {
  Range known = range(symbol);
  known.high = Poly(bound);
  known.assumed = true;
  set_range(symbol, std::move(known));
}

void Context::assume_divisible(AtomId symbol, std::int64_t divisor) {
  if (divisor <= 0) throw Error(ErrorKind::input, "a divisor must be positive; write n%16==0");
  knowledge_hash_ -= hash_of_knowledge(symbol);
  Integer& known = knowledge_[symbol].divisor;
  known = lcm(known, divisor);
  knowledge_hash_ += hash_of_knowledge(symbol);
}

Integer Context::known_divisor(AtomId symbol) const { return knowledge_[symbol].divisor; }

void Context::push_fact(Poly fact, bool assumed) {
  facts_.push_back({std::move(fact), assumed});
  knowledge_hash_ += hash_of(facts_.back());
}

void Context::pop_fact() {
  knowledge_hash_ -= hash_of(facts_.back());
  facts_.pop_back();
}

const Context::ProofResult* Context::remembered(const Poly& poly) const {
  const auto found = proofs_.find({knowledge_hash_, poly});
  return found == proofs_.end() ? nullptr : &found->second;
}

void Context::remember(const Poly& poly, ProofResult result) {
  constexpr std::size_t kMostProofs = 50'000;
  if (proofs_.size() >= kMostProofs) proofs_.clear();
  proofs_.insert_or_assign({knowledge_hash_, poly}, std::move(result));
}

ScopedRange::ScopedRange(Context& context, AtomId symbol, Range range)
    : context_(context), symbol_(symbol), former_(context.range(symbol)) {
  context_.set_range(symbol_, std::move(range));
}

ScopedRange::~ScopedRange() {
  if (former_.low || former_.high) {
    context_.set_range(symbol_, std::move(former_));
  } else {
    context_.clear_range(symbol_);
  }
}

OutOfWork::OutOfWork()
    : Error(ErrorKind::input, "the expression takes too much work; simplify the kernel") {}

void Context::spend(std::size_t terms) {
  work_spent_ += static_cast<std::int64_t>(terms) + 1;
  if (work_spent_ > work_limit_) throw OutOfWork();
}

ScopedHiddenFacts::ScopedHiddenFacts(Context& context)
    : context_(context), former_(context.facts_), former_hash_(context.knowledge_hash_) {
  std::vector<Context::Fact> assumed;
  for (const Context::Fact& fact : context_.facts_) {
    if (fact.assumed) {
      assumed.push_back(fact);
    } else {
      context_.knowledge_hash_ -= hash_of(fact);
    }
  }
  context_.facts_ = std::move(assumed);
}

ScopedHiddenFacts::~ScopedHiddenFacts() {
  context_.facts_ = std::move(former_);
  context_.knowledge_hash_ = former_hash_;
}

ScopedWorkLimit::ScopedWorkLimit(Context& context, std::int64_t terms)
    : context_(context), former_(context.work_limit_) {
  context_.work_limit_ = std::min(former_, context_.work_spent_ + terms);
}

Temporary::Temporary(Context& context) : context_(context), id_(0) {
  if (context_.idle_temporaries_.empty()) {
    Atom atom;
    atom.name = "_t" + std::to_string(context_.size());
    id_ = context_.intern(std::move(atom));
  } else {
    id_ = context_.idle_temporaries_.back();
    context_.idle_temporaries_.pop_back();
  }
}

Temporary::~Temporary() {
  context_.clear_range(id_);
  context_.idle_temporaries_.push_back(id_);
}

}  // namespace clgauge::symbolic
