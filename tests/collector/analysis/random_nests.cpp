#include "random_nests.h"

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

namespace clgauge::collector {
namespace {

// Variables of an enclosing scope that expressions may use.
struct Variable {
  std::string name;
  bool is_unsigned = false;
};

class NestWriter {
 public:
  NestWriter(std::mt19937& random, int number, bool two_dimensions)
      : random_(random), number_(std::to_string(number)), two_dimensions_(two_dimensions) {}

  std::string write() {
    line("void nest_" + number_ + "(__global float *a" + number_ + ", __global float *b" + number_ +
         ", int n, int m, int k, int p, float *sum) {");
    ++depth_;
    line("const int g = get_global_id(0), l = get_local_id(0), w = get_group_id(0);");
    scope_ = {{"g"}, {"n"}, {"m"}, {"k"}};
    if (one_in(2)) scope_.push_back({one_in(2) ? "l" : "w"});
    if (two_dimensions_) {
      line("const int h = get_global_id(1);");
      scope_.push_back({"h"});
    }
    if (one_in(6)) line("if (" + condition() + ") return;");
    if (one_in(6)) derived_variable();
    deepest_ = std::vector<int>{1, 1, 1, 1, 2, 2, 2, 3}[static_cast<std::size_t>(below(8))];
    statements(0);
    --depth_;
    line("}");
    return std::move(text_);
  }

 private:
  // ---- Chance
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool one_in(int count) { return below(count) == 0; }
  std::string pick(const std::vector<std::string>& choices) {
    return choices[static_cast<std::size_t>(below(static_cast<int>(choices.size())))];
  }

  // ---- Expressions
  std::string variable() {
    // Inner variables are the interesting ones.
    const int last = static_cast<int>(scope_.size()) - 1;
    const int index = one_in(2) ? below(last + 1) : last - below(std::min(last + 1, 3));
    return scope_[static_cast<std::size_t>(index)].name;
  }

  std::string size() { return pick({"n", "m", "k", "n", "m", std::to_string(between(0, 12))}); }

  std::string affine() {
    std::string text = variable();
    if (one_in(4)) text = std::to_string(between(2, 3)) + " * " + text;
    const int terms = one_in(3) ? 1 : 0;
    for (int i = 0; i < terms; ++i) text += pick({" + ", " - "}) + variable();
    if (one_in(2)) text += pick({" + ", " - "}) + std::to_string(between(1, 5));
    return text;
  }

  // An upper end of a loop.
  std::string bound() {
    switch (below(12)) {
      case 0:
        return "min((int)" + size() + ", (int)(" + affine() + "))";
      case 1:
        return "max((int)" + size() + ", (int)(" + affine() + "))";
      case 2:
        return "(" + affine() + ") / " + std::to_string(between(2, 4));
      case 3:
        return size() + " % " + std::to_string(between(2, 5));
      case 4:
      case 5:
        return affine();
      case 6:
        return "(" + size() + " >> 1)";
      default:
        return size();
    }
  }

  std::string comparison() {
    switch (below(8)) {
      case 0:
        return "(" + affine() + ") % " + std::to_string(between(2, 4)) + pick({" == ", " != "}) +
               std::to_string(below(3));
      case 1:
        return "(" + variable() + " & 1)" + pick({"", " == 0"});
      case 2:
        return variable() + pick({" == ", " != "}) + affine();
      case 3:
        return "(uint)(" + affine() + ") < (uint)" + size();
      default:
        return affine() + pick({" < ", " <= ", " > ", " >= "}) + bound();
    }
  }

  std::string condition() {
    const std::string first = comparison();
    if (!one_in(3)) return first;
    const std::string both = "(" + first + pick({") && (", ") || ("}) + comparison() + ")";
    return one_in(4) ? "!(" + both + ")" : both;
  }

