import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second of the times in /proc (proc_pid_stat(5)): 100 on every Linux that Node runs on. */
const TICKS_PER_S = 100;

/** CPU time of a process in seconds: its own, and that of the children it has waited for. */
export interface ProcessTime {
  pid: number;
  parent: number;
  ownS: number;
  endedS: number;
}

/** The CPU times of all processes; Linux only. */
export function processTimes(): ProcessTime[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap(timesOf);
}

/** CPU time in seconds that a process and its living children have used so far; Linux only, elsewhere NaN. */
export function cpuSecondsOf(pid: number): number {
  if (process.platform !== 'linux') return NaN;
  return processTimes()
    .filter((each) => each.pid === pid || each.parent === pid)
    .reduce((sum, { ownS }) => sum + ownS, 0);
}

/** CPU time in seconds that the ended children of a process have used so far; Linux only. */
export function cpuSecondsOfChildren(pid: number): number {
  return timesOf(`${pid}`)[0]!.endedS;
}

function timesOf(name: string): ProcessTime[] {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // a command's name may hold blanks
    const [own, ended] = [11, 13].map((at) => (Number(fields[at]) + Number(fields[at + 1])) / TICKS_PER_S);
    return [{ pid: Number(name), parent: Number(fields[1]), ownS: own!, endedS: ended! }];
  } catch {
    return []; // it has just ended
  }
}
