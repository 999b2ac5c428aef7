import { MAX_COMPONENT_DEPTH, MAX_COMPONENTS, MAX_PAGES } from '../document-limits.js';
import { layersIn } from '../document-rules.js';
import { type Located, objectsIn } from '../located.js';
import { isPlainObject, own } from '../shape/json.js';
import type { Brand } from './brand.js';
import { mergedBrand } from './brand-tokens.js';

/** The parts that an organization shares with its templates. */
export interface Shared {
  /** The brand of the organization. What a document has as its own comes before it. */
  readonly brand?: Brand | undefined;
  /** Shared components (`Component`) by name and version: `card@3`. */
  readonly components?: Readonly<Record<string, object>> | undefined;
}

/** Whether a name is that of a version of a shared component: `card@3`. */
export function isShared(component: string): boolean {
  return component.includes('@');
}

/** The fault of components that are nested too deeply. */
export function tooDeep(): string {
  return `components may contain components to a depth of ${MAX_COMPONENT_DEPTH}`;
}

/** The declarations of a document's components, by name. */
export function componentsOf(document: unknown): ReadonlyMap<string, Record<string, unknown>> {
  const declared = own(document, 'components');
  const entries = Object.entries(isPlainObject(declared) ? declared : {});
  return new Map(entries.flatMap(([name, component]) => (isPlainObject(component) ? [[name, component]] : [])));
}

/** Layers that show components, among those of pages or of a component. */
export function* usesIn(layers: Iterable<Located>): Iterable<Located & { component: string }> {
  for (const { value, path } of layers) {
    const component = own(value, 'component');
    if (own(value, 'type') === 'component' && typeof component === 'string') yield { value, path, component };
  }
}

/** The layers of all pages. */
export function* pageLayers(document: unknown): Iterable<Located> {
  for (const { value, path } of objectsIn(own(document, 'pages'), ['pages'], MAX_PAGES)) {
    yield* layersIn(own(value, 'layers'), [...path, 'layers']);
  }
}

/** The layers of a component. */
export function componentLayers(name: string, component: unknown): Iterable<Located> {
  return layersIn(own(component, 'layers'), ['components', name, 'layers']);
}

/** The names of the components that a document uses, those of components within them included. */
export function usedComponents(document: unknown, { components = {} }: Shared = {}): ReadonlySet<string> {
  const declared = componentsOf(document);
  const names = new Set([...usesIn(pageLayers(document))].map(({ component }) => component));
  for (const [name, component] of declared) {
    for (const use of usesIn(componentLayers(name, component))) names.add(use.component);
  }
  // A set that grows while it is read is read to its end.
  for (const name of names) {
    if (declared.has(name) || names.size > 2 * MAX_COMPONENTS) continue;
    for (const use of usesIn(componentLayers(name, own(components, name)))) names.add(use.component);
  }
  return names;
}

/**
 * The document with what it uses of the organization as its own. What it has already stays as it is. The same object if it
 * uses nothing.
 */
export function withShared<Document>(document: Document, shared: Shared): Document {
  if (!isPlainObject(document) || (!shared.brand && !shared.components)) return document;
  const declared = own(document, 'components');
  const added = [...usedComponents(document, shared)].flatMap((name) => {
    const component = isShared(name) && own(declared, name) === undefined ? own(shared.components, name) : undefined;
    return component === undefined ? [] : [[name, component] as const];
  });
  const components = isPlainObject(declared) || declared === undefined;
  return {
    ...document,
    ...(shared.brand && { brand: mergedBrand(shared.brand, own(document, 'brand')) }),
    ...(components && added.length > 0 && { components: { ...declared, ...Object.fromEntries(added) } }),
  };
}
