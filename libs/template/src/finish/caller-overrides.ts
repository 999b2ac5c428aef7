import type { LayerKind } from '#libs/document';
import { didYouMean } from '../did-you-mean.js';
import { layersIn } from '../document-rules.js';
import { type FaultList, fieldName, type Path } from '../fault-list.js';
import { kindOf, LAYER_CLASSES } from '../layers/layer.js';
import type { LayerModification } from '../modifications.js';
import { callerProperties, closedBecause } from '../openable.js';
import { isPlainObject, listOf, own } from '../shape/json.js';
import type { Places } from './places.js';
import type { Asked } from './read-modifications.js';

/** One property of the source that the caller sets, in every copy. */
export interface Override {
  readonly property: string;
  readonly value: unknown;
  /** Path of the property in the source. */
  readonly path: Path;
  /** Path of the value in the request. */
  readonly origin: Path;
  /** The property that the value replaces, if a kind requires exactly one of the two. */
  readonly replaced?: string | undefined;
}

type Site = Pick<Override, 'path' | 'origin'>;

/** Finds what the caller sets in a source. */
export function findOverrides(document: object, { pages, pagesPath, faults }: Asked): Override[] {
  const overrides: Override[] = [];
  const named = new Set<number>();
  const all = listOf(own(document, 'pages'));
  for (const [index, modification] of pages.entries()) {
    const origin = [...pagesPath, index];
    const refuse = (message: string): void =>
      faults.add([...origin, 'number'], { code: 'INVALID_VALUE', message, value: modification.number });
    const pageIndex = modification.number - 1;
    const page = all[pageIndex];
    if (!isPlainObject(page)) refuse(`the template has no page ${modification.number}, its last page is ${all.length}`);
    else if (named.has(modification.number)) refuse(`page ${modification.number} is named twice`);
    else {
      const site = { path: ['pages', pageIndex], origin };
      const { background_color, page_audio_url } = modification;
      overrides.push(...overridesOf({ background_color, page_audio_url }, site));
      overrides.push(...findLayerOverrides(modification.layers ?? [], { ...site, stack: page['layers'] }, faults));
    }
    named.add(modification.number);
  }
  return overrides;
}

/** The paths of the properties of a source whose values do not matter, because the caller sets others. */
export function overriddenPaths(overrides: readonly Override[]): ReadonlySet<string> {
  return new Set(
    overrides.flatMap(({ path, replaced }) => [
      fieldName(path),
      ...(replaced === undefined ? [] : [fieldName([...path.slice(0, -1), replaced])]),
    ]),
  );
}

/** Whether an override gives the variables of a component values, which count before the component is shown. */
export function isOfComponent({ property }: Override): boolean {
  return property === 'values';
}

/**
 * Sets the caller's values as they are, even if they contain braces, in every copy of their pages and layers. Changes
 * the document.
 */
export function setOverrides(overrides: readonly Override[], places: Places): void {
  const ofFinished = overrides.filter((override) => !isOfComponent(override));
  const ofNodes = Map.groupBy(ofFinished, ({ path }) => fieldName(path.slice(0, -1)));
  if (ofNodes.size === 0) return;
  for (const [node, { source }] of places) {
    const ofNode = ofNodes.get(fieldName(source)) ?? [];
    if (!isPlainObject(node)) continue;
    for (const { replaced } of ofNode) if (replaced !== undefined) Reflect.deleteProperty(node, replaced);
    for (const { property, value } of ofNode) node[property] = structuredClone(value);
  }
}

function overridesOf(values: Record<string, unknown>, { path, origin }: Site): Override[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([property, value]) => ({ property, value, path: [...path, property], origin: [...origin, property] }));
}

function findLayerOverrides(
  modifications: readonly LayerModification[],
  page: Site & { stack: unknown },
  faults: FaultList,
): Override[] {
  const overrides: Override[] = [];
  const layers = new Map(
    [...layersIn(page.stack, [...page.path, 'layers'])].map((layer) => [layer.value['name'], layer]),
  );
  const named = new Set<string>();
  for (const [index, { name, ...values }] of modifications.entries()) {
    const origin = [...page.origin, 'layers', index];
    const layer = layers.get(name);
    const fault = !layer ? unknownLayer(name, layers.keys(), faults) : named.has(name) ? 'is named twice' : undefined;
    named.add(name);
    if (!layer || fault) {
      faults.add([...origin, 'name'], { code: 'INVALID_VALUE', message: `${name} ${fault ?? ''}`, value: name });
      continue;
    }
    const kind = layer.value['type'] as LayerKind;
    const accepted = callerProperties(LAYER_CLASSES[kind], layer.value);
    for (const override of overridesOf(values, { path: layer.path, origin })) {
      if (accepted.has(override.property)) {
        overrides.push({ ...override, replaced: replacedBy(override.property, kind) });
      } else {
        const message = closedBecause(LAYER_CLASSES[kind], kind, override.property);
        faults.add(override.origin, { code: 'INVALID_VALUE', message, value: override.value });
      }
    }
  }
  return overrides;
}

function unknownLayer(name: string, names: Iterable<unknown>, faults: FaultList): string {
  return `is not a layer of this page${faults.isFull ? '' : didYouMean(name, names)}`;
}

/** The property of the template that a caller's value replaces, if a kind requires exactly one of the two. */
function replacedBy(property: string, type: LayerKind): string | undefined {
  const alternatives: readonly string[] = kindOf({ type }).alternatives ?? [];
  return alternatives.includes(property) ? alternatives.find((each) => each !== property) : undefined;
}
