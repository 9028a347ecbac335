#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "collector/symbolic/poly.h"

namespace clgauge::symbolic {

// Integer-valued building blocks of a Poly. Operands stand in Atom::operands in this order.
enum class AtomKind {
  symbol,       // a named unknown
  floor,        // floor(operand 0 / operand 1), towards minus infinity
  positive,     // max(0, operand 0)
  power,        // base ^ operand 0; 0 for a negative exponent
  log,          // floor(log_base(operand 0)); -1 for an operand <= 0
  sum,          // operand 2 added up for bound = operand 0 .. operand 1; 0 when empty
  bitwise_and,  // of two's complement integers
  bitwise_or,
  bitwise_xor,
};

struct Atom {
  AtomKind kind = AtomKind::symbol;
  std::string name;     // of a symbol
  bool opaque = false;  // a symbol whose value no launch determines, e.g. one read from memory
  std::vector<Poly> operands;        // of a compound atom
  std::int64_t base = 0;             // of power and log, >= 2
  AtomId bound = 0;                  // of a sum: its summation variable
  int sum_depth = 0;                 // how deep sums nest inside
  std::vector<AtomId> free_symbols;  // ascending; for a symbol, itself
  std::vector<AtomId> inside;        // ascending: every atom anywhere in the operands
};

// What is known of a symbol's value. The bounds may mention other symbols, never this one.
struct Range {
  std::optional<Poly> low;
  std::optional<Poly> high;
  // True for what a caller assumes of a kernel argument (n >= 1), false for what the program makes
  // true (a loop variable inside its loop). Assumptions that a proof used are recorded.
  bool assumed = false;
};

// How much work to spend before an expression stays unevaluated (but exact).
struct Limits {
  int proof_steps = 400;  // substitutions in one proof
  // Of all proofs of a context together; proofs after that are brief. Counts of hopeless nests then
  // stay unevaluated sums, but come in bounded time, and always the same ones.
  std::int64_t all_proof_steps = 400'000;
  int brief_proof_steps = 12;
  int sum_steps = 600;                // nested sums in one call of sum_over
  std::size_t most_terms = 600;       // of a polynomial while summing
  Integer most_enumerated = 256;      // terms of a sum added one by one
  Integer most_residue_classes = 64;  // of a sum over a floor with a small divisor
  double most_printed = 1e6;  // operations of an expression as text, where nothing is shared
};

// Work beyond a ScopedWorkLimit.
class OutOfWork : public Error {
 public:
  OutOfWork();
};

// Owns the atoms of one analysis and what is known of its symbols. Ids are handed out in order of
// creation and interned: equal expressions get equal ids, so Poly equality is value equality of the
// canonical forms. A Context is not thread-safe; different contexts share nothing.
class Context {
 public:
  Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // The symbol of that name, made at first use, with nothing known of its value. Names beginning
  // with "_k" are summation variables and refused with Error(input).
  Poly symbol(std::string_view name);
  AtomId symbol_id(std::string_view name);
  // A symbol whose value no launch determines. Its name prints as "@name".
  Poly opaque(std::string_view name);
  [[nodiscard]] const AtomId* find_symbol(std::string_view name) const;

  [[nodiscard]] const Atom& atom(AtomId id) const { return atoms_[id]; }
  [[nodiscard]] std::size_t size() const { return atoms_.size(); }
  // Returns the id of an equal atom, or adds this one. For symbolic/*.cpp: use floor_div() and its
  // like, which simplify first.
  AtomId intern(Atom atom);
  // The summation variable of sums that nest `depth` others.
  AtomId bound_variable(int depth);

  // Knowledge of symbols. Setting a range replaces the former one.
  void set_range(AtomId symbol, Range range);
  void clear_range(AtomId symbol);
  [[nodiscard]] const Range& range(AtomId symbol) const;
  // Shorthand for an assumed range; keeps the other bound.
  void assume_at_least(AtomId symbol, std::int64_t bound);
  void assume_at_most(AtomId symbol, std::int64_t bound);
  // symbol % divisor == 0
  void assume_divisible(AtomId symbol, std::int64_t divisor);
  [[nodiscard]] Integer known_divisor(AtomId symbol) const;
  // A relation between symbols: fact >= 0. `assumed` as in Range.
  void push_fact(Poly fact, bool assumed);
  void pop_fact();
  struct Fact {
    Poly value;
    bool assumed = false;
  };
  [[nodiscard]] const std::vector<Fact>& facts() const { return facts_; }

