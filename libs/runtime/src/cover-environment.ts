import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';

/**
 * Hides the environment variables that this process was started with from other processes of the same user:
 * `/proc/<pid>/environ` becomes empty, while `process.env` keeps its values. In a container this also covers tini,
 * which was started with the same variables. Call it before starting any untrusted program.
 *
 * Linux fills a range of the process's own memory with the variables, and that file shows it. The range is overwritten
 * after `process.env` has copied the values. A process that may attach to this one can still read the copies. Where
 * Yama's `ptrace_scope` is 1 or more, children may not attach, but this process may not cover tini either. Nothing is
 * overwritten where the user may execute but not read the program, because Linux then hides the memory from the user's
 * other processes.
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
