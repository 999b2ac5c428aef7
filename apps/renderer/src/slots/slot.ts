import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { reducedEnvironment } from '#libs/encode';
import { refusedConnections } from '#libs/runtime';
import { KindsOfSlots } from './kinds-of-slots.js';
import { killTree } from './kill-tree.js';
import { MemoryWatch } from './memory-watch.js';
import { PulseWatch } from './pulse-watch.js';
import {
  SLOT_SETTINGS,
  type FromSlot,
  type ResultOf,
  type SlotOutcome,
  type SlotSettings,
  type SlotTask,
  type ToSlot,
} from './slot-protocol.js';

/** Settings with which a slot's process is started, and the conditions under which it is replaced. */
export interface SlotOptions {
  settings: SlotSettings;
  videosPerProcess: number;
  /** Memory of a process and its child processes together, bytes; beyond it they are killed. */
  maxMemoryBytes: number;
  /**
   * Most time for which a process may be blocked, as by one frame, ms; beyond it the process is killed and its task
   * fails.
   */
  frameTimeoutMs: number;
  /** Videos that slots have checked. Default: those of this slot. */
  kinds?: KindsOfSlots;
  /** Niceness of the process, 0–19; 0 when absent. */
  niceness?: number;
  /** Module that the process runs, and arguments for its Node. */
  entry: string;
  execArgv?: string[];
}

export interface SlotHooks {
  /** Aborting cancels the task; a process that does not cancel in time is killed. */
  signal: AbortSignal;
  onFrame?(done: number): void;
}

/**
 * V8 starts with a small heap and collects it often while it grows. A large initial heap makes drawing a quarter cheaper.
 */
const NODE_FLAGS = ['--initial-old-space-size=128'];
/** Most time that a process may take to cancel a task, ms, so that a canceled video is not drawn a second later. */
const CANCEL_GRACE_MS = 750;
/** Most time that a process may take to start, ms. */
const START_TIMEOUT_MS = 30_000;

/**
 * Performs tasks in a separate process, so that a crash affects no other slot and a hanging task can be killed. Tasks that may
 * crash or hang run alone; tasks that only wait for the network may overlap. The process is kept between tasks, which keeps
 * fonts, kernel and checked assets warm. It is replaced after a crash, a kill, a number of videos, or when it holds more bytes
 * of fonts than one video may have: Skia never frees fonts.
 */
export class Slot {
  private child: Promise<ChildProcess> | null = null;
  /** Tasks since the process was started. */
  private tasks = 0;
  private running = 0;
  /** Bytes of the videos' fonts that the process holds. */
  private fontBytes = 0;
  private readonly kinds: KindsOfSlots;
  private readonly memory: MemoryWatch;
  private readonly pulse: PulseWatch;

  constructor(private readonly options: SlotOptions) {
    this.kinds = options.kinds ?? new KindsOfSlots();
    this.memory = new MemoryWatch(options.maxMemoryBytes);
    this.pulse = new PulseWatch(options.frameTimeoutMs);
  }

  /** Runs one task. A crash is a failure, too. @throws only the signal's reason after an abort */
  async run<Task extends SlotTask>(task: Task, hooks: SlotHooks): Promise<SlotOutcome<ResultOf<Task>>> {
    hooks.signal.throwIfAborted();
    this.running += 1;
    const outcome = await this.attempt(task, hooks)
      .catch((error: unknown) => {
        if (!(error instanceof OutOfMemory) || error.isOwn) throw error;
        return this.attempt(task, hooks); // earlier tasks used memory as well: it may fit a fresh process
      })
      .catch(crashed);
    this.running -= 1;
    if (this.running === 0 && this.isUsedUp()) await this.stop();
    if (!outcome.ok) hooks.signal.throwIfAborted();
    return outcome;
  }

  /** Starts the process unless it runs. Call it ahead of work that is expected soon. */
  open(): Promise<ChildProcess> {
    if (this.child) return this.child;
    const child = this.start();
    const forget = () => {
      if (this.child === child) this.child = null;
    };
    child.then((started) => started.once('exit', forget), forget);
    this.tasks = 0;
    this.fontBytes = 0;
    return (this.child = child);
  }

  /** Kills the process; the next task starts another. */
  async stop(): Promise<void> {
    const starting = this.child;
    this.child = null;
    const child = await starting?.catch(() => null);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    await killTree(child);
    await exited;
  }

  private isUsedUp(): boolean {
    const { videosPerProcess, settings } = this.options;
    return this.tasks >= videosPerProcess || this.fontBytes > settings.videoLimits.fontBytes;
  }

