import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { reducedEnvironment } from '#libs/encode';
import { countRefusal } from '#libs/net-guard';
import { MemoryWatch } from './memory-watch.js';
import {
  SLOT_SETTINGS,
  type FromSlot,
  type ResultOf,
  type SlotOutcome,
  type SlotSettings,
  type SlotTask,
  type ToSlot,
} from './slot-protocol.js';

/** How a slot's process is started and when it is replaced. */
export interface SlotOptions {
  settings: SlotSettings;
  videosPerProcess: number;
  /** What a process and the programs it started may hold together; beyond that they are ended. */
  maxMemoryBytes: number;
  /** How far the process gives way to others, 0–19; 0 when absent. */
  niceness?: number;
  /** Module that the process runs, and arguments for its Node. */
  entry: string;
  execArgv?: string[];
}

export interface SlotHooks {
  /** Aborting ends the work; when the process does not end it by itself in time, the process is killed. */
  signal: AbortSignal;
  onFrame?(done: number): void;
}

/**
 * V8 lets a heap grow from almost nothing and collects it again and again on the way: with room from the beginning, drawing
 * costs a quarter less.
 */
const NODE_FLAGS = ['--initial-old-space-size=128'];
/** How long a process may take to end its work when asked to, ms. */
const CANCEL_GRACE_MS = 2_000;
/** How long a process may take to start, ms. */
const START_TIMEOUT_MS = 30_000;

/**
 * Room for work in a process of its own: neither painting nor a crash touches a neighbor, and a process that hangs can be
 * killed, so what may crash or hang has it alone; tasks that only wait may overlap. It is kept between videos (fonts, kernel
 * and checked assets stay warm), and replaced after a crash, a kill, a number of videos, or when it holds more of their fonts
 * than one video may have: fonts stay in a process until it ends.
 */
export class Slot {
  private child: Promise<ChildProcess> | null = null;
  /** Begun since the process was started. */
  private tasks = 0;
  private running = 0;
  /** Of the videos' fonts that the process holds. */
  private fontBytes = 0;
  private readonly memory: MemoryWatch;

  constructor(private readonly options: SlotOptions) {
    this.memory = new MemoryWatch(options.maxMemoryBytes);
  }

  /** Runs one task. A crash is an outcome like any failure. Rejects only with the signal's reason after an abort. */
  async run<Task extends SlotTask>(task: Task, hooks: SlotHooks): Promise<SlotOutcome<ResultOf<Task>>> {
    hooks.signal.throwIfAborted();
    this.running += 1;
    const outcome = await this.attempt(task, hooks)
      .catch((error: unknown) => {
        if (!(error instanceof OutOfMemory) || error.isOwn) throw error;
        return this.attempt(task, hooks); // others had been there before: it may do in a process of its own
      })
      .catch(crashed);
    this.running -= 1;
    if (this.running === 0 && this.isUsedUp()) await this.stop();
    if (!outcome.ok) hooks.signal.throwIfAborted();
    return outcome;
  }

  /** The process, started where there is none: work that is to come soon finds it ready. */
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

  /** Ends the process; the next work starts another. */
  async stop(): Promise<void> {
    const starting = this.child;
    this.child = null;
    const child = await starting?.catch(() => null);
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
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
      killer = setTimeout(() => child.kill('SIGKILL'), CANCEL_GRACE_MS);
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

  /** A process that ran nothing but this task and was too large is so by the task's own doing. */
  private outcomeOf<Result>(child: ChildProcess, id: number, { onFrame }: SlotHooks): Promise<SlotOutcome<Result>> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null, signal: string | null) => {
        if (this.memory.hasEnded(child)) reject(new OutOfMemory(this.options.maxMemoryBytes, this.tasks === 1));
        reject(new Error(`the slot's process ended with ${signal ?? `code ${code ?? -1}`}`));
      };
      const onMessage = (message: FromSlot) => {
        if (message.type === 'ready' || message.type === 'refused' || message.id !== id) return;
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

  /** Forks the process: in its own group, so that a terminal's Ctrl-C reaches only us, and without our credentials. */
  private async start(): Promise<ChildProcess> {
    const { entry, execArgv = [], settings, niceness, maxMemoryBytes } = this.options;
    const heap = `--max-old-space-size=${Math.ceil(maxMemoryBytes / 2 ** 20)}`;
    const env = {
      ...reducedEnvironment(),
      NODE_ENV: 'production',
      DISABLE_SYSTEM_FONTS_LOAD: '1',
      // A process that replaces another finds its code compiled.
      NODE_COMPILE_CACHE: join(settings.folder, 'code'),
      [SLOT_SETTINGS]: JSON.stringify(settings),
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
        if (message.type === 'refused') countRefusal(message.reason);
      });
      this.memory.start(child);
      return child.setMaxListeners(0); // two for each task
    } catch (cause) {
      child.kill('SIGKILL');
      throw new Error("the slot's process did not start", { cause });
    }
  }
}

/** A message to a process that is ending is lost; its exit tells. */
function send(child: ChildProcess, message: ToSlot): void {
  child.send(message, () => undefined);
}

/** The process was ended for its size. */
class OutOfMemory extends Error {
  /** @param isOwn whether the process had done nothing else */
  constructor(
    readonly maxBytes: number,
    readonly isOwn: boolean,
  ) {
    super(`the slot's process held more than ${maxBytes} bytes`);
  }
}

/** A crash may not come again; what is too large is so everywhere. */
function crashed(error: unknown): SlotOutcome<never> {
  if (error instanceof OutOfMemory && error.isOwn) {
    const message = `The video takes more than ${Math.round(error.maxBytes / 1e6)} MB of memory to draw`;
    return { ok: false, failure: { code: 'RENDER_FAILED', message, retryable: false }, detail: error.message };
  }
  const failure = { code: 'RENDER_FAILED', message: 'The video could not be drawn', retryable: true } as const;
  return { ok: false, failure, detail: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
