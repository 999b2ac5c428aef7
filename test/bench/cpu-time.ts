import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Times of a command and of everything that it started and waited for, in seconds. */
export interface Usage {
  wallS: number;
  /** User and system time of the whole process tree. */
  cpuS: number;
}

/**
 * Runs `command` to its end under the shell's `time`, which counts waited-for children, killed ones included.
 * @param input a file for its stdin
 */
export async function timed(command: readonly string[], input = '/dev/null'): Promise<Usage> {
  const script = 'input=$1; shift; TIMEFORMAT="%R %U %S"; { time "$@" <"$input" >&4 2>&4; } 4>&2 2>&3';
  const child = spawn('bash', ['-c', script, 'time', input, ...command], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  });
  let times = '';
  child.stdio[3]?.on('data', (chunk: Buffer) => (times += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number];
  if (code !== 0) throw new Error(`${command[0] ?? ''} ended with ${code}`);
  const [wallS = NaN, user = NaN, system = NaN] = times.trim().split(' ').map(Number);
  return { wallS, cpuS: user + system };
}

/** The middle value of an odd number of measurements. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}
