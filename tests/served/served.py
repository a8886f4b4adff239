"""run(): as subprocess.run() does, for rtcheck, by a program that waits for questions (served.c) beside it.

Each thread has its own. Where the program is not there, and for everything but `rtcheck app`, which alone loads libclang, it is
subprocess.run()."""
import atexit
import contextlib
import os
import select
import subprocess
import tempfile
import threading

OWN = threading.local()
ALL = []


class Server:
    def __init__(self, program, environment):
        self.folder = tempfile.TemporaryDirectory()
        self.files = [os.path.join(self.folder.name, name) for name in ("stdout", "stderr")]
        self.process = subprocess.Popen([program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, start_new_session=True)
        ALL.append(self)

    def ask(self, arguments, folder, timeout):
        words = [os.path.abspath(folder or "."), *self.files, *arguments]
        self.process.stdin.write(b"".join(os.fsencode(word) + b"\0" for word in [str(len(words)), *words]))
        self.process.stdin.flush()
        if not select.select([self.process.stdout], [], [], timeout)[0]:
            self.end()
            raise subprocess.TimeoutExpired(arguments, timeout)
        status = self.process.stdout.readline()
        if not status:
            raise BrokenPipeError("the program that waits for questions is gone")
        return int(status)

    def said(self):
        texts = []
        for path in self.files:
            with open(path, encoding="utf-8", errors="replace") as file:
                texts.append(file.read())
        return texts

    def end(self):
        """With its copies, whatever they do."""
        if self in ALL:
            ALL.remove(self)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, 9)
            with contextlib.suppress(BrokenPipeError):
                self.process.communicate()
            self.folder.cleanup()


@atexit.register
def end_all():
    for server in list(ALL):
        server.process.stdin.close()
        server.process.wait()
        server.folder.cleanup()


def require_new(program):
    """Who builds rtcheck alone leaves the program beside it as it was, and would be told what the old one says."""
    library = os.path.join(os.path.dirname(program), "src", "librtcheck-core.a")
    if os.path.exists(library) and os.path.getmtime(library) > os.path.getmtime(program):
        raise SystemExit(f"{program} is older than what it is made of: build everything (ninja -C build)")


def server_for(rtcheck, environment):
    program = rtcheck + "-served"
    if os.path.basename(rtcheck) != "rtcheck" or not os.access(program, os.X_OK):
        return None
    require_new(program)
    key = (program, tuple(sorted((environment or os.environ).items())))
    servers = OWN.__dict__.setdefault("servers", {})
    if key not in servers or servers[key] not in ALL:
        servers[key] = Server(program, environment)
    return servers[key]


def run(command, timeout=300, cwd=None, env=None, **others):
    """With stdout and stderr as text."""
    server = server_for(command[0], env) if list(command[1:2]) == ["app"] and not others else None
    if server:
        try:
            status = server.ask(command[1:], cwd, timeout)
            return subprocess.CompletedProcess(command, status, *server.said())
        except BrokenPipeError:  # a machine that has no process left for a copy: rtcheck itself is asked
            server.end()
    return subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=timeout, cwd=cwd, env=env,
                          check=False, **others)
