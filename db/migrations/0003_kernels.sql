-- The collector's cache, and observed times of kernels in production.

CREATE TABLE kernels (
  key               TEXT NOT NULL PRIMARY KEY,
  name              TEXT NOT NULL,
  collector_version TEXT NOT NULL,
  model             TEXT NOT NULL CHECK (json_valid(model)),
  added_at          TEXT NOT NULL CHECK (added_at LIKE '____-__-__T__:__:__.______Z')
) STRICT;

CREATE TABLE observations (
  uid         TEXT NOT NULL PRIMARY KEY,
  kernel_key  TEXT NOT NULL,
  kernel_name TEXT NOT NULL,
  device_id   TEXT NOT NULL REFERENCES devices (id),
  driver      TEXT NOT NULL,
  launch      TEXT NOT NULL CHECK (json_valid(launch)),
  status      TEXT NOT NULL,
  seconds     REAL,
  observed_at TEXT CHECK (observed_at LIKE '____-__-__T__:__:__.______Z'),
  source      TEXT NOT NULL,
  detail      TEXT NOT NULL CHECK (json_valid(detail)),
  CHECK ((status = 'ok') = (seconds IS NOT NULL)),
  CHECK (seconds IS NULL OR seconds > 0)
) STRICT;
CREATE INDEX observations_by_kernel ON observations (kernel_key, device_id, observed_at);
CREATE INDEX observations_by_device ON observations (device_id, observed_at);
