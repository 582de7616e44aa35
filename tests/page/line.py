"""A line between a browser and the service that can be cut, or slow."""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections.abc import Callable


class Line:
    """Passes everything on to a port of this machine, until it is cut.

    Args:
        to: the service's port.

    Attributes:
        late: seconds that everything takes from the service to the browser.
    """

    def __init__(self, to: int) -> None:
        self.to = to
        self.late = 0.0
        self.whole = True
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def address(self) -> str:
        """Where the service is reached by this line."""
        return f"http://127.0.0.1:{self._listening.getsockname()[1]}"

    def cut(self) -> None:
        """Close what is open, and take nothing more."""
        self.whole = False
        for end in list(self._open):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Pass on again."""
        self.whole = True

    def close(self) -> None:
        """Give the port back."""
        self.cut()
        with contextlib.suppress(OSError):
            self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                threading.Thread(target=self._join, args=(near,), daemon=True).start()

    def _join(self, near: socket.socket) -> None:
        with near, contextlib.suppress(OSError):
            if not self.whole:
                return
            with socket.create_connection(("127.0.0.1", self.to)) as far:
                self._open |= {near, far}
                back = threading.Thread(target=self._pass, args=(far, near, lambda: self.late), daemon=True)
                back.start()
                self._pass(near, far, lambda: 0.0)
                back.join()
                self._open -= {near, far}

    def _pass(self, one: socket.socket, other: socket.socket, late: Callable[[], float]) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(65_536):
                time.sleep(late())
                other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
