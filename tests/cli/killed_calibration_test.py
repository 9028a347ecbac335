#!/usr/bin/env python3
"""Kills `clgauge calibrate` at random moments: killed_calibration_test.py CLGAUGE [SEED].

After each kill the store is whole and holds at least what it held before; in the end a calibration
that was never killed and this one have measured the same kernels equally often, so nothing was
repeated and nothing lost. CLGAUGE_TEST_ALL=1 kills 100 times instead of 8."""

import collections
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

PLAN = ["calibrate", "arithmetic", "dtype:float32", "lanes:1", "trips:16"]


def samples(path):
    """How often each measurement kernel has been sampled."""
    if not os.path.exists(path):
        return collections.Counter()
    with sqlite3.connect(path, timeout=20) as store:
        assert store.execute("PRAGMA integrity_check").fetchone()[0] == "ok"
        if store.execute("SELECT count(*) FROM sqlite_master WHERE name = 'samples'").fetchone()[0] == 0:
            return collections.Counter()
        return collections.Counter(dict(store.execute(
            "SELECT m.name, count(*) FROM samples s JOIN micro_kernels m ON m.uid = s.micro_kernel_uid"
            " WHERE m.name NOT LIKE 'reference/%' GROUP BY m.name")))


def main():
    clgauge = sys.argv[1]
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else int.from_bytes(os.urandom(4), "little")
    print("seed", seed)
    moments = random.Random(seed)
    kills = 100 if os.environ.get("CLGAUGE_TEST_ALL") else 8
    with tempfile.TemporaryDirectory() as folder:
        def run(name):
            return subprocess.Popen([clgauge, *PLAN], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                    env=dict(os.environ, CLGAUGE_DB=os.path.join(folder, name),
                                             XDG_RUNTIME_DIR=folder))
        started = time.monotonic()
        assert run("whole.db").wait(timeout=300) == 0
        whole_seconds = time.monotonic() - started
        whole = samples(os.path.join(folder, "whole.db"))
        assert whole

        # Lives of at most half a calibration, so that several are needed for one.
        killed = 0
        completed = 0
        store = os.path.join(folder, "killed.db")
        before = collections.Counter()
        while killed < kills:
            child = run("killed.db")
            finished = False
            try:
                finished = child.wait(timeout=moments.uniform(0.02, 0.5 * whole_seconds)) == 0
            except subprocess.TimeoutExpired:
                child.send_signal(signal.SIGKILL)
                child.wait()
                killed += 1
            now = samples(store)
            assert not before - now, f"lost: {before - now}"
            before = now
            if finished:  # all measured: begin again with another store
                assert now == whole, (now - whole, whole - now)
                os.rename(store, os.path.join(folder, f"done{completed}.db"))
                for suffix in ("-wal", "-shm"):
                    if os.path.exists(store + suffix):
                        os.remove(store + suffix)
                completed += 1
                before = collections.Counter()
        assert run("killed.db").wait(timeout=300) == 0
        now = samples(store)
        assert now == whole, (now - whole, whole - now)
        print(f"{killed} kills, {completed + 1} calibrations finished, {sum(whole.values())} samples each")
    return 0


if __name__ == "__main__":
    sys.exit(main())
