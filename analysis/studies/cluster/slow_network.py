"""A network whose packets take their time: two ends of a link, the far one in a network namespace of its own, joined by
this process, which passes every packet on after a delay. Linux, as root.
"""

import fcntl
import heapq
import itertools
import os
import select
import shutil
import struct
import subprocess
import threading
import time
from pathlib import Path
from types import TracebackType

NEAR, FAR, NAMESPACE = "10.77.0.1", "10.77.0.2", "knotlab-far"
TUN = Path("/dev/net/tun")
SET_INTERFACE = 0x400454CA  # ioctl TUNSETIFF
TUN_WITHOUT_HEADER = 0x1001  # IFF_TUN | IFF_NO_PI
MTU = 9000  # bytes


def lacks() -> str | None:
    """What is missing for such a network, None if nothing is."""
    if os.name != "posix" or os.geteuid() != 0:
        return "it takes root"
    if not TUN.exists() or shutil.which("ip") is None:
        return f"it takes {TUN} and the command ip (Debian's package iproute2)"
    return None


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)


class SlowNetwork:
    """A link between this machine and a namespace on it. seconds: what a packet takes there and back."""

    def __init__(self, seconds: float) -> None:
        self.one_way = seconds / 2
        self._ends: list[int] = []
        self._stopped = threading.Event()

    def __enter__(self) -> "SlowNetwork":
        _ip("netns", "add", NAMESPACE)
        for name, address, peer in (("knotlab-near", NEAR, FAR), ("knotlab-far", FAR, NEAR)):
            end = os.open(TUN, os.O_RDWR | os.O_NONBLOCK)
            fcntl.ioctl(end, SET_INTERFACE, struct.pack("16sH", name.encode(), TUN_WITHOUT_HEADER))
            self._ends.append(end)
            there = () if name.endswith("near") else ("-n", NAMESPACE)
            if there:
                _ip("link", "set", name, "netns", NAMESPACE)
            _ip(*there, "addr", "add", address, "peer", peer, "dev", name)
            _ip(*there, "link", "set", name, "mtu", str(MTU), "up")
        _ip("-n", NAMESPACE, "link", "set", "lo", "up")
        self._carrier = threading.Thread(target=self._carry, daemon=True)
        self._carrier.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        self._carrier.join()
        for end in self._ends:
            os.close(end)
        _ip("netns", "del", NAMESPACE)

    def _carry(self) -> None:
        """Pass packets on in order, each once its time has come."""
        near, far = self._ends
        other, count = {near: far, far: near}, itertools.count()
        waiting: list[tuple[float, int, int, bytes]] = []
        while not self._stopped.is_set():
            left = waiting[0][0] - time.monotonic() if waiting else 0.05
            for end in select.select(self._ends, [], [], max(left, 0))[0]:
                packet = os.read(end, MTU + 100)
                heapq.heappush(waiting, (time.monotonic() + self.one_way, next(count), other[end], packet))
            while waiting and waiting[0][0] <= time.monotonic():
                *_, end, packet = heapq.heappop(waiting)
                os.write(end, packet)
