import { forgetCells } from '../text/typesetting.js';

/**
 * Layout asks for fonts and encoders at once, and a browser has to fetch them first. A missing one is noted here, and
 * the attempt that missed it is made again when all of them have come.
 */
const coming = new Map<string, Promise<void>>();
const failed = new Map<string, unknown>();

/** Thrown where nothing can be done without the missing file. */
class StillLoading extends Error {
  override readonly name = 'StillLoading';
}

/** Whether anything that was missing is still on its way. */
export function isLoading(): boolean {
  return coming.size > 0;
}

/** Notes that something is missing, and begins to load it. @throws what an earlier attempt to load it ended with */
export function loadMissing(key: string, work: () => Promise<void>): void {
  if (failed.has(key)) throw failed.get(key);
  if (coming.has(key)) return;
  coming.set(
    key,
    work().then(
      () => undefined,
      (error: unknown) => void failed.set(key, error),
    ),
  );
}

/** Begins to load as {@link loadMissing} does, and gives the attempt up. */
export function loadFirst(key: string, work: () => Promise<void>): never {
  loadMissing(key, work);
  throw new StillLoading(key);
}

/** Repeats an attempt until nothing is missing in it. @throws what that attempt throws */
export async function complete<T>(attempt: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      const result = await attempt();
      if (coming.size === 0) return result;
    } catch (error) {
      if (coming.size === 0) throw error;
    }
    await settle();
    forgetCells();
  }
}

async function settle(): Promise<void> {
  while (coming.size > 0) {
    const [key, work] = [...coming][0]!;
    await work;
    coming.delete(key);
  }
}
