import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { errnoOf } from '#libs/errors';

/** The end of a process: exactly one of the two is set. */
export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The process whose end also ends a child: the one that started it, or any other, by its id. */
export type Lifetime = 'parent' | number;

export interface ChildOptions {
  /** Output of both streams is appended here. */
  readonly logFile: string;
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly user?: { readonly uid: number; readonly gid: number };
  /** Asks the process to end when its lifetime is over; SIGKILL follows 10 s later. Default SIGKILL at once. */
  readonly orphanSignal?: 'INT' | 'TERM' | 'KILL';
  /** Default: with the parent. */
  readonly lifetime?: Lifetime;
}

/**
 * A program that outlives the parent by a moment to end the child, which a parent killed by SIGKILL cannot do.
 * Arguments: pid, signal, watched pid or "parent". A line on stdin states that the child of a living parent has ended.
 */
const REAPER = `
if [ "$3" = parent ]; then
  read -r _ && exit 0
else
  while kill -0 "$3" 2>/dev/null; do kill -0 "$1" 2>/dev/null || exit 0; sleep 1; done
fi
kill -s "$2" "$1" 2>/dev/null
n=0
while kill -0 "$1" 2>/dev/null && [ $n -lt 100 ] && [ "$2" != KILL ]; do sleep 0.1; n=$((n+1)); done
kill -s KILL -- "-$1" 2>/dev/null
`;

/**
 * A child in its own session: a terminal's Ctrl-C reaches only the parent, which decides the order in which things end.
 * It is never left behind: after a SIGKILL of the parent nothing is running.
 */
export class Child {
  /** Settles when the process is gone. */
  readonly exited: Promise<Exit>;
  #exit: Exit | undefined;

  private constructor(
    private readonly process: ChildProcess,
    readonly pid: number,
    reaper: ChildProcess,
    parentBound: boolean,
  ) {
    this.exited = once(process, 'exit').then((args) => {
      const [code, signal] = args as [number | null, NodeJS.Signals | null];
      this.killGroup(); // what it left behind
      this.#exit = { code, signal };
      reaper.stdin?.end('done\n');
      return this.#exit;
    });
    reaper.unref();
    reaper.stdin?.on('error', () => undefined); // the reaper has ended before us
    if (!parentBound) process.unref();
  }

  /** Starts `command`; rejects when it cannot be executed. */
  static async start(command: string, args: readonly string[], options: ChildOptions): Promise<Child> {
    const log = openSync(options.logFile, 'a', 0o600);
    try {
      const stdio: StdioOptions = ['ignore', log, log];
      const { cwd, env, user } = options;
      const child = spawn(command, args, { cwd, env, ...user, stdio, detached: true });
      await once(child, 'spawn');
      const pid = child.pid!;
      const lifetime = options.lifetime ?? 'parent';
      const reaper = spawn(
        '/bin/sh',
        ['-c', REAPER, 'reaper', String(pid), options.orphanSignal ?? 'KILL', String(lifetime)],
        {
          stdio: ['pipe', 'ignore', 'ignore'],
          detached: true,
        },
      );
      return new Child(child, pid, reaper, lifetime === 'parent');
    } finally {
      closeSync(log);
    }
  }

  /** The way it ended, or undefined while it runs. */
  get exit(): Exit | undefined {
    return this.#exit;
  }

  /** Sends a signal; without effect once the process has ended. */
  signal(signal: NodeJS.Signals): void {
    this.process.kill(signal);
  }

  /** Asks the process to end and waits for it; after `graceMs` kills it together with its process group. */
  async stop(signal: NodeJS.Signals, graceMs: number): Promise<Exit> {
    this.signal(signal);
    const timer = new AbortController();
    const late = delay(graceMs, 'late', { signal: timer.signal }).catch(() => 'stopped');
    if ((await Promise.race([this.exited, late])) === 'late') this.killGroup();
    timer.abort();
    return this.exited;
  }

  /** SIGKILL to the process and what it started in its group. */
  killGroup(): void {
    if (this.#exit) return;
    try {
      process.kill(-this.pid, 'SIGKILL');
    } catch (error) {
      if (errnoOf(error) !== 'ESRCH') throw error;
    }
  }
}

/** Whether a process with this id exists (it may belong to another user). */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errnoOf(error) === 'EPERM';
  }
}