  std::string subscript() {
    const std::string divisor = pick({"(n + 1)", "(k + 2)", "4", "7", "16"});
    switch (below(14)) {
      case 0:
        return "(" + affine() + " + 32) % " + divisor;
      case 1:
        return "clamp((int)(" + affine() + "), 0, " + size() + ")";
      case 2:
        return variable() + " ^ " + pick({"1", "3", "4"});
      case 3:
        return "(" + variable() + " >> 1) + " + variable();
      case 4:
        return variable() + " & " + pick({"3", "7"});
      case 5:
        return "n - 1 - " + variable();
      case 6:
        return variable() + " / 3 * 4 + " + variable() + " % 3";
      case 7:
        return "(int)abs((int)(" + affine() + "))";
      case 8:
      case 9:
        return "(" + affine() + ") * p + " + variable();
      case 10:
        return variable() + " * " + pick({"n", "m", "(n + 2)", "16", "64"}) + " + " + affine();
      default:
        return affine();
    }
  }

  // ---- Statements
  void line(const std::string& text) {
    text_.append(2 * static_cast<std::size_t>(depth_), ' ');
    text_ += text + "\n";
  }

  void access() {
    const std::string array = pick({"a", "a", "a", "b"}) + number_;
    if (one_in(3)) {
      line(array + "[(int)(" + subscript() + ")] = 1.0f;");
    } else {
      line("*sum += " + array + "[(int)(" + subscript() + ")];");
    }
  }

  void derived_variable() {
    const std::string name = "v" + std::to_string(next_++);
    switch (below(4)) {
      case 0:
        line("const int " + name + " = " + condition() + " ? " + affine() + " : " + affine() + ";");
        break;
      case 1:
        line("int " + name + " = " + affine() + ";");
        line("if (" + condition() + ") " + name + " = " + affine() + ";");
        break;
      case 2:
        line("const int " + name + " = min((int)(" + affine() + "), (int)(" + affine() + "));");
        break;
      default:
        line("const int " + name + " = (" + affine() + ") / " + std::to_string(between(2, 5)) +
             ";");
        break;
    }
    scope_.push_back({name});
  }

  void statements(int level) {
    const std::size_t outside = scope_.size();
    if (one_in(12)) derived_variable();
    const int choice = below(10);
    if (level < deepest_ && (choice < 8 || level == 0)) {
      loop(level);
      if (one_in(4)) access();
    } else if (choice < 5) {
      guard(level);
    } else {
      access();
    }
    scope_.resize(outside);
  }

  void guard(int level) {
    line("if (" + condition() + ") {");
    ++depth_;
    if (level < deepest_ && one_in(3)) {
      loop(level);
    } else {
      access();
    }
    --depth_;
    if (one_in(3)) {
      line("} else {");
      ++depth_;
      access();
      --depth_;
    }
    line("}");
  }

