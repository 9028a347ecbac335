#include "sample_model.h"

namespace clgauge::collector::test {
namespace {

Count count(const char* per_item, const char* total) {
  return {Formula::parse(per_item), Formula::parse(total), CountFlag::exact};
}

std::vector<Formula> formulas(const char* x, const char* y) {
  return {Formula::parse(x), Formula::parse(y)};
}

Access access(const char* array, const char* space, const char* direction, int line,
              const std::vector<Formula>& local, const std::vector<Formula>& group,
              const std::map<std::string, Formula>& loops, const Count& counted) {
  Access result;
  result.array = array;
  result.space = space;
  result.direction = direction;
  result.dtype = "float32";
  result.line = line;
  result.local_strides = local;
  result.group_strides = group;
  result.loop_strides = loops;
  result.count = counted;
  return result;
}

ArrayUse array(const char* name, const char* accesses, bool loaded) {
  ArrayUse result;
  result.array = name;
  result.space = "global";
  result.accesses = Formula::parse(accesses);
  result.footprint = Formula::parse("n^2");
  result.extent_bytes = Formula::parse("4*n^2");
  result.loaded = loaded;
  result.stored = !loaded;
  return result;
}

}  // namespace

KernelModel tiled_matmul() {
  KernelModel model;
  model.kernel = "matmul_tiled";
  model.source_hash = "0123456789abcdef";
  model.options = "-DTS=16";
  model.parameters = {{"n", "scalar", "int32", 1, 4, false},
                      {"a", "global", "float32", 1, 4, false},
                      {"b", "global", "float32", 1, 4, false},
                      {"c", "global", "float32", 1, 4, true}};
  model.global_size = formulas("n", "n");
  model.local_size = formulas("16", "16");
  model.assumptions = {"n % 16 == 0", "n >= 1"};
  model.groups = Formula::parse("n^2/256");
  model.ops = {{"madd", "float32", false, count("n", "n^3")},
               {"add", "int32", true, count("n/8 + 3", "n^2*(n/8 + 3)")}};
  const Count tiles = count("n/16", "n^3/16");
  const Count inner = count("n", "n^3");
  model.accesses = {
      access("a", "global", "load", 13, formulas("1", "n"), formulas("0", "16*n"),
             {{"L12", Formula(16)}}, tiles),
      access("b", "global", "load", 14, formulas("1", "n"), formulas("16", "0"),
             {{"L12", Formula::parse("16*n")}}, tiles),
      access("at", "local", "store", 13, formulas("1", "16"), formulas("0", "0"), {}, tiles),
      access("bt", "local", "store", 14, formulas("1", "16"), formulas("0", "0"), {}, tiles),
      access("at", "local", "load", 17, formulas("0", "16"), formulas("0", "0"),
             {{"L12", Formula()}, {"L16", Formula(1)}}, inner),
      access("bt", "local", "load", 17, formulas("1", "0"), formulas("0", "0"),
             {{"L12", Formula()}, {"L16", Formula(16)}}, inner),
      access("c", "global", "store", 20, formulas("1", "n"), formulas("16", "16*n"), {},
             count("1", "n^2"))};
  model.arrays = {array("a", "n^3/16", true), array("b", "n^3/16", true), array("c", "n^2", false)};
  model.sync = {{"barrier_local", count("n/8", "n^3/8")}};
  model.loops = {{"L12", "", true, true, tiles},
                 {"L16", "L12", false, true, inner, 16, true, 20, 1, 4}};
  model.loops[1].asks_unrolling = true;
  model.loops[1].chain.arithmetic = 1;
  model.loops[1].chain.bytes = 4;
  model.straight_chain.loads = 0.5;
  return model;
}

}  // namespace clgauge::collector::test
