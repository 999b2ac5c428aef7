import { MAX_LAYERS, MAX_LAYERS_IN_ALL, MAX_PAGES } from '../document-limits.js';
import { layersIn } from '../document-rules.js';
import type { Scope } from '../expressions/scope.js';
import { isList, isPlainObject, own } from '../shape/json.js';
import { MAX_EXPANDED_CHARACTERS } from '../variables.js';
import { nameCopies, type PlacedLayer } from './name-copies.js';
import type { Place, Places } from './places.js';
import { type Site, type SourceFault, StructureValues } from './structure-values.js';

/** Copies that `repeat` and `when` may consider in one document, those that are left out counted. */
const MAX_CONSIDERED = 20_000;

/** A document whose structure is decided. */
export interface Expanded {
  readonly document: Record<string, unknown>;
  readonly places: Places;
}

/**
 * Makes the copies of pages and layers that `repeat` asks for, and leaves out the pages, layers, sound tracks and
 * transitions whose `when` is false. Pages get the numbers of their positions, layers of copies names of their own.
 *
 * What would become too large is refused before it is made: the time is linear in the source and in the limits of a
 * document.
 *
 * @param source a document without faults; it is not changed
 * @param declared the names of all variables, those without a value too
 * @param refuse receives the faults
 * @returns undefined if there are any
 */
export function expandStructure(
  source: Readonly<Record<string, unknown>>,
  { scope, declared }: { scope: Scope; declared: ReadonlySet<string> },
  refuse: (fault: SourceFault) => void,
): Expanded | undefined {
  const expansion = new Expansion(source, declared, refuse);
  const document = expansion.document(scope);
  return expansion.isRefused ? undefined : { document, places: expansion.places };
}

type Kind = 'pages' | 'layers' | 'audio';
type Node = Readonly<Record<string, unknown>>;

class Expansion {
  readonly places = new Map<unknown, Place>();
  /** Whether a fault was found. */
  isRefused = false;
  readonly #values: StructureValues;
  readonly #sizes = new WeakMap<Node, number>();
  readonly #room = { considered: MAX_CONSIDERED, characters: MAX_EXPANDED_CHARACTERS, layers: MAX_LAYERS_IN_ALL };
  /** The layers of the page that is made. */
  #page: PlacedLayer[] = [];
  /** Set by the first fault of size: nothing more is made. */
  #isFull = false;

  constructor(
    private readonly source: Node,
    declared: ReadonlySet<string>,
    private readonly report: (fault: SourceFault) => void,
  ) {
    this.#values = new StructureValues(declared, (fault) => this.refuse(fault));
  }

  document(scope: Scope): Record<string, unknown> {
    const place = { path: [], source: [], scope, items: [] };
    const document = this.copy(this.source, place, (name, value) =>
      name === 'pages' || name === 'audio' ? this.list(value, place, name) : structuredClone(value),
    );
    const pages = own(document, 'pages');
    if (isList(pages)) this.finishPages(pages);
    return document;
  }

  private finishPages(pages: readonly unknown[]): void {
    const [first] = pages;
    if (first === undefined && !this.isRefused) {
      const message = 'no page is left: each has a when that is false, or repeats an empty list';
      this.refuse({ source: { path: ['pages'], items: [] }, names: [], code: 'INVALID_VALUE', message });
    }
    const place = this.places.get(first);
    // The first page that is left has none before it. That of a source is refused by the rules.
    const isMoved = place !== undefined && (place.source[1] !== 0 || place.items.length > 0);
    if (isMoved && isPlainObject(first)) Reflect.deleteProperty(first, 'transition');
  }