  // Assumptions that simplifications have relied on so far: "n >= 0", "n % 16 == 0".
  [[nodiscard]] std::set<std::string> used_assumptions() const { return used_; }
  void record_assumption(std::string text) { used_.insert(std::move(text)); }

  // Where a symbol stands in the order in which its range may mention others: 0 without a range.
  [[nodiscard]] int rank(AtomId symbol) const;

  Limits limits;
  std::int64_t proof_steps_spent = 0;

  // What a proof found, for the same question while the same is known: two of three are asked
  // again.
  struct ProofResult {
    bool proven = false;
    int steps = 0;                         // that it might take
    std::vector<std::string> assumptions;  // that it relied on
  };
  [[nodiscard]] const ProofResult* remembered(const Poly& poly) const;
  void remember(const Poly& poly, ProofResult result);

  // Work is counted in terms of polynomials looked at: the same for the same input on any machine.
  // Throws OutOfWork beyond the innermost ScopedWorkLimit.
  void spend(std::size_t terms);
  [[nodiscard]] std::int64_t work_spent() const { return work_spent_; }

 private:
  friend class Temporary;
  friend class WorkScope;
  friend class ScopedWorkLimit;
  friend class ScopedHiddenFacts;
  struct Knowledge {
    Range range;
    int rank = 0;
    Integer divisor = 1;
  };
  struct Question {
    std::uint64_t knowledge = 0;
    Poly poly;
    friend bool operator==(const Question&, const Question&) = default;
  };
  struct QuestionHash {
    std::size_t operator()(const Question& question) const {
      return question.poly.hash() * 31 + question.knowledge;
    }
  };
  AtomId add(Atom atom, std::size_t hash);
  [[nodiscard]] std::uint64_t hash_of_knowledge(AtomId symbol) const;

  std::deque<Atom> atoms_;  // deque: references stay valid while atoms are added
  std::unordered_multimap<std::size_t, AtomId> by_hash_;
  std::map<std::string, AtomId, std::less<>> by_name_;
  std::deque<Knowledge> knowledge_;  // of each atom; only symbols have any
  std::vector<Fact> facts_;
  std::set<std::string> used_;
  std::vector<AtomId> idle_temporaries_;
  // Of all ranges, divisors and facts: equal where the same is known, but for one chance in 2^64. A
  // sum of hashes, so that a scope that ends gives back the former value.
  std::uint64_t knowledge_hash_ = 0;
  std::unordered_map<Question, ProofResult, QuestionHash> proofs_;
  std::int64_t work_spent_ = 0;
  std::int64_t work_limit_ = std::numeric_limits<std::int64_t>::max();
  int sum_nesting_ = 0;
  int sum_steps_ = 0;
};

// Gives a symbol a range for the lifetime of the object, then restores the former one.
class ScopedRange {
 public:
  ScopedRange(Context& context, AtomId symbol, Range range);
  ~ScopedRange();
  ScopedRange(const ScopedRange&) = delete;
  ScopedRange& operator=(const ScopedRange&) = delete;

 private:
  Context& context_;
  AtomId symbol_;
  Range former_;
};

// Hides facts that hold in a part of the domain only (not assumptions) for the lifetime of the
// object: for what must be true even where a count is multiplied by 0, such as a divisor's sign.
class ScopedHiddenFacts {
 public:
  explicit ScopedHiddenFacts(Context& context);
  ~ScopedHiddenFacts();
  ScopedHiddenFacts(const ScopedHiddenFacts&) = delete;
  ScopedHiddenFacts& operator=(const ScopedHiddenFacts&) = delete;

 private:
  Context& context_;
  std::vector<Context::Fact> former_;
  std::uint64_t former_hash_;
};

// Bounds the work of symbolic operations for the lifetime of the object; never beyond the bound of
// an object around it.
class ScopedWorkLimit {
 public:
  ScopedWorkLimit(Context& context, std::int64_t terms);
  ~ScopedWorkLimit() { context_.work_limit_ = former_; }
  ScopedWorkLimit(const ScopedWorkLimit&) = delete;
  ScopedWorkLimit& operator=(const ScopedWorkLimit&) = delete;

 private:
  Context& context_;
  std::int64_t former_;
};

// A symbol that occurs in no expression yet. Its user must substitute it away before the end of the
// object's life, when the name becomes free for others.
class Temporary {
 public:
  explicit Temporary(Context& context);
  ~Temporary();
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  [[nodiscard]] AtomId id() const { return id_; }
  [[nodiscard]] Poly poly() const { return Poly::atom(id_); }

 private:
  Context& context_;
  AtomId id_;
};

}  // namespace clgauge::symbolic
