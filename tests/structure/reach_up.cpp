// db linked, model included: model is a later room.
#include "model/feature_vector.h"

int main() { return clgauge::model::FeatureVector().empty() ? 0 : 1; }
