"""A conversation with clgauged: JSON-RPC 2.0, one object a line, over a Unix socket."""

import itertools
import json
import os
import socket
import struct
import time


class ClgaugeError(Exception):
    """What clgauged refused, in one line. `kind` as in docs/protocol.md ("input", "device", ...);
    "absent" when no daemon runs, "timeout" when it does not answer in time. `detail` may hold a
    compiler's messages."""

    def __init__(self, message, kind="internal", code=None, detail=""):
        super().__init__(message)
        self.kind = kind
        self.code = code
        self.detail = detail


def socket_path():
    """Where clgauged listens, by the rule of docs/protocol.md."""
    if os.environ.get("CLGAUGE_SOCKET"):
        return os.environ["CLGAUGE_SOCKET"]
    if os.environ.get("XDG_RUNTIME_DIR"):
        return os.path.join(os.environ["XDG_RUNTIME_DIR"], "clgauge", "clgauged.sock")
    return f"/tmp/clgauge-{os.getuid()}/clgauged.sock"


class Client:
    """One connection. Not thread-safe: open one per thread. `timeout_seconds` limits every wait."""

    def __init__(self, path=None, timeout_seconds=30.0):
        self._timeout_seconds = timeout_seconds
        self._ids = itertools.count(1)
        self._unread = b""
        self._events = []
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.settimeout(timeout_seconds)
        path = path or socket_path()
        try:
            self._socket.connect(path)
            self._refuse_strangers(path)
        except OSError as error:
            self._socket.close()
            raise ClgaugeError(f"no clgauged listens at {path} ({error}): start one", "absent") from error
        except ClgaugeError:
            self._socket.close()
            raise

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._socket.close()

    def call(self, method, **params):
        """The result of any method. A trailing underscore of a parameter's name is dropped
        (`global_` is a word of Python). Raises ClgaugeError."""
        number = next(self._ids)
        named = {name.rstrip("_"): value for name, value in params.items() if value is not None}
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": named}
        deadline = time.monotonic() + self._timeout_seconds
        self._send(json.dumps(request).encode() + b"\n", deadline)
        while True:
            answer = json.loads(self._receive_line(deadline))
            if "method" in answer:
                self._events.append(answer["params"])
            elif answer.get("id") == number:
                if "error" in answer:
                    raise self._refusal(answer["error"])
                return answer["result"]

    def next_event(self):
        """The next notification after subscribe()."""
        while not self._events:
            message = json.loads(self._receive_line(time.monotonic() + self._timeout_seconds))
            if "method" in message:
                self._events.append(message["params"])
        return self._events.pop(0)

    def version(self):
        return self.call("version")

    def devices(self):
        return self.call("devices")["devices"]

    def count(self, **kernel):
        return self.call("count", **kernel)

    def predict(self, **kernel):
        return self.call("predict", **kernel)

    def explain(self, **kernel):
        return self.call("explain", **kernel)

    def select(self, candidates, **common):
        return self.call("select", candidates=candidates, **common)

    def observe(self, seconds, **kernel):
        return self.call("observe", seconds=seconds, **kernel)

    def calibrate(self, **request):
        return self.call("calibrate", **request)

    def cancel(self, job):
        return self.call("cancel", job=job)

    def subscribe(self):
        return self.call("subscribe")["jobs"]

    def metrics(self):
        return self.call("metrics")["text"]

    def _refuse_strangers(self, path):
        size = struct.calcsize("3i")
        _, uid, _ = struct.unpack("3i", self._socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
        if uid not in (0, os.getuid()):
            raise ClgaugeError(f"{path} belongs to another user's daemon: set CLGAUGE_SOCKET", "usage")

    @staticmethod
    def _refusal(error):
        data = error.get("data", {})
        return ClgaugeError(error.get("message", "refused without a reason"), data.get("kind", "internal"),
                            error.get("code"), data.get("detail", ""))

    def _wait_until(self, deadline):
        left = deadline - time.monotonic()
        if left <= 0:
            raise ClgaugeError("clgauged has not answered in time", "timeout")
        self._socket.settimeout(left)

    def _send(self, data, deadline):
        self._wait_until(deadline)
        try:
            self._socket.sendall(data)
        except TimeoutError as error:
            raise ClgaugeError("clgauged has not read the request in time", "timeout") from error
        except OSError as error:
            raise ClgaugeError(f"clgauged has closed the connection ({error})", "device") from error

    def _receive_line(self, deadline):
        while b"\n" not in self._unread:
            self._wait_until(deadline)
            try:
                piece = self._socket.recv(65536)
            except (TimeoutError, socket.timeout) as error:
                raise ClgaugeError("clgauged has not answered in time", "timeout") from error
            except OSError as error:
                raise ClgaugeError(f"clgauged has closed the connection ({error})", "device") from error
            if not piece:
                raise ClgaugeError("clgauged has closed the connection: see its log", "device")
            self._unread += piece
        line, self._unread = self._unread.split(b"\n", 1)
        return line
