#include <gtest/gtest.h>

#include "features/matmul.h"
#include "terms/term_features.h"

namespace clgauge::model {
namespace {

using collector::Formula;
using collector::KernelModel;

TEST(AliasTerm, WalksDownColumnsOfAStoredArrayMeetTheirStores) {
  const DeviceTraits traits = sub_groups_of(kLanes);
  // n = 1024: rows of 4096 bytes.
  KernelModel model = naive_matmul();
  const double loads = 1024.0 * 1024 * 1024;
  EXPECT_EQ(feature(model, "f_alias", 64, traits), 0) << "nothing is stored to b";
  collector::Access store = model.accesses[1];
  store.direction = "store";
  model.accesses.push_back(store);
  EXPECT_EQ(feature(model, "f_alias", 64, traits), loads);
  EXPECT_EQ(feature(model, "f_alias", 32, traits), loads / 8 / 2) << "every second row";
  EXPECT_EQ(feature(model, "f_alias", 16, traits), loads / 64 / 4);
  EXPECT_EQ(feature(model, "f_alias", 8, traits), 0) << "the store is done long before";
  EXPECT_EQ(feature(model, "f_alias", 65, traits), 0);
  model.accesses.back().loop_strides["L5"] = Formula(1);
  EXPECT_EQ(feature(model, "f_alias", 64, traits), 0) << "the store walks elsewhere";
  model.accesses.back() = store;
  model.loops[0].has_barrier = true;
  EXPECT_EQ(feature(model, "f_alias", 64, traits), 0);
}

}  // namespace
}  // namespace clgauge::model
