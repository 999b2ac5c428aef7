import { BUDGETS } from '#libs/contracts';

const MIB = 2 ** 20;

/** The processes of a renderer that hold memory: its own, slots, and those that fetch and draw for stills. */
type ProcessKind = 'main' | 'fetcher' | 'slot' | 'drawer';

/** The number of processes of a kind, and the most that each may hold, in bytes. */
export interface MemoryShare {
  bytes: number;
  count: number;
}

/**
 * Memory that each process of a kind needs, whatever is drawn, MiB. `main` includes the buffers of the operating
 * system.
 */
const FIXED_MIB = { main: 512, fetcher: 512 };

/**
 * Memory that each process of a kind needs to draw 3840 × 2160, MiB; with less memory it draws smaller frames. A slot
 * holds 1.5 GB with its x264; a process that draws stills keeps at most 0.4 GB of what it has painted.
 */
const DRAWING_MIB = { slot: 2_048, drawer: 1_536 };

/**
 * Divides memory among all processes of a renderer, so that they fit into it at once.
 *
 * @param memoryBytes memory of the container or of the machine, whichever is less
 */
export function memoryShares(memoryBytes: number, slots: number): Record<ProcessKind, MemoryShare> {
  const counts = { main: 1, fetcher: 1, slot: slots, drawer: BUDGETS.drawers.places };
  const sharesOf = <Kind extends ProcessKind>(
    bytes: number,
    neededMib: Record<Kind, number>,
  ): Record<Kind, MemoryShare> => {
    const kinds = Object.keys(neededMib) as Kind[];
    const sumMib = kinds.reduce((sum, kind) => sum + counts[kind] * neededMib[kind], 0);
    const shareOf = (kind: Kind): MemoryShare => ({
      bytes: Math.floor((bytes * neededMib[kind]) / sumMib),
      count: counts[kind],
    });
    return Object.fromEntries(kinds.map((kind) => [kind, shareOf(kind)])) as Record<Kind, MemoryShare>;
  };
  const fixedBytes = Math.min((FIXED_MIB.main + FIXED_MIB.fetcher) * MIB, memoryBytes / 2);
  return { ...sharesOf(fixedBytes, FIXED_MIB), ...sharesOf(memoryBytes - fixedBytes, DRAWING_MIB) };
}
