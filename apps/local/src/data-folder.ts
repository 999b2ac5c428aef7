import { mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { errnoOf, messageOf } from '#libs/errors';
import { UserError } from './user-error.js';
import type { SampleName } from './samples.js';
import { baseUrl, type ServiceName, type Surroundings } from './service-environment.js';

/** Address and key for callers of a running system; `$DATA_DIR/local.json`. */
export interface LocalAccess {
  base_url: string;
  assets_url: string;
  org_id: string;
  /** May read and write. */
  api_key: string;
  /** May only read. */
  read_key: string;
  /** The samples. */
  templates: { id: string; name: string; sample: SampleName }[];
}

/** The processes and addresses of the running system, for our own commands and tests; `$DATA_DIR/processes.json`. */
export interface RunningSystem {
  supervisor_pid: number;
  place: Surroundings;
  /** A service that is waiting to be started again is missing. */
  services: Partial<Record<ServiceName, { pid: number } & ServiceUrls>>;
  nats_pid: number;
  /** Absent with a DATABASE_URL of the user's own. */
  postgres_pid?: number;
}

/** URLs of one service, as long as its process lives. */
export interface ServiceUrls {
  health_url: string;
  metrics_url: string;
}

/** Folder in which a local system keeps everything, unless DATA_DIR names another one; relative to the checkout. */
export function dataPath(): string {
  return process.env['DATA_DIR'] ?? '.data';
}

/** Most time that a system may take to end in order, ms. */
const END_TIMEOUT_MS = 90_000;

/** The folder that holds everything a local system keeps, held by at most one process. */
export class DataFolder {
  private constructor(
    readonly path: string,
    private readonly lock: DatabaseSync,
  ) {}

  /**
   * Makes the folder where it is missing and takes it for this process; the system gives it back when the process ends, however it
   * ends. Waits for a process that is about to end.
   * @throws UserError when another process has it or it cannot be written
   */
  static async open(path: string): Promise<DataFolder> {
    try {
      mkdirSync(path, { recursive: true, mode: 0o700 });
      const real = realpathSync(path);
      const folder = new DataFolder(real, new DatabaseSync(join(real, 'lock'), { timeout: 0 }));
      await folder.take();
      folder.remove('processes.json');
      for (const name of ['logs', 'storage', 'work']) mkdirSync(join(real, name), { recursive: true, mode: 0o700 });
      return folder;
    } catch (error) {
      if (error instanceof UserError) throw error;
      throw new UserError(
        `The data folder ${resolve(path)} cannot be used (${messageOf(error)}).\nChoose another: DATA_DIR=/path/to/folder`,
      );
    }
  }

  /** The system that runs on this folder in another process, once it is ready. */
  static running(path: string): { system: RunningSystem; access: LocalAccess } | undefined {
    try {
      const lock = new DatabaseSync(join(path, 'lock'), { timeout: 0, readOnly: true });
      const free = isFree(lock);
      lock.close();
      if (free) return undefined;
      return {
        system: readJson(join(path, 'processes.json')) as RunningSystem,
        access: readJson(join(path, 'local.json')) as LocalAccess,
      };
    } catch {
      return undefined; // no such folder, or not ready yet
    }
  }

  /** A path inside. */
  file(...parts: string[]): string {
    return join(this.path, ...parts);
  }

  /** The JSON in a file; undefined when there is no such file. */
  read(name: string): unknown {
    try {
      return readJson(this.file(name));
    } catch (error) {
      if (errnoOf(error) === 'ENOENT') return undefined;
      throw new Error(`${this.file(name)} cannot be read`, { cause: error });
    }
  }

  /** Writes a file that only its owner may read, whole or not at all. @throws the file system's error, such as ENOSPC */
  write(name: string, value: unknown): void {
    const draft = this.file(`${name}.new`);
    writeFileSync(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
    renameSync(draft, this.file(name));
  }

  /** Removes a file; without effect where there is none. */
  remove(name: string): void {
    rmSync(this.file(name), { force: true });
  }

  /** Gives the folder back. */
  close(): void {
    this.lock.close();
  }

  private async take(): Promise<void> {
    const deadline = Date.now() + END_TIMEOUT_MS;
    while (!takeLock(this.lock)) {
      const system = this.read('processes.json') as RunningSystem | undefined;
      if (system || Date.now() > deadline) throw new UserError(inUse(this.path, system));
      await delay(200); // no system in the file: it is stopping, or starting and about to write it
    }
  }
}

function inUse(path: string, system: RunningSystem | undefined): string {
  const where = system ? ` (process ${system.supervisor_pid}, ${baseUrl(system.place.port)})` : '';
  return `Framewright already runs on ${path}${where}.\nStop it first, or choose another folder and port: DATA_DIR=/path/to/folder PORT=8090 npm start`;
}

/**
 * Takes SQLite's lock on the file, which is the kernel's: it never outlives its process, so there are no stale locks to
 * recognize.
 */
function takeLock(lock: DatabaseSync): boolean {
  try {
    lock.exec('PRAGMA journal_mode = OFF; BEGIN EXCLUSIVE');
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  }
}

function isFree(lock: DatabaseSync): boolean {
  try {
    lock.exec('SELECT count(*) FROM sqlite_master');
    return true;
  } catch (error) {
    return !isBusy(error);
  }
}

/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

function isBusy(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === SQLITE_BUSY;
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'));
}
