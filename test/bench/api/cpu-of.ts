import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks a second of the times in /proc (proc_pid_stat(5)): 100 on every Linux that Node runs on. */
const TICKS_PER_S = 100;

/** CPU time in seconds that a process and its children that live now have used so far; Linux only, elsewhere NaN. */
export function cpuSecondsOf(pid: number): number {
  if (process.platform !== 'linux') return NaN;
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(timesOf);
  return all
    .filter((each) => each.pid === pid || each.parent === pid)
    .reduce((sum, { ticks }) => sum + ticks / TICKS_PER_S, 0);
}

function timesOf(name: string): { pid: number; parent: number; ticks: number } {
  try {
    const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // a command's name may hold blanks
    return { pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return { pid: 0, parent: 0, ticks: 0 }; // it has just ended
  }
}
