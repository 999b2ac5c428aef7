import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * Takes the variables that this process was started with out of sight of others of the same user: `/proc/<pid>/environ` shows
 * nothing any more, `process.env` says what it said. In a container tini, which started it with the same variables, is covered
 * as well. Call it before anything is started that is not to be trusted.
 *
 * That file shows a stretch of the process's own memory, which Linux fills at the start and nobody needs afterwards:
 * `process.env` gets copies of its own, and the stretch is overwritten. Who may attach to the process can still read those
 * copies; where Yama's `ptrace_scope` is 1 or more, children may not, nor may this process cover tini. Nothing is overwritten
 * where Linux lets no other process of the user see the memory anyway, because the user may run the program but not read it.
 *
 * @returns the processes among the two whose variables can still be seen
 */
export function coverEnvironment(): string[] {
  if (process.platform !== 'linux') return ['this process'];
  for (const [name, value] of Object.entries(process.env)) process.env[name] = value!;
  return [
    ...(isCovered('self') ? [] : ['this process']),
    ...(process.ppid !== 1 || commandOf(1) !== 'tini' || isCovered('1') ? [] : ['tini']),
  ];
}

function isCovered(pid: string): boolean {
  const path = `/proc/${pid}/environ`;
  try {
    overwrite(pid, readFileSync(path).length);
    return readFileSync(path).every((byte) => byte === 0);
  } catch {
    return !isReadable(path);
  }
}

function isReadable(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

function overwrite(pid: string, length: number): void {
  const memory = openSync(`/proc/${pid}/mem`, 'r+');
  try {
    writeSync(memory, Buffer.alloc(length), 0, length, addressOfEnvironment(pid));
  } finally {
    closeSync(memory);
  }
}

/** proc_pid_stat(5), field 50; fields are counted after the name, the second, which may hold spaces. */
function addressOfEnvironment(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[50 - 3]);
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/comm`, 'latin1').trim();
}
