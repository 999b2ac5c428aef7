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

type Loaded = Readonly<Record<string, object>>;

/** Names of exports that were used before they were loaded: the next attempt loads what could not be. */
const exported = new Set<string>();
const parts = new Map<() => Promise<Loaded>, Loaded | undefined>();

/** Loads all that stands for itself until it is used, one after the other, so that nothing waits for it later. */
export async function loadParts(): Promise<void> {
  for (const load of parts.keys()) parts.set(load, parts.get(load) ?? (await load()));
}

/** Can be called and made, as what a proxy of it stands for. */
function standIn(): undefined {
  return undefined;
}

/** Stands for an export of a module that `load` loads: the first use of one begins to load it, and gives the attempt up. */
export function lateExport(load: () => Promise<Loaded>, name: string): object {
  if (!parts.has(load)) parts.set(load, undefined);
  const loaded = (): never => {
    const part = parts.get(load);
    if (part) return part[name] as never;
    exported.add(name);
    return loadFirst(name, async () => void parts.set(load, await load()));
  };
  return new Proxy(standIn, {
    get: (_target, key) => Reflect.get(loaded(), key) as unknown,
    apply: (_target, _this, args) => Reflect.apply<undefined, unknown[], unknown>(loaded(), undefined, args),
    construct: (_target, args) => Reflect.construct<unknown[], object>(loaded(), args),
  });
}

/** Lets the next use of a module that could not be loaded try again. */
export function tryAgain(): void {
  for (const name of exported) failed.delete(name);
}

/** Waits until nothing is on its way. */
export async function settle(): Promise<void> {
  while (coming.size > 0) {
    const [key, work] = [...coming][0]!;
    await work;
    coming.delete(key);
  }
}
