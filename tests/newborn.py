"""Runs scripts in processes of their own that begin with everything imported: a fork of this one for each.

A new process has to import Numba, which takes a second; dozens of tests need one. Reads a list of jobs as JSON from
standard input, each `[folder, cache, script]`, and runs as many at once as its argument says; writes a list of
`[exit code, standard output, standard error]`. A process that was ended by a signal has the negative number of that
signal for its exit code.
"""

import json
import os
import runpy
import signal
import sys
import tempfile
import traceback

SECONDS = 60


def child(folder, cache, script, out, err):
    os.dup2(out.fileno(), 1)
    os.dup2(err.fileno(), 2)
    signal.alarm(SECONDS)
    os.chdir(folder)
    os.environ["KIBITZ_CACHE"] = cache
    sys.path[0] = folder
    sys.argv = [script]
    code = 0
    try:
        runpy.run_path(script, run_name="__main__")
    except BaseException:
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def main():
    jobs, at_once = json.load(sys.stdin), int(sys.argv[1])
    from kibitz.native import Native, jit

    class Nothing(Native):
        def answer(self, n):
            return n + 1

    @jit
    def warm_up(thing, n):
        return thing.answer(n)

    warm_up.compiled(Nothing(), 1)  # the compiler loads much of itself only when first used
    sys.dont_write_bytecode = True
    results, running = [None] * len(jobs), {}
    todo = list(enumerate(jobs))
    while todo or running:
        while todo and len(running) < at_once:
            number, job = todo.pop(0)
            out, err = (tempfile.TemporaryFile() for _ in range(2))  # noqa: SIM115  (closed by the end of all)
            process = os.fork()
            if process == 0:
                child(*job, out, err)
            running[process] = number, out, err
        process, status = os.wait()
        number, out, err = running.pop(process)
        for file in (out, err):
            file.seek(0)
        code = os.waitstatus_to_exitcode(status)
        results[number] = [code, out.read().decode(), err.read().decode(errors="replace")]
    json.dump(results, sys.stdout)


if __name__ == "__main__":
    main()
