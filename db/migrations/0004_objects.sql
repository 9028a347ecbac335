-- What devices' compilers made of kernels. docs/store.md says what each column holds.

CREATE TABLE objects (
  uid     TEXT NOT NULL PRIMARY KEY,
  origin  TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;

CREATE TABLE kernel_objects (
  key         TEXT NOT NULL PRIMARY KEY,
  kernel_name TEXT NOT NULL,
  device_id   TEXT NOT NULL REFERENCES devices (id),
  driver      TEXT NOT NULL,
  local_size  TEXT NOT NULL CHECK (json_array_length(local_size) = 3),
  object_uid  TEXT NOT NULL REFERENCES objects (uid),
  added_at    TEXT NOT NULL CHECK (added_at LIKE '____-__-__T__:__:__.______Z')
) STRICT;
CREATE INDEX kernel_objects_by_device ON kernel_objects (device_id);
CREATE INDEX kernel_objects_by_object ON kernel_objects (object_uid);
