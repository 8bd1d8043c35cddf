"""Processes that are started are started whole, whatever interrupts this one meanwhile."""

import os
import signal
from threading import Event, Thread

import pytest

from knotlab.sim.compiling.lifetime import uninterrupted

pytestmark = pytest.mark.skipif(not hasattr(signal, "pthread_kill"), reason="Windows sends no such signals")


def test_an_interrupt_waits_until_a_process_is_started() -> None:
    begun, steps = Event(), list[int]()

    def interrupt() -> None:
        begun.wait()
        os.kill(os.getpid(), signal.SIGINT)  # which this thread receives, as the main one has it blocked

    def start() -> None:
        with uninterrupted():
            begun.set()
            other.join()
            steps.extend(range(1000))

    other = Thread(target=interrupt)
    other.start()
    with pytest.raises(KeyboardInterrupt):
        start()
    assert len(steps) == 1000
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_block_without_an_interrupt_changes_no_answer() -> None:
    before = {number: signal.getsignal(number) for number in signal.valid_signals()}
    with uninterrupted():
        pass
    assert {number: signal.getsignal(number) for number in signal.valid_signals()} == before
