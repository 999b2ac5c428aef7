import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** Resources of the machine that a process holds. */
export interface ProcessHoldings {
  /** Paths of its open files. */
  readonly files: readonly string[];
  /** Connections and listening sockets. */
  readonly sockets: number;
  /** All of its descriptors, files and sockets included. */
  readonly descriptors: number;
  /** Private memory, bytes. */
  readonly memoryBytes: number;
}

/** Resources that a process holds now, by default this one; null when it has ended. Linux only: elsewhere null, too. */
export function holdingsOf(pid: number | 'self' = 'self'): ProcessHoldings | null {
  try {
    const targets = readdirSync(`/proc/${pid}/fd`).flatMap((name) => targetOf(`/proc/${pid}/fd/${name}`));
    const status = readFileSync(`/proc/${pid}/status`, 'latin1');
    return {
      files: targets.filter((target) => target.startsWith('/')),
      sockets: targets.filter((target) => target.startsWith('socket:')).length,
      descriptors: targets.length,
      memoryBytes: 1_024 * Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1] ?? 0),
    };
  } catch {
    return null;
  }
}

/** The target of a descriptor's link in a list, which is empty for a descriptor that was closed meanwhile. */
function targetOf(link: string): string[] {
  try {
    return [readlinkSync(link)];
  } catch {
    return [];
  }
}
