-- Devices, calibrations and every sample taken. docs/store.md says what each column holds.

CREATE TABLE devices (
  id            TEXT NOT NULL PRIMARY KEY,
  name          TEXT NOT NULL,
  vendor        TEXT NOT NULL,
  platform      TEXT NOT NULL,
  type          TEXT NOT NULL,
  compute_units INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE device_versions (
  uid                          TEXT NOT NULL PRIMARY KEY,
  device_id                    TEXT NOT NULL REFERENCES devices (id),
  driver                       TEXT NOT NULL,
  platform_version             TEXT NOT NULL,
  opencl_c_version             TEXT NOT NULL,
  uuid                         TEXT NOT NULL,
  pci_address                  TEXT NOT NULL,
  global_bytes                 INTEGER NOT NULL,
  local_bytes                  INTEGER NOT NULL,
  max_allocation_bytes         INTEGER NOT NULL,
  global_cache_bytes           INTEGER NOT NULL,
  cache_line_bytes             INTEGER NOT NULL,
  max_group_size               INTEGER NOT NULL,
  max_clock_mhz                INTEGER NOT NULL,
  local_memory_is_dedicated    INTEGER NOT NULL CHECK (local_memory_is_dedicated IN (0, 1)),
  has_float64                  INTEGER NOT NULL CHECK (has_float64 IN (0, 1)),
  has_float16                  INTEGER NOT NULL CHECK (has_float16 IN (0, 1)),
  sub_group_sizes              TEXT NOT NULL CHECK (json_valid(sub_group_sizes)),
  timer_resolution_nanoseconds INTEGER NOT NULL,
  first_seen_at                TEXT NOT NULL CHECK (first_seen_at LIKE '____-__-__T__:__:__.______Z')
) STRICT, WITHOUT ROWID;
CREATE INDEX device_versions_by_device ON device_versions (device_id, driver);

CREATE TABLE calibrations (
  uid                TEXT NOT NULL PRIMARY KEY,
  device_version_uid TEXT NOT NULL REFERENCES device_versions (uid),
  effort             TEXT NOT NULL,
  plan_hash          TEXT NOT NULL,
  state              TEXT NOT NULL CHECK (state IN ('running', 'complete', 'abandoned')),
  started_at         TEXT NOT NULL CHECK (started_at LIKE '____-__-__T__:__:__.______Z'),
  finished_at        TEXT CHECK (finished_at LIKE '____-__-__T__:__:__.______Z'),
  clgauge_version    TEXT NOT NULL,
  provenance         TEXT NOT NULL CHECK (json_valid(provenance)),
  CHECK ((state = 'running') = (finished_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX calibrations_by_device ON calibrations (device_version_uid, state, started_at);

CREATE TABLE micro_kernels (
  uid  TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  tags TEXT NOT NULL CHECK (json_valid(tags)),
  job  TEXT NOT NULL CHECK (json_valid(job))
) STRICT;
CREATE INDEX micro_kernels_by_name ON micro_kernels (name);

CREATE TABLE feature_sets (
  uid      TEXT NOT NULL PRIMARY KEY,
  features TEXT NOT NULL CHECK (json_valid(features))
) STRICT;

CREATE TABLE samples (
  uid               TEXT NOT NULL PRIMARY KEY,
  calibration_uid   TEXT NOT NULL REFERENCES calibrations (uid),
  micro_kernel_uid  TEXT NOT NULL REFERENCES micro_kernels (uid),
  feature_set_uid   TEXT REFERENCES feature_sets (uid),
  taken_at          TEXT NOT NULL CHECK (taken_at LIKE '____-__-__T__:__:__.______Z'),
  status            TEXT NOT NULL,
  reason            TEXT NOT NULL,
  detail            TEXT NOT NULL,
  clock             TEXT NOT NULL,
  stop              TEXT NOT NULL,
  median_seconds    REAL,
  min_seconds       REAL,
  low_seconds       REAL,
  high_seconds      REAL,
  build_seconds     REAL,
  first_run_seconds REAL,
  seconds           TEXT NOT NULL CHECK (json_valid(seconds)),
  host_seconds      TEXT NOT NULL CHECK (json_valid(host_seconds)),
  outliers          TEXT NOT NULL CHECK (json_valid(outliers)),
  CHECK (status <> 'ok' OR coalesce(median_seconds > 0 AND min_seconds > 0, 0))
) STRICT;
CREATE INDEX samples_by_calibration ON samples (calibration_uid, micro_kernel_uid, status);
CREATE INDEX samples_by_micro_kernel ON samples (micro_kernel_uid);
CREATE INDEX samples_by_feature_set ON samples (feature_set_uid);

-- One row a feature, for people who read the store with SQL.
CREATE VIEW features AS
SELECT feature_sets.uid AS feature_set_uid, entry.key AS name, entry.value AS value
FROM feature_sets, json_each(feature_sets.features) AS entry;

-- Calibrations beside the device and the driver that they were made with.
CREATE VIEW calibration_overview AS
SELECT device_versions.device_id, device_versions.driver, calibrations.*
FROM calibrations JOIN device_versions ON device_versions.uid = calibrations.device_version_uid;