  private page(node: Node, place: Place): Record<string, unknown> {
    this.#page = [];
    const page = this.copy(node, place, (name, value) => {
      if (name === 'layers') return this.list(value, place, name);
      if (name === 'number') return Number(place.path[1]) + 1;
      return name === 'transition' ? this.transition(value, place) : structuredClone(value);
    });
    const sources = [...layersIn(own(node, 'layers'), [...place.source, 'layers'])];
    nameCopies(this.#page, new Map(sources.map(({ value, path }) => [own(value, 'name'), path])));
    return page;
  }

  private layer(node: Node, place: Place): Record<string, unknown> {
    return this.copy(node, place, (name, value) =>
      name === 'layers' ? this.list(value, place, name) : structuredClone(value),
    );
  }

  /** The copy of a node without what decided about it. */
  private copy(node: Node, place: Place, valueOf: (name: string, value: unknown) => unknown): Record<string, unknown> {
    const copy: Record<string, unknown> = {};
    this.places.set(copy, place);
    if (isLayer(place)) this.#page.push({ node: copy, place });
    for (const [name, value] of Object.entries(node)) {
      const made = name === 'when' || name === 'repeat' ? undefined : valueOf(name, value);
      if (made !== undefined) copy[name] = made;
    }
    return copy;
  }

  private transition(value: unknown, place: Place): unknown {
    const site = { ...place, source: [...place.source, 'transition'] };
    if (!isPlainObject(value)) return value;
    const { when, ...transition } = value;
    return this.#values.isWanted({ when }, site) ? structuredClone(transition) : undefined;
  }

  /** The copies of the members of a list. */
  private list(list: unknown, holder: Place, kind: Kind): unknown {
    if (!isList(list)) return structuredClone(list);
    const made: unknown[] = [];
    for (const [index, node] of list.entries()) {
      if (!isPlainObject(node)) made.push(node);
      else {
        for (const site of this.copiesOf(node, { ...holder, source: [...holder.source, kind, index] })) {
          const place = { ...site, path: [...holder.path, kind, made.length] };
          if (!this.hasRoom(node, place, kind)) return made;
          made.push(this.member(node, place, kind));
        }
      }
      if (this.#isFull) return made;
    }
    return made;
  }

  private member(node: Node, place: Place, kind: Kind): unknown {
    if (kind === 'pages') return this.page(node, place);
    return kind === 'layers' ? this.layer(node, place) : this.copy(node, place, (_, value) => structuredClone(value));
  }

  private *copiesOf(node: Node, site: Site): Iterable<Site> {
    const repeat = own(node, 'repeat');
    for (const copy of repeat === undefined ? [site] : this.#values.copiesOf(repeat, site)) {
      this.#room.considered -= 1;
      if (this.#room.considered < 0) {
        this.stop(site, `repeat must not consider more than ${MAX_CONSIDERED} copies in all`);
        return;
      }
      if (this.#values.isWanted(node, copy)) yield copy;
    }
  }

  /** Whether one more copy fits into the limits of a document. */
  private hasRoom(node: Node, place: Place, kind: Kind): boolean {
    const fault = this.sizeFault(node, place, kind);
    if (fault !== undefined) this.stop(place, fault);
    return fault === undefined;
  }

  private sizeFault(node: Node, place: Place, kind: Kind): string | undefined {
    if (kind === 'pages' && Number(place.path[1]) >= MAX_PAGES) return `a video must have at most ${MAX_PAGES} pages`;
    if (kind === 'layers') {
      if (this.#page.length >= MAX_LAYERS) return `a page must have at most ${MAX_LAYERS} layers`;
      this.#room.layers -= 1;
      if (this.#room.layers < 0) return `a video must have at most ${MAX_LAYERS_IN_ALL} layers`;
    }
    if (place.items.length > 0) this.#room.characters -= this.sizeOf(node);
    if (this.#room.characters >= 0) return undefined;
    return `repeat must not make the document longer than ${MAX_EXPANDED_CHARACTERS} characters`;
  }

  private refuse(fault: SourceFault): void {
    this.isRefused = true;
    this.report(fault);
  }

  private stop({ source, items }: Site, message: string): void {
    if (this.#isFull) return;
    this.#isFull = true;
    this.refuse({ source: { path: source, items }, names: [], code: 'VALUE_TOO_LARGE', message });
  }

  /** Characters of a node's own JSON, without its layers. */
  private sizeOf(node: Node): number {
    const known = this.#sizes.get(node);
    if (known !== undefined) return known;
    const size = JSON.stringify({ ...node, layers: undefined }).length;
    this.#sizes.set(node, size);
    return size;
  }
}

function isLayer({ source }: Place): boolean {
  return source.at(-2) === 'layers';
}
