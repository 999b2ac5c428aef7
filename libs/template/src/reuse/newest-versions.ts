import { isPlainObject } from '../shape/json.js';
import type { Brand } from './brand.js';
import { componentLayers, componentsOf, isShared, pageLayers, type Shared, usesIn } from './shared.js';

/** A version of a shared component. */
export interface SharedVersion {
  readonly version: number;
  readonly component: object;
}

/** The brand and the components of an organization, as they are now. */
export interface SharedNow {
  readonly brand?: Brand | undefined;
  /** Versions of components by each reference to them: the newest one by `card`, version 3 by `card@3`. */
  readonly components?: Readonly<Record<string, SharedVersion>> | undefined;
}

/** The names of components that a document uses and does not declare: shared ones, with a version or without. */
export function undeclaredComponents(document: object): readonly string[] {
  const declared = componentsOf(document);
  const names = new Set<string>();
  for (const { component } of usesOf(document)) if (!declared.has(component)) names.add(component);
  return [...names];
}

/**
 * The document, in which a name without a version, of a component that it does not declare, is that of the newest version; and
 * what it may show of its organization. Mutates nothing.
 */
export function newestVersions<Document>(
  document: Document,
  { brand, components = {} }: SharedNow,
): { document: Document; shared: Shared } {
  if (!isPlainObject(document)) return { document, shared: {} };
  const named = new Map(
    Object.entries(components).map(([reference, { version }]) => [reference, `${nameIn(reference)}@${version}`]),
  );
  // What a shared component names is shared, whatever the document declares.
  const shared = [...named].map(([reference, name]) => {
    const { component } = components[reference]!;
    return [name, withVersions(component, named, (copy) => usesIn(componentLayers(name, copy)))] as const;
  });
  const declared = componentsOf(document);
  const used = new Map([...named].filter(([reference]) => !declared.has(reference)));
  return {
    document: withVersions(document, used, usesOf),
    shared: { brand, components: Object.fromEntries(shared) },
  };
}

function usesOf(document: object): Iterable<Use> {
  const ofComponents = [...componentsOf(document)].flatMap(([name, component]) => [
    ...usesIn(componentLayers(name, component)),
  ]);
  return [...usesIn(pageLayers(document)), ...ofComponents];
}

type Use = ReturnType<typeof usesIn> extends Iterable<infer Each> ? Each : never;

/** A copy in which references have their versions; the same object if none changes. */
function withVersions<Holder extends object>(
  holder: Holder,
  named: ReadonlyMap<string, string>,
  uses: (holder: Holder) => Iterable<Use>,
): Holder {
  const isNamed = ({ component }: Use) => !isShared(component) && named.has(component);
  if (![...uses(holder)].some(isNamed)) return holder;
  const copy = structuredClone(holder);
  for (const use of uses(copy)) if (isNamed(use)) use.value['component'] = named.get(use.component);
  return copy;
}

function nameIn(reference: string): string {
  return reference.split('@')[0]!;
}