  void loop(int level) {
    const std::string name = "i" + std::to_string(next_++);
    const std::string step = std::to_string(one_in(2) ? 1 : between(1, 4));
    std::string after;  // an update at the end of the body
    bool is_unsigned = false;
    switch (below(16)) {
      case 0:
      case 1: {
        const std::string type = pick({"uint", "long", "size_t", "short"});
        is_unsigned = type == "uint" || type == "size_t";
        line("for (" + type + " " + name + " = " + std::to_string(below(3)) + "; " + name + " < " +
             (is_unsigned ? size() : bound()) + "; " + name + " += " + step + ") {");
        break;
      }
      case 2:
      case 3:
        line("for (int " + name + " = " + bound() + " - 1; " + name +
             " >= " + pick({"0", "0", affine()}) + "; " + name + " -= " + step + ") {");
        break;
      case 4:
        line("for (int " + name + " = " + affine() + "; " + name + " < " + bound() + "; " + name +
             " += get_global_size(0)) {");
        break;
      case 5:
        line("for (int " + name + " = g; " + name + " < " + size() + "; " + name +
             " += get_global_size(0)) {");
        break;
      case 6:
        line("for (int " + name + " = 1; " + name + " < " + size() + "; " + name + " *= 2) {");
        break;
      case 7:
        line("for (int " + name + " = " + size() + "; " + name + " > 0; " + name +
             pick({" >>= 1", " /= 2", " /= 3"}) + ") {");
        break;
      case 8:
        line("for (int " + name + " = 0; " + name + " != " + size() + "; ++" + name + ") {");
        break;
      case 9:
        line("int " + name + " = " + affine() + ";");
        line("while (" + name + " < " + bound() + ") {");
        after = name + " += " + step + ";";
        break;
      case 10:
        line("int " + name + " = " + affine() + ";");
        line("do {");
        after = name + " += " + step + ";";
        break;
      case 11:
        line("for (int " + name + " = " + affine() + "; " + name + " < " + size() + "; " + name +
             " += k + 1) {");
        break;
      case 12:
        line("for (uint " + name + " = " + size() + "; " + name + "-- > 0;) {");
        is_unsigned = true;
        break;
      default:
        line("for (int " + name + " = " + pick({"0", "0", "1", affine()}) + "; " + name +
             pick({" < ", " < ", " <= "}) + bound() + "; " + name + " += " + step + ") {");
        break;
    }
    const bool is_do = !after.empty() && text_.ends_with("do {\n");
    ++depth_;
    const std::string end = is_do ? "} while (" + name + " < " + bound() + ");" : "}";
    scope_.push_back({name, is_unsigned});
    if (after.empty() && one_in(10))
      line("if (" + condition() + ") " + pick({"continue;", "break;"}));
    statements(level + 1);
    scope_.pop_back();
    if (!after.empty()) line(after);
    --depth_;
    line(end);
  }

  std::mt19937& random_;
  std::string number_;
  bool two_dimensions_;
  std::string text_;
  int depth_ = 0;
  int next_ = 0;
  int deepest_ = 1;  // loop
  std::vector<Variable> scope_;
};

}  // namespace

RandomKernel random_kernel(std::uint32_t seed, int nests) {
  std::mt19937 random(seed);
  RandomKernel result;
  const bool two_dimensions = random() % 3 == 0;
  std::string parameters;
  std::string calls;
  for (int i = 0; i < nests; ++i) {
    result.source += NestWriter(random, i, two_dimensions).write();
    const std::string number = std::to_string(i);
    parameters += "__global float *a" + number + ", __global float *b" + number + ", ";
    calls += "  nest_" + number + "(a" + number + ", b" + number + ", n, m, k, p, &sum);\n";
  }
  result.source += "__kernel void nests(" + parameters +
                   "int n, int m, int k, int p, __global float *out) {\n  float sum = 0.0f;\n" +
                   calls + "  out[get_global_id(0)] = sum;\n}\n";
  static const std::vector<std::string> kSizes{"4*x", "x", "8", "8*x"};
  static const std::vector<std::string> kGroups{"4", "1", "4", "8"};
  const std::size_t shape = random() % kSizes.size();
  result.launch.global = {kSizes[shape]};
  result.launch.local = {kGroups[shape]};
  if (two_dimensions) {
    result.launch.global.push_back(random() % 2 == 0 ? "2*y" : "y");
    result.launch.local.push_back(result.launch.global.back() == "y" ? "1" : "2");
  }
  result.launch.assumptions = {"x>=1", "y>=1"};
  return result;
}

std::uint32_t number_from(const char* variable, std::uint32_t otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : static_cast<std::uint32_t>(std::stoul(text));
}

Bindings random_sizes(std::mt19937& random) {
  const auto between = [&](int low, int high) {
    return low + static_cast<std::int64_t>(random() % static_cast<unsigned>(high - low + 1));
  };
  return {{"n", between(0, 13)}, {"m", between(0, 9)}, {"k", between(0, 6)},
          {"p", between(0, 24)}, {"x", between(1, 3)}, {"y", between(1, 3)}};
}

}  // namespace clgauge::collector
