"""The Python client against a real clgauged whose store holds a recorded calibration.

Usage: client_test.py SOURCE_DIR BUILD_DIR
"""

import os
import subprocess
import sys
import tempfile
import time
import unittest

SOURCE_DIR, BUILD_DIR = sys.argv[1:3]
sys.path.insert(0, os.path.join(SOURCE_DIR, "python"))
import clgauge  # noqa: E402

PLAIN = "kernel void scale(global float* a, int n) { int i = get_global_id(0); if (i < n) a[i] *= 2; }"
STRIDED = "kernel void scale(global float* a, int n) { int i = get_global_id(0); a[64 * i] *= 2; }"


def variant(name, source):
    return clgauge.Variant(name, source, global_size=["n"], local_size=[64], args={"n": "n"})


class ClientTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        os.environ["CLGAUGE_DB"] = os.path.join(cls.folder.name, "store.db")
        os.environ["CLGAUGE_SOCKET"] = os.path.join(cls.folder.name, "d.sock")
        recorded = os.path.join(SOURCE_DIR, "data", "devices", "pocl-3.1-epyc-2core.json")
        subprocess.run([os.path.join(BUILD_DIR, "cli", "clgauge"), "import", recorded], check=True,
                       stdout=subprocess.DEVNULL)
        cls.daemon = subprocess.Popen([os.path.join(BUILD_DIR, "service", "clgauged"), "--quiet"])
        for _ in range(1000):
            try:
                clgauge.Client().close()
                return
            except clgauge.ClgaugeError:
                time.sleep(0.02)
        raise RuntimeError("clgauged does not listen")

    @classmethod
    def tearDownClass(cls):
        cls.daemon.terminate()
        cls.daemon.wait()
        cls.folder.cleanup()

    def test_talks(self):
        with clgauge.Client() as client:
            self.assertIn("select", client.version()["methods"])
            self.assertTrue(any(device["calibrated"] for device in client.devices()))
            counted = client.count(source=PLAIN, global_=["n"], local=[64], args={"n": "n"}, sizes={"n": 4096})
            self.assertEqual(counted["kernel"], "scale")
            by_id = client.predict(id=counted["id"], sizes={"n": 4096})
            self.assertGreater(by_id["seconds"], 0)
            client.observe(2 * by_id["seconds"], id=counted["id"], sizes={"n": 4096})
            corrected = client.predict(id=counted["id"], sizes={"n": 4096})
            self.assertEqual(corrected["tier"], "measured")
            self.assertIn("clgauge", client.metrics())

    def test_refusals_are_exceptions(self):
        with clgauge.Client() as client:
            with self.assertRaises(clgauge.ClgaugeError) as caught:
                client.count(source="kernel void k() { oops }", global_=[1])
            self.assertEqual(caught.exception.kind, "input")
            self.assertEqual(caught.exception.code, -32602)
            self.assertIn("oops", caught.exception.detail)

    def test_chooses(self):
        variants = [variant("strided", STRIDED), variant("plain", PLAIN)]
        choice = clgauge.choose(variants, {"n": 1 << 20}, default="strided", timeout_seconds=60)
        self.assertEqual((choice.name, choice.answered_by), ("plain", "daemon"), choice.why)
        self.assertEqual(len(choice.ranked), 2)

    def test_falls_back(self):
        there = os.environ["CLGAUGE_SOCKET"]
        os.environ["CLGAUGE_SOCKET"] = there + ".nobody"
        try:
            choice = clgauge.choose([variant("plain", PLAIN)], {"n": 64}, default="own")
        finally:
            os.environ["CLGAUGE_SOCKET"] = there
        self.assertEqual((choice.name, choice.answered_by), ("own", "fallback"))
        self.assertIn("start one", choice.why)
        broken = clgauge.choose([variant("broken", "oops")], {"n": 64}, default="own", timeout_seconds=60)
        self.assertEqual(broken.answered_by, "fallback")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
