import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { report } from './report.mjs';
import { UserError } from './user-error.mjs';
import { installDebianPackages, isDebian } from './debian.mjs';
import { userPath } from './paths.mjs';
import { unpackedPrograms, unpackPrograms } from './unpacked-programs.mjs';

const FFMPEG = {
  name: 'ffmpeg',
  variable: 'FFMPEG_PATH',
  oldest: '5.1',
  ask: '-version',
  answer: /^ffmpeg version n?(\S+)/,
};
const FFPROBE = {
  name: 'ffprobe',
  variable: 'FFPROBE_PATH',
  oldest: '5.1',
  ask: '-version',
  answer: /^ffprobe version n?(\S+)/,
};
const NATS = {
  name: 'nats-server',
  variable: 'NATS_SERVER_PATH',
  oldest: '2.9.10',
  ask: '--version',
  answer: /v(\d\S*)/,
};
const PROGRAMS = [FFMPEG, FFPROBE, NATS];

/** Where Debian and Homebrew put programs that are not on every user's PATH. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/**
 * Finds ffmpeg, ffprobe and nats-server, or installs them: Debian packages, else Homebrew.
 * @returns the environment variables that name them
 * @throws UserError when they can neither be found nor installed
 */
export async function ensurePrograms() {
  const sources = [() => undefined, unpacked, installed, fetched, brewed];
  let look = lookFor(PROGRAMS, []);
  for (const source of sources) {
    const folders = await source(look.missing);
    if (folders) look = lookFor(PROGRAMS, folders);
    if (look.missing.length === 0) return look.environment;
  }
  throw new UserError(instructions(look.missing));
}

/** What an earlier command without root's rights unpacked. */
function unpacked() {
  return [unpackedPrograms()];
}

async function installed(missing) {
  if (!isDebian() || process.getuid?.() !== 0) return undefined;
  report(`Installing ${packagesOf(missing).join(' and ')} with apt-get …`);
  await installDebianPackages(packagesOf(missing));
  return [];
}

async function fetched(missing) {
  if (!isDebian() || process.getuid?.() === 0) return undefined;
  report(`Fetching ${packagesOf(missing).join(' and ')} from Debian into ${unpackedPrograms()} (once) …`);
  await unpackPrograms(
    ['ffmpeg', 'nats-server'],
    PROGRAMS.map((program) => program.name),
  );
  return unpacked();
}

function brewed(missing) {
  const places = [...userPath(), ...MORE_FOLDERS, '/home/linuxbrew/.linuxbrew/bin'].map((folder) =>
    join(folder, 'brew'),
  );
  const brew = places.find((path) => existsSync(path));
  if (!brew) return undefined;
  const packages = packagesOf(missing);
  report(`Installing ${packages.join(' and ')} with Homebrew …`);
  spawnSync(brew, ['install', ...packages], { stdio: ['ignore', 2, 2] });
  return [dirname(brew)];
}

function packagesOf(missing) {
  return [...new Set(missing.map(({ name }) => (name === 'ffprobe' ? 'ffmpeg' : name)))];
}

function lookFor(programs, moreFolders) {
  const environment = {};
  const missing = [];
  for (const program of programs) {
    const path = locate(program, environment, moreFolders);
    if (path) environment[program.variable] = path;
    else missing.push(program);
  }
  return { environment, missing };
}

/** A path given by the user must be right; otherwise the first folder with a version that is new enough. */
function locate(program, environment, moreFolders) {
  const given = process.env[program.variable];
  if (given) {
    if (isNewEnough(program, given)) return given;
    throw new UserError(`${program.variable}=${given} is no ${program.name} ${program.oldest} or newer.`);
  }
  // The ffprobe beside a given ffmpeg belongs to it.
  const beside = program === FFPROBE && environment[FFMPEG.variable] ? [dirname(environment[FFMPEG.variable])] : [];
  const folders = [...beside, ...userPath(), ...MORE_FOLDERS, ...moreFolders];
  return folders
    .map((folder) => join(folder, program.name))
    .find((path) => existsSync(path) && isNewEnough(program, path));
}

function isNewEnough(program, path) {
  const { status, stdout } = spawnSync(path, [program.ask], { encoding: 'utf8', timeout: 20_000 });
  const version = status === 0 && program.answer.exec(stdout)?.[1];
  if (!version) return false;
  if (!/^\d+\./.test(version)) return true; // a build from git: "N-112233-gabcdef"
  const found = version.split(/[^0-9]+/).map(Number);
  for (const [index, wanted] of program.oldest.split('.').map(Number).entries()) {
    if ((found[index] ?? 0) !== wanted) return (found[index] ?? 0) > wanted;
  }
  return true;
}

function instructions(missing) {
  const lines = missing.map(
    ({ name, oldest, variable }) => `  ${name} ${oldest} or newer   (or set ${variable} to where it lies)`,
  );
  return [
    'These programs are missing or too old, and could not be installed for you:',
    ...lines,
    'Install them and run the same command again:',
    '  Debian, Ubuntu   sudo apt-get install ffmpeg nats-server',
    '  macOS            brew install ffmpeg nats-server',
    '  elsewhere        https://ffmpeg.org/download.html and https://github.com/nats-io/nats-server/releases',
    `Looked in: ${[...userPath(), ...MORE_FOLDERS].join(delimiter)}`,
  ].join('\n');
}
