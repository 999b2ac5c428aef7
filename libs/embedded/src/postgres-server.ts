import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { text } from 'node:stream/consumers';
import { Child, isAlive, type Lifetime } from './child-process.js';
import { freePort } from './free-port.js';
import { findPostgresBinaries, type PostgresBinaries, type Runner } from './postgres-binaries.js';

export interface PostgresOptions {
  /** Holds the database; made when missing. */
  readonly directory: string;
  /** Password of the superuser `postgres`; the one the directory was made with. */
  readonly password: string;
  readonly logFile: string;
  /** Default: a free one. */
  readonly port?: number;
  /** Further server settings, e.g. `{ fsync: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly lifetime?: Lifetime;
}

export interface PostgresServer {
  readonly port: number;
  /** URL of the database `postgres`, as its superuser. */
  readonly url: string;
  readonly child: Child;
  /** Ends all connections, then the server (fast shutdown). */
  stop(): Promise<void>;
}

/**
 * The working directory as a path, Linux only. The database's own user cannot open a directory below a folder that only
 * root may enter by its path, but can through this link, which is followed without walking the path (proc(5)).
 */
const WORKING_DIRECTORY = '/proc/self/cwd';
const START_TIMEOUT_MS = 60_000;

/**
 * Starts a PostgreSQL of our own on 127.0.0.1. Makes its data first if the directory is empty. Ends an orphan found in
 * the directory.
 * @throws Error with the server's last words when it does not come up.
 */
export async function startPostgresServer(options: PostgresOptions): Promise<PostgresServer> {
  const directory = prepareDirectory(options.directory);
  const binaries = findPostgresBinaries();
  await endOrphan(directory);
  if (!existsSync(join(directory, 'PG_VERSION'))) await initialize(directory, binaries, options);
  giveTo(directory, binaries.runner);
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort());
    const child = await launch(directory, binaries, port, options);
    const failure = await untilReady(directory, child, options.logFile);
    if (failure === undefined) return running(child, port, options.password);
    // Between the look for a free port and its use, another program can take it.
    if (options.port !== undefined || attempt === 3 || !failure.includes('could not bind')) throw new Error(failure);
  }
}

function running(child: Child, port: number, password: string): PostgresServer {
  return {
    port,
    url: `postgres://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres`,
    child,
    async stop() {
      await child.stop('SIGINT', 20_000);
    },
  };
}

function prepareDirectory(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return join(realpathSync(dirname(path)), path.slice(dirname(path).length + 1));
}

/**
 * The path by which the server knows its directory: the real one, or, if it runs as another user, its working
 * directory.
 */
function ownName(directory: string, binaries: PostgresBinaries): string {
  return binaries.runner.user && process.platform === 'linux' ? WORKING_DIRECTORY : directory;
}

/** Initializes a directory beside its place and then renames it: an interrupted attempt leaves nothing half-made. */
async function initialize(directory: string, binaries: PostgresBinaries, options: PostgresOptions): Promise<void> {
  const draft = `${directory}.new`;
  rmSync(draft, { recursive: true, force: true });
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const secret = mkdtempSync(join(tmpdir(), 'framewright-initdb-'));
  try {
    const passwordFile = join(secret, 'password');
    writeFileSync(passwordFile, options.password, { mode: 0o600 });
    const { user, prefix } = binaries.runner;
    if (user) for (const path of [draft, secret, passwordFile]) chownSync(path, user.uid, user.gid);
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const access = ['--username=postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    const sync = options.settings?.['fsync'] === 'off' ? ['--no-sync'] : [];
    const command = [...prefix, binaries.initdb, '-D', ownName(draft, binaries), ...locale, ...access, ...sync];
    const initdb = spawn(command[0]!, command.slice(1), { cwd: draft, ...user, stdio: ['ignore', 'ignore', 'pipe'] });
    const [words] = await Promise.all([text(initdb.stderr), once(initdb, 'close')]);
    if (initdb.exitCode !== 0) throw new Error(`PostgreSQL's initdb failed (${initdb.exitCode}): ${words.trim()}`);
    renameSync(draft, directory);
  } finally {
    rmSync(secret, { recursive: true, force: true });
  }
}

/**
 * Gives a directory to the server's user, because data that root has copied or restored belongs to root. The server
 * takes only its own, and only when it is private.
 */
function giveTo(directory: string, { user }: Runner): void {
  if (user && statSync(directory).uid !== user.uid) spawnSync('chown', ['-R', `${user.uid}:${user.gid}`, directory]);
  chmodSync(directory, 0o700);
}

function launch(directory: string, binaries: PostgresBinaries, port: number, options: PostgresOptions): Promise<Child> {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '', // their path may not exceed 107 bytes, and no client uses them
    max_connections: '200',
    shared_buffers: '64MB',
    ...options.settings,
  };
  const pairs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const { user, prefix } = binaries.runner;
  const command = [...prefix, binaries.postgres, '-D', ownName(directory, binaries), ...pairs];
  return Child.start(command[0]!, command.slice(1), {
    cwd: directory,
    user,
    env: { ...process.env, LC_ALL: 'C' },
    logFile: options.logFile,
    orphanSignal: 'INT',
    lifetime: options.lifetime,
  });
}

/** Waits for the line "ready" under our own process id: a probe of the port could reach another server. Returns the failure, if any. */
async function untilReady(directory: string, child: Child, logFile: string): Promise<string | undefined> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (!child.exit && Date.now() < deadline) {
    const lines = readPidFile(directory);
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready') return undefined;
    await delay(20);
  }
  if (!child.exit) await child.stop('SIGINT', 5_000);
  return `PostgreSQL did not start. Its last words (${logFile}):\n${lastLines(logFile, 8)}`;
}

function readPidFile(directory: string): string[] {
  try {
    return readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
  } catch {
    return [];
  }
}

/** Ends a server that a killed parent left in this directory, and removes the pid file of one that is gone. */
async function endOrphan(directory: string): Promise<void> {
  const pid = Number(readPidFile(directory)[0]);
  if (!(pid > 0)) return;
  for (const [signal, graceMs] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!worksIn(directory, pid)) break;
    process.kill(pid, signal);
    const deadline = Date.now() + graceMs;
    while (worksIn(directory, pid) && Date.now() < deadline) await delay(50);
  }
  // The id may belong to another program by now. The server would take that for its own predecessor and refuse to
  // start.
  if (!worksIn(directory, pid)) rmSync(join(directory, 'postmaster.pid'), { force: true });
}

/** Whether the process is a server of this directory; a running server's working directory is its data. */
function worksIn(directory: string, pid: number): boolean {
  if (process.platform !== 'linux') return isAlive(pid);
  try {
    return readlinkSync(`/proc/${pid}/cwd`) === directory;
  } catch {
    return false;
  }
}

/** The end of a log, for an error message. */
export function lastLines(file: string, count: number): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-count).join('\n');
}
