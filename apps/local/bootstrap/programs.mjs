import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { findProgram, programFolders } from './find-program.mjs';
import { report } from './report.mjs';
import { UserError } from './user-error.mjs';
import { installDebianPackages, isDebian } from './debian.mjs';
import { unpackedPrograms, unpackPrograms } from './unpacked-programs.mjs';

const FFMPEG = {
  names: ['ffmpeg'],
  variable: 'FFMPEG_PATH',
  oldest: '5.1',
  ask: '-version',
  answer: /^ffmpeg version n?(\S+)/,
};
const FFPROBE = {
  names: ['ffprobe'],
  variable: 'FFPROBE_PATH',
  oldest: '5.1',
  ask: '-version',
  answer: /^ffprobe version n?(\S+)/,
};
const NATS = {
  names: ['nats-server'],
  variable: 'NATS_SERVER_PATH',
  oldest: '2.9.10',
  ask: '--version',
  answer: /v(\d\S*)/,
};
const PROGRAMS = [FFMPEG, FFPROBE, NATS];

/** The folder of unpacked packages. */
const UNPACKED = 'debian';

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

/** Folders with the programs that an earlier command without root's rights unpacked. */
function unpacked() {
  return [unpackedPrograms(UNPACKED)];
}

async function installed(missing) {
  if (!isDebian() || process.getuid?.() !== 0) return undefined;
  report(`Installing ${packagesOf(missing).join(' and ')} with apt-get …`);
  await installDebianPackages(packagesOf(missing));
  return [];
}

async function fetched(missing) {
  if (!isDebian() || process.getuid?.() === 0) return undefined;
  report(`Fetching ${packagesOf(missing).join(' and ')} from Debian into ${unpackedPrograms(UNPACKED)} (once) …`);
  await unpackPrograms(UNPACKED, ['ffmpeg', 'nats-server'], {
    ffmpeg: '/usr/bin/ffmpeg',
    ffprobe: '/usr/bin/ffprobe',
    'nats-server': '/usr/sbin/nats-server',
  });
  return unpacked();
}

function brewed(missing) {
  const places = [...programFolders(), '/home/linuxbrew/.linuxbrew/bin'].map((folder) => join(folder, 'brew'));
  const brew = places.find((path) => existsSync(path));
  if (!brew) return undefined;
  const packages = packagesOf(missing);
  report(`Installing ${packages.join(' and ')} with Homebrew …`);
  spawnSync(brew, ['install', ...packages], { stdio: ['ignore', 2, 2] });
  return [dirname(brew)];
}

function packagesOf(missing) {
  return [...new Set(missing.map(({ names: [name] }) => (name === 'ffprobe' ? 'ffmpeg' : name)))];
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

/** Finds a program on this machine. If the user has named an ffmpeg, the ffprobe beside it belongs to it. */
function locate(program, environment, moreFolders) {
  const beside = program === FFPROBE && environment[FFMPEG.variable] ? [dirname(environment[FFMPEG.variable])] : [];
  return findProgram(program, [...beside, ...programFolders(), ...moreFolders]);
}

function instructions(missing) {
  const lines = missing.map(
    ({ names: [name], oldest, variable }) => `  ${name} ${oldest} or newer   (or set ${variable} to where it lies)`,
  );
  return [
    'These programs are missing or too old, and could not be installed for you:',
    ...lines,
    'Install them and run the same command again:',
    '  Debian, Ubuntu   sudo apt-get install ffmpeg nats-server',
    '  macOS            brew install ffmpeg nats-server',
    '  elsewhere        https://ffmpeg.org/download.html and https://github.com/nats-io/nats-server/releases',
    `Looked in: ${programFolders().join(delimiter)}`,
  ].join('\n');
}
