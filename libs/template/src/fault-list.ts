import type { Fault, FaultCode } from './fault.js';
import { isList, isPlainObject, own } from './shape/json.js';
import { excerpt } from './shape/excerpt.js';

/** Path of a value from the root of a JSON document: `['pages', 0, 'layers', 2, 'weight']`. */
export type Path = readonly (string | number)[];

/** The limit that docs/api.md states. */
const MAX_FAULTS = 100;
/** Most characters of a reported path. Paths of declared fields are far shorter; unknown keys may be of any length. */
const MAX_FIELD_CHARACTERS = 512;

/** A fault before it is rendered for the caller. */
export interface FoundFault {
  path: Path;
  code: FaultCode;
  message: string;
  value?: unknown;
}

/** Collects the faults of one JSON document and reports them in the order of the document. */
export class FaultList {
  readonly #faults: FoundFault[] = [];
  readonly #fields = new Set<string>();
  #count = 0;

  readonly #showsValues: boolean;

  /**
   * @param root prefix of the reported paths: `''` or `modifications`
   * @param options.showsValues whether faults repeat the rejected values: false for a document with secrets
   */
  constructor(
    readonly document: unknown,
    readonly root = '',
    { showsValues = true } = {},
  ) {
    this.#showsValues = showsValues;
  }

  /** Faults added so far. */
  get count(): number {
    return this.#count;
  }

  /** Whether further faults are only counted: their messages are not shown. */
  get isFull(): boolean {
    return this.#faults.length >= 2 * MAX_FAULTS;
  }

  /** Keeps the first fault of a field; later checks are less specific. */
  add(path: Path, fault: Omit<FoundFault, 'path'>): void {
    // Faults come in nearly in order: keeping twice as many as are shown leaves the first hundred exact for any real
    // document.
    if (this.isFull) {
      this.#count += 1;
      return;
    }
    const field = fieldName(path);
    if (this.#fields.has(field)) return;
    this.#count += 1;
    this.#fields.add(field);
    this.#faults.push({ ...fault, path });
  }

  /** Whether the field at this path has a fault. */
  has(path: Path): boolean {
    return this.#fields.has(fieldName(path));
  }

  /** Adds the faults of a part of this document. `locate` maps a path in the part to a path in the document. */
  adopt(part: FaultList, locate: (path: Path) => Path): void {
    for (const fault of part.#faults) this.add(locate(fault.path), fault);
    this.#count += part.#count - part.#faults.length;
  }

  /** The faults that were added first, unchanged and in the order of adding. */
  found(): readonly FoundFault[] {
    return this.#faults;
  }

  /** At most 100 faults in document order, and one more that counts the rest. */
  report(): Fault[] {
    return reportFaults([this]);
  }

  /** The first 100 faults in document order. */
  first(): Fault[] {
    const order = new DocumentOrder(this.document);
    const placed = this.#faults.map((fault) => ({ fault, order: order.placeOf(fault.path) }));
    return placed
      .toSorted((a, b) => compareOrders(a.order, b.order))
      .slice(0, MAX_FAULTS)
      .map(({ fault }) => this.#render(fault));
  }

  #render({ path, code, message, value }: FoundFault): Fault {
    const field = fieldName(path, this.root).slice(0, MAX_FIELD_CHARACTERS);
    const shown = this.#showsValues ? excerpt(value) : null;
    return { field: printable(field), code, message: printable(message), value: shown };
  }
}

/**
 * Reports the faults of several documents of one request: list after list, each in the order of its document. At most
 * 100, and one more that counts the rest.
 */
export function reportFaults(lists: readonly FaultList[]): Fault[] {
  const shown = lists.flatMap((list) => list.first()).slice(0, MAX_FAULTS);
  const rest = lists.reduce((sum, { count }) => sum + count, -shown.length);
  if (rest > 0) shown.push({ field: 'body', code: 'INVALID_VALUE', message: `${rest} more faults`, value: null });
  return shown;
}

/**
 * A text in which U+FFFD replaces U+0000 and halves of characters. Names of unknown fields may contain these, and
 * strict readers of JSON refuse them.
 */
function printable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** `pages[0].layers[2].weight`; the whole document is `body`. */
export function fieldName(path: Path, root = ''): string {
  const text = path.reduce<string>(
    (before, step) => (typeof step === 'number' ? `${before}[${step}]` : before === '' ? step : `${before}.${step}`),
    root,
  );
  return text === '' ? 'body' : text;
}

/** The position of every step of a path among its siblings. A missing key follows all existing ones. */
class DocumentOrder {
  readonly #indexes = new Map<object, Map<string, number>>();

  constructor(readonly document: unknown) {}

  placeOf(path: Path): number[] {
    let at = this.document;
    return path.map((step) => {
      if (typeof step === 'number') {
        at = isList(at) ? at[step] : undefined;
        return step;
      }
      const keys = isPlainObject(at) ? this.#indexOf(at) : new Map<string, number>();
      const index = keys.get(step);
      at = own(at, step);
      return index ?? keys.size;
    });
  }

  /** Cached per object: a hundred faults may lie in one object with a hundred thousand keys. */
  #indexOf(object: object): Map<string, number> {
    const index = this.#indexes.get(object) ?? new Map(Object.keys(object).map((key, place) => [key, place]));
    this.#indexes.set(object, index);
    return index;
  }
}

function compareOrders(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    if (a[i] !== b[i]) return a[i]! - b[i]!;
  }
  return a.length - b.length;
}
