import { AXES } from '#libs/document';
import { MAX_COMPONENT_DEPTH, MAX_LAYERS, MAX_LAYERS_IN_ALL, MAX_PAGES } from '../document-limits.js';
import { layersIn } from '../document-rules.js';
import type { Scope } from '../expressions/scope.js';
import { fieldName, type Path } from '../fault-list.js';
import { applyStyles, type StyledDocument } from '../reuse/apply-styles.js';
import { type Tokens, tokensOf } from '../reuse/brand-tokens.js';
import { componentsOf, tooDeep } from '../reuse/shared.js';
import { isList, isPlainObject, own } from '../shape/json.js';
import { MAX_EXPANDED_CHARACTERS } from '../variables.js';
import { isOfComponent, type Override } from './caller-overrides.js';
import { componentNames } from './component-values.js';
import { nameCopies, type PlacedLayer } from './name-copies.js';
import type { Place, Places } from './places.js';
import { type Site, type SourceFault, StructureValues } from './structure-values.js';

/** Copies that `repeat` and `when` may consider in one document, those that are left out counted. */
const MAX_CONSIDERED = 20_000;

/** Properties of a source that decide what is made, and that its finished document does not have. */
const OF_SOURCE: ReadonlySet<string> = new Set(['brand', 'components', 'styles']);
const OF_STRUCTURE: ReadonlySet<string> = new Set(['repeat', 'style', 'when']);
/** Characters of the name of an unknown component that are shown. */
const MAX_SHOWN = 64;

/** A document whose structure is decided. */
export interface Expanded {
  readonly document: Record<string, unknown>;
  readonly places: Places;
}

/**
 * Puts styles beneath the properties of layers, makes groups of layers that show components and the copies of pages and layers
 * that `repeat` asks for, and leaves out the pages, layers, sound tracks and
 * transitions whose `when` is false. Pages get the numbers of their positions, layers of copies names of their own.
 *
 * What would become too large is refused before it is made: the time is linear in the source and in the limits of a
 * document.
 *
 * @param source a document without faults; it is not changed
 * @param names.refuse receives the faults
 * @returns undefined if there are any
 */
export function expandStructure(
  source: Readonly<Record<string, unknown>>,
  { refuse, ...names }: Names & { refuse: (fault: SourceFault) => void },
): Expanded | undefined {
  const expansion = new Expansion(source, names, refuse);
  const document = expansion.document(names.scope);
  return expansion.isRefused ? undefined : { document, places: expansion.places };
}

/** The names in a source, and their values. */
export interface Names {
  readonly scope: Scope;
  /** The names of all variables of the document, those without a value too. */
  readonly declared: ReadonlySet<string>;
  /** The caller's values. Here, only those for components count. */
  readonly overrides: readonly Override[];
}

type Kind = 'pages' | 'layers' | 'audio';
type Node = Readonly<Record<string, unknown>>;

class Expansion {
  readonly places = new Map<unknown, Place>();
  /** Whether a fault was found. */
  isRefused = false;
  #evaluated: StructureValues | undefined;
  readonly #components: ReadonlyMap<string, Node>;
  readonly #tokens: Tokens;
  /** Values of components that the caller sets, by the field of the source. */
  readonly #given: ReadonlyMap<string, Override>;
  /** Paths of the layers of components, by name. */
  readonly #names = new Map<string, ReadonlyMap<unknown, Path>>();
  readonly #styled: StyledDocument<Node>;
  /** The uses of each component in the page that is made. */
  #uses = new Map<string, number>();
  readonly #sizes = new WeakMap<Node, number>();
  readonly #room = { considered: MAX_CONSIDERED, characters: MAX_EXPANDED_CHARACTERS, layers: MAX_LAYERS_IN_ALL };
  /** The layers of the page that is made. */
  #page: PlacedLayer[] = [];
  /** Set by the first fault of size: nothing more is made. */
  #isFull = false;

  constructor(
    source: Node,
    private readonly names: Names,
    private readonly report: (fault: SourceFault) => void,
  ) {
    this.#styled = applyStyles(source);
    this.#components = componentsOf(this.#styled.document);
    this.#tokens = tokensOf(source);
    this.#given = new Map(names.overrides.filter(isOfComponent).map((each) => [fieldName(each.path), each]));
  }