  private async attempt<Task extends SlotTask>(task: Task, hooks: SlotHooks): Promise<SlotOutcome<ResultOf<Task>>> {
    const child = await this.open();
    hooks.signal.throwIfAborted();
    const id = ++this.tasks;
    const finished = this.outcomeOf<ResultOf<Task>>(child, id, hooks);
    const cancel = () => {
      send(child, { type: 'cancel', id });
      killer = setTimeout(() => void killTree(child), CANCEL_GRACE_MS);
    };
    let killer: NodeJS.Timeout | undefined;
    hooks.signal.addEventListener('abort', cancel, { once: true });
    try {
      send(child, { type: 'begin', id, task });
      return await finished;
    } finally {
      hooks.signal.removeEventListener('abort', cancel);
      clearTimeout(killer);
    }
  }

  /**
   * The outcome of a task. A process that exceeded its memory with this as its only task did so because of the task.
   */
  private outcomeOf<Result>(child: ChildProcess, id: number, { onFrame }: SlotHooks): Promise<SlotOutcome<Result>> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null, signal: string | null) => {
        if (this.memory.hasEnded(child)) reject(new OutOfMemory(this.options.maxMemoryBytes, this.tasks === 1));
        if (this.pulse.hasEnded(child)) reject(new Blocked(this.options.frameTimeoutMs));
        reject(new Error(`the slot's process ended with ${signal ?? `code ${code ?? -1}`}`));
      };
      const onMessage = (message: FromSlot) => {
        if (!('id' in message) || message.id !== id) return;
        if (message.type === 'progress') {
          onFrame?.(message.framesDone);
          return;
        }
        this.fontBytes = message.fontBytes;
        child.off('exit', onExit).off('message', onMessage);
        resolve(message.outcome as SlotOutcome<Result>);
      };
      child.once('exit', onExit).on('message', onMessage);
    });
  }

  /** Forks the process: in its own group, so that Ctrl-C in a terminal reaches the renderer only, and without credentials. */
  private async start(): Promise<ChildProcess> {
    const { entry, execArgv = [], settings, niceness, maxMemoryBytes } = this.options;
    const heap = `--max-old-space-size=${Math.ceil(maxMemoryBytes / 2 ** 20)}`;
    const env = {
      ...reducedEnvironment(),
      NODE_ENV: 'production',
      DISABLE_SYSTEM_FONTS_LOAD: '1',
      // A replacing process reads compiled code from here.
      NODE_COMPILE_CACHE: join(settings.folder, 'code'),
      [SLOT_SETTINGS]: JSON.stringify({ ...settings, checkedKinds: this.kinds.all } satisfies SlotSettings),
    };
    const child = fork(entry, {
      ...{ env, execArgv: [...NODE_FLAGS, heap, ...execArgv] },
      ...{ detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    });
    if (niceness !== undefined && child.pid !== undefined) setPriority(child.pid, niceness);
    const ended = new AbortController();
    child.once('exit', () => ended.abort(new Error("the slot's process ended before it was ready")));
    const tooLate = AbortSignal.timeout(START_TIMEOUT_MS);
    try {
      await once(child, 'message', { signal: AbortSignal.any([ended.signal, tooLate]) });
      child.on('message', (message: FromSlot) => {
        if (message.type === 'refused') refusedConnections.inc({ reason: message.reason });
        if (message.type === 'checked') this.kinds.count(message.kind);
      });
      this.memory.start(child);
      this.pulse.start(child, () => this.running > 0);
      return child.setMaxListeners(0); // two listeners per task
    } catch (cause) {
      child.kill('SIGKILL');
      throw new Error("the slot's process did not start", { cause });
    }
  }
}

/** Sends a message. One to an ending process is lost, and the process's exit ends the task. */
function send(child: ChildProcess, message: ToSlot): void {
  child.send(message, () => undefined);
}

/** Thrown because the process was killed for its use of memory. */
class OutOfMemory extends Error {
  /** @param isOwn whether this was the process's only task */
  constructor(
    readonly maxBytes: number,
    readonly isOwn: boolean,
  ) {
    super(`the slot's process held more than ${maxBytes} bytes`);
  }
}

/** Thrown because the process was killed: a frame, or a file that it was opening, blocked it. */
class Blocked extends Error {
  constructor(readonly timeoutMs: number) {
    super(`the slot's process was blocked for more than ${timeoutMs} ms`);
  }
}

/**
 * The outcome of a task whose process ended. A crash may be transient. Exceeding the memory or the time for a frame is
 * not: the task would do so in any slot.
 */
function crashed(error: unknown): SlotOutcome<never> {
  if (error instanceof Blocked) {
    const message = `A frame of the video takes more than ${error.timeoutMs / 1_000} s to draw`;
    return { ok: false, failure: { code: 'RENDER_TIMEOUT', message, retryable: false }, detail: error.message };
  }
  if (error instanceof OutOfMemory && error.isOwn) {
    const message = `The video takes more than ${Math.round(error.maxBytes / 1e6)} MB of memory to draw`;
    return { ok: false, failure: { code: 'RENDER_FAILED', message, retryable: false }, detail: error.message };
  }
  const failure = { code: 'RENDER_FAILED', message: 'The video could not be drawn', retryable: true } as const;
  return { ok: false, failure, detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
