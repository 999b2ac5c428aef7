import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from './user-error.mjs';
import { userPath } from './paths.mjs';

/** Folders in which Debian and Homebrew put programs that are not on every user's PATH. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/opt/homebrew/bin'];

/** The folders in which programs are looked for on every machine. */
export function programFolders() {
  return [...userPath(), ...MORE_FOLDERS];
}

/**
 * Finds a program at the path that the user has given, which must be right, else in the first folder whose version is
 * new enough.
 * @param program its `names`, the `variable` that may hold its path, the `oldest` version that will do, the arguments
 * that `ask` for its version, and the pattern of the `answer`
 * @param folders in the order of preference
 * @returns its path; undefined when there is none
 * @throws UserError when the variable names something else
 */
export function findProgram(program, folders) {
  const given = process.env[program.variable];
  if (given) {
    if (isNewEnough(program, given)) return given;
    throw new UserError(`${program.variable}=${given} is no ${program.names[0]} ${program.oldest} or newer.`);
  }
  return folders
    .flatMap((folder) => program.names.map((name) => join(folder, name)))
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
