"""A wire between Antifaz and its database that can be cut: a small TCP proxy in this process."""

import contextlib
import socket
import threading


class Wire:
    """Passes everything on to the target; `cut` ends all connections and refuses new ones."""

    def __init__(self, host: str, port: int) -> None:
        self.target = (host, port)
        self.listener = self._listen(0)
        self.port = int(self.listener.getsockname()[1])
        self.pairs: set[socket.socket] = set()
        self.guard = threading.Lock()

    def _listen(self, port: int) -> socket.socket:
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        listener.listen(64)
        threading.Thread(target=self._accept, args=(listener,), daemon=True).start()
        return listener

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _address = listener.accept()
            except OSError:
                return
            try:
                far = socket.create_connection(self.target)
            except OSError:
                near.close()
                return
            with self.guard:
                self.pairs |= {near, far}
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._pump, args=(one, other), daemon=True).start()

    def _pump(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := one.recv(65536):
                other.sendall(piece)
        for end in (one, other):
            self._close(end)

    def _close(self, end: socket.socket) -> None:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()
        with self.guard:
            self.pairs.discard(end)

    def cut(self) -> None:
        self._close(self.listener)
        with self.guard:
            ends = list(self.pairs)
        for end in ends:
            self._close(end)

    def mend(self) -> None:
        self.listener = self._listen(self.port)
