// Every description is complete and consistent, whatever the family.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/error.h"
#include "kernels/catalogue.h"
#include "kernels/inputs.h"
#include "kernels/source.h"
#include "test_sizes.h"

namespace clgauge::kernels {
namespace {

std::string name_of(const Argument& argument) {
  return std::visit([](const auto& one) { return one.name; }, argument);
}

// The parameter names of a kernel, read from its source: the last word before each comma.
std::vector<std::string> parameters_in(const std::string& source, const std::string& kernel) {
  std::vector<std::string> names;
  const std::size_t open = source.find("void " + kernel + "(");
  if (open == std::string::npos) {
    return names;
  }
  std::size_t at = source.find('(', open);
  while (source[at] != ')') {
    const std::size_t end = source.find_first_of(",)", at + 1);
    const std::size_t before_name = source.find_last_of(" *\n", end - 1);
    names.push_back(source.substr(before_name + 1, end - before_name - 1));
    at = end;
  }
  return names;
}

TEST(Description, ArgumentsAreTheKernelsParametersInOrder) {
  for (const Family& family : families()) {
    for (const Variant& variant : family.variants) {
      std::vector<std::string> names(variant.arguments.size());
      std::transform(variant.arguments.begin(), variant.arguments.end(), names.begin(), name_of);
      EXPECT_EQ(parameters_in(source_text(variant.file), variant.kernel), names)
          << family.name << "/" << variant.name;
    }
  }
}

TEST(Description, NamesAreUnique) {
  std::set<std::string> names;
  for (const Family& family : families()) {
    EXPECT_TRUE(names.insert(family.name).second) << family.name;
    std::set<std::string> variants;
    for (const Variant& variant : family.variants) {
      EXPECT_TRUE(variants.insert(variant.name).second) << family.name << "/" << variant.name;
    }
  }
}

TEST(Description, EveryVariantRunsAtEnoughEvaluationSizes) {
  for (const Family& family : families()) {
    for (const Variant& variant : family.variants) {
      int allowed = 0;
      for (const Sizes& sizes : family.evaluation_sizes) {
        if (violated_constraint(variant, sizes).empty()) {
          const Launch launch = launch_of(variant, sizes);
          EXPECT_LE(launch.local[0] * launch.local[1] * launch.local[2], 1024u);
          EXPECT_LT(buffer_bytes(variant, sizes), std::size_t{1} << 30);
          ++allowed;
        }
      }
      EXPECT_GE(allowed, 6) << family.name << "/" << variant.name;
    }
  }
}

// The families that models are chosen by are seen from cache to memory, and where powers of two
// make arrays collide and where their neighbours do not.
TEST(Description, TargetFamiliesReachMemoryAndHaveNeighboursOfPowersOfTwo) {
  constexpr std::size_t kLastCache = std::size_t{32} << 20;
  constexpr std::size_t kWithinCaches = std::size_t{2} << 20;
  const auto is_power = [](std::int64_t n) { return (n & (n - 1)) == 0; };
  for (const Family& family : families()) {
    if (family.group != "target") {
      continue;
    }
    for (const Variant& variant : family.variants) {
      std::size_t least = kLastCache;
      std::size_t most = 0;
      std::set<std::int64_t> values;
      for (const Sizes& sizes : family.evaluation_sizes) {
        if (violated_constraint(variant, sizes).empty()) {
          least = std::min(least, buffer_bytes(variant, sizes));
          most = std::max(most, buffer_bytes(variant, sizes));
          // A padded grid's rows are a power of two at sizes that are none: any size's neighbours.
          values.insert(sizes.begin()->second);
        }
      }
      EXPECT_LE(least, kWithinCaches) << family.name << "/" << variant.name;
      EXPECT_GT(most, kLastCache) << family.name << "/" << variant.name;
      EXPECT_TRUE(std::any_of(values.begin(), values.end(),
                              [&](std::int64_t n) {
                                return is_power(n) &&
                                       std::any_of(
                                           values.begin(), values.end(), [&](std::int64_t other) {
                                             return other != n && std::abs(other - n) * 4 <= n;
                                           });
                              }))
          << family.name << "/" << variant.name;
    }
  }
}

TEST(Description, SizesHaveTheNamesOfTheFamily) {
  for (const Family& family : families()) {
    for (const Sizes& sizes : family.evaluation_sizes) {
      EXPECT_NO_THROW(check_size_names(family, sizes)) << family.name;
    }
  }
  const auto refusal = [](const Sizes& sizes) -> std::string {
    try {
      check_size_names(family("fd2d"), sizes);
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refusal({{"nx", 64}, {"n", 64}}), "fd2d has no size 'n': it has nx, ny");
  EXPECT_EQ(refusal({{"nx", 64}}), "fd2d needs a value for ny: its sizes are nx, ny");
}

TEST(Description, WorkIsPositiveAndNoMoreThanTheBuffers) {
  for (const Family& family : families()) {
    for (const Sizes& sizes : family.evaluation_sizes) {
      EXPECT_GE(evaluate(family.flops, sizes), 0) << family.name;
      const std::int64_t bytes = evaluate(family.bytes, sizes);
      EXPECT_GT(bytes, 0) << family.name;
      for (const Variant& variant : family.variants) {
        if (violated_constraint(variant, sizes).empty()) {
          // An input_output element is read and written: at most twice the buffers.
          EXPECT_LE(bytes, 2 * static_cast<std::int64_t>(buffer_bytes(variant, sizes)))
              << family.name << "/" << variant.name;
        }
      }
    }
  }
}

TEST(Description, ReferencesReturnEveryOutputWhole) {
  std::mt19937_64 random(1);
  for (const Family& family : families()) {
    for (const Variant& variant : family.variants) {
      const Sizes sizes = random_sizes(family, variant, random);
      const Arrays expected = variant.reference(sizes, random_inputs(variant, sizes, 1));
      for (const Argument& argument : variant.arguments) {
        const auto* buffer = std::get_if<BufferArgument>(&argument);
        if (buffer == nullptr || buffer->role == Role::input) {
          continue;
        }
        ASSERT_TRUE(expected.contains(buffer->name)) << family.name << "/" << variant.name;
        EXPECT_EQ(static_cast<std::int64_t>(expected.at(buffer->name).size()),
                  evaluate(buffer->elements, sizes))
            << family.name << "/" << variant.name << " " << buffer->name;
      }
    }
  }
}

TEST(Launch, RefusesSizesThatAConstraintExcludes) {
  const Variant& tiled = variant(family("matmul"), "tiled16");
  EXPECT_EQ(violated_constraint(tiled, {{"n", 40}}), "n % 16 == 0");
  EXPECT_THROW(static_cast<void>(launch_of(tiled, {{"n", 40}})), Error);
  const Launch launch = launch_of(tiled, {{"n", 48}});
  EXPECT_EQ(launch.dimensions, 2u);
  EXPECT_EQ(launch.global, (std::array<std::size_t, 3>{48, 48, 1}));
  EXPECT_EQ(launch.local, (std::array<std::size_t, 3>{16, 16, 1}));
  EXPECT_EQ(build_options(tiled), "-DTILE=16");
}

TEST(Launch, RefusesAGroupThatDoesNotDivideTheRange) {
  Variant loose = variant(family("matmul"), "naive");
  loose.constraints.clear();
  EXPECT_THROW(static_cast<void>(launch_of(loose, {{"n", 17}})), Error);
  EXPECT_THROW(static_cast<void>(launch_of(loose, {{"n", 0}})), Error);
}

TEST(Catalogue, NamesWhatThereIs) {
  EXPECT_THROW(static_cast<void>(family("matmull")), Error);
  try {
    static_cast<void>(variant(family("matmul"), "fast"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_NE(std::string(error.what()).find("naive, tiled16"), std::string::npos);
  }
}

TEST(Source, AFolderNamedByTheEnvironmentComesFirst) {
  ASSERT_EQ(setenv("CLGAUGE_KERNELS", "/nonexistent", 1), 0);
  EXPECT_THROW(static_cast<void>(source_text("matmul/naive.cl")), Error);
  ASSERT_EQ(setenv("CLGAUGE_KERNELS", CLGAUGE_SOURCE_DIR "/kernels", 1), 0);
  const std::string from_folder = source_text("matmul/naive.cl");
  ASSERT_EQ(unsetenv("CLGAUGE_KERNELS"), 0);
  EXPECT_EQ(source_text("matmul/naive.cl"), from_folder);
  EXPECT_THROW(static_cast<void>(source_text("matmul/none.cl")), Error);
}

TEST(Inputs, RepeatBySeedAndFitTheirType) {
  const Variant& naive = variant(family("matmul"), "naive");
  const Arrays one = random_inputs(naive, {{"n", 16}}, 7);
  EXPECT_EQ(one, random_inputs(naive, {{"n", 16}}, 7));
  EXPECT_NE(one, random_inputs(naive, {{"n", 16}}, 8));
  for (const double value : one.at("a")) {
    EXPECT_EQ(value, static_cast<double>(static_cast<float>(value)));
    EXPECT_LE(std::abs(value), 1.0);
  }
  for (const char* dtype : {"float32", "float64", "int8", "uint8", "int16", "uint16", "int32",
                            "uint32", "int64", "uint64"}) {
    const std::vector<double> values = {0, 1, 100, 127};
    EXPECT_EQ(decode(encode(values, dtype), dtype), values) << dtype;
  }
  EXPECT_THROW(static_cast<void>(encode({1.0}, "float31")), Error);
}

}  // namespace
}  // namespace clgauge::kernels