  /** Only what repeats, or may be left out, needs the values. */
  private get values(): StructureValues {
    return (this.#evaluated ??= new StructureValues(this.names.declared, (fault) => this.refuse(fault)));
  }

  private isWanted(node: unknown, site: Site): boolean {
    return own(node, 'when') === undefined || this.values.isWanted(node, site);
  }

  document(scope: Scope): Record<string, unknown> {
    const place = { path: [], source: [], scope, items: [] };
    if (this.#styled.isTooLong) this.stop({ ...place, source: ['styles'] }, tooLong('styles'));
    const document = this.copy(this.#styled.document, place, (name, value) => {
      if (name === 'pages' || name === 'audio') return this.list(value, place, name);
      return OF_SOURCE.has(name) ? undefined : cloned(value);
    });
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
    this.#uses = new Map();
    const page = this.copy(node, place, (name, value) => {
      if (name === 'layers') return this.list(value, place, name);
      if (name === 'number') return Number(place.path[1]) + 1;
      return name === 'transition' ? this.transition(value, place) : cloned(value);
    });
    nameCopies(this.#page, { page: namesIn(node, place.source), of: (component) => this.namesOf(component) });
    return page;
  }

  /** The names of the layers of a component. */
  private namesOf(component: string): ReadonlyMap<unknown, Path> {
    const known = this.#names.get(component) ?? namesIn(this.#components.get(component), ['components', component]);
    this.#names.set(component, known);
    return known;
  }

  /** A component for one layer that shows it: a group whose layers are those of the component. */
  private component(node: Node, place: Place): Record<string, unknown> {
    const name = node['component'];
    const layer = { ...node, component: undefined, values: undefined };
    const component = this.#components.get(String(name));
    const depth = (place.use?.depth ?? 0) + 1;
    if (!component) this.refuseUse(place, `there is no component ${String(name).slice(0, MAX_SHOWN)}`);
    if (depth > MAX_COMPONENT_DEPTH) this.refuseUse(place, tooDeep());
    if (!component || depth > MAX_COMPONENT_DEPTH) return {};
    const override = this.#given.get(fieldName([...place.source, 'values']));
    const sources = { declared: this.names.declared, tokens: this.#tokens, override };
    const refuse = (fault: SourceFault) => this.refuse(fault);
    const { scope, ...found } = componentNames(component, { layer: node, place }, { ...sources, refuse });
    const number = this.#uses.get(String(name)) ?? 0;
    this.#uses.set(String(name), number + 1);
    const { source: path, items, use } = place;
    const within = { layer: { path, items, use }, number, depth, ...found };
    const holder = { path: place.path, source: ['components', String(name)], scope, items: [], use: within };
    const group = { ...withSizeOf(component, layer), open: undefined, type: 'group', layers: component['layers'] };
    return this.copy(group, place, (property, value) =>
      property === 'layers' ? this.list(value, holder, 'layers') : cloned(value),
    );
  }

  private refuseUse({ source, items, use }: Place, message: string): void {
    this.refuse({ source: { path: [...source, 'component'], items, use }, names: [], code: 'INVALID_VALUE', message });
  }

  private layer(node: Node, place: Place): Record<string, unknown> {
    if (own(node, 'type') === 'component') return this.component(node, place);
    return this.copy(node, place, (name, value) => (name === 'layers' ? this.list(value, place, name) : cloned(value)));
  }

  /** The copy of a node without what decided about it. */
  private copy(node: Node, place: Place, valueOf: (name: string, value: unknown) => unknown): Record<string, unknown> {
    const copy: Record<string, unknown> = {};
    this.places.set(copy, place);
    if (isLayer(place)) this.#page.push({ node: copy, place });
    for (const [name, value] of Object.entries(node)) {
      const made = OF_STRUCTURE.has(name) ? undefined : valueOf(name, value);
      if (made !== undefined) copy[name] = made;
    }
    return copy;
  }

  private transition(value: unknown, place: Place): unknown {
    const site = { ...place, source: [...place.source, 'transition'] };
    if (!isPlainObject(value)) return value;
    const { when, ...transition } = value;
    return this.isWanted({ when }, site) ? cloned(transition) : undefined;
  }

  /** The copies of the members of a list. */
  private list(list: unknown, holder: Place, kind: Kind): unknown {
    if (!isList(list)) return cloned(list);
    const made: unknown[] = [];
    for (const [index, node] of list.entries()) {
      if (!isPlainObject(node)) made.push(node);
      else {
        const styled = this.#styled.styled.get(node);
        for (const site of this.copiesOf(node, { ...holder, source: [...holder.source, kind, index] })) {
          const place = { ...site, styled, path: [...holder.path, kind, made.length] };
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
    return kind === 'layers' ? this.layer(node, place) : this.copy(node, place, (_, value) => cloned(value));
  }

  private *copiesOf(node: Node, site: Site): Iterable<Site> {
    const repeat = own(node, 'repeat');
    for (const copy of repeat === undefined ? [site] : this.values.copiesOf(repeat, site)) {
      this.#room.considered -= 1;
      if (this.#room.considered < 0) {
        this.stop(site, `repeat must not consider more than ${MAX_CONSIDERED} copies in all`);
        return;
      }
      if (this.isWanted(node, copy)) yield copy;
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
    if (place.items.length > 0 || place.use || place.styled) this.#room.characters -= this.sizeOf(node);
    if (this.#room.characters >= 0) return undefined;
    return tooLong(place.use || place.styled ? 'components and styles' : 'repeat');
  }

  private refuse(fault: SourceFault): void {
    this.isRefused = true;
    this.report(fault);
  }

  private stop({ source, items, use }: Site, message: string): void {
    if (this.#isFull) return;
    this.#isFull = true;
    this.refuse({ source: { path: source, items, use }, names: [], code: 'VALUE_TOO_LARGE', message });
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

/** Most values are no objects, and need no clone. */
function cloned(value: unknown): unknown {
  return typeof value === 'object' ? structuredClone(value) : value;
}

function isLayer({ source }: Place): boolean {
  return source.at(-2) === 'layers';
}

/** The paths of the layers within a page or a component, by name. */
function namesIn(holder: unknown, path: Path): ReadonlyMap<unknown, Path> {
  const layers = layersIn(own(holder, 'layers'), [...path, 'layers']);
  return new Map([...layers].map(({ value, path: at }) => [own(value, 'name'), at]));
}

/** The layer with the size of its component in a direction in which it has none. */
function withSizeOf(component: Node, layer: Node): Node {
  const keyframes = own(layer, 'keyframes');
  const isGiven = (name: string): boolean => own(layer, name) !== undefined || own(keyframes, name) !== undefined;
  const sizes = AXES.flatMap(([, extent, from, to]) => {
    const size = own(component, extent);
    return size === undefined || isGiven(extent) || (isGiven(from) && isGiven(to)) ? [] : [[extent, size] as const];
  });
  return { ...layer, ...Object.fromEntries(sizes) };
}

function tooLong(what: string): string {
  return `${what} must not make the document longer than ${MAX_EXPANDED_CHARACTERS} characters`;
}
