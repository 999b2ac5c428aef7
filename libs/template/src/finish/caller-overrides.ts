import type { LayerKind } from '#libs/document';
import { didYouMean } from '../did-you-mean.js';
import { layersIn } from '../document-rules.js';
import type { FaultList, Path } from '../fault-list.js';
import { kindOf, LAYER_CLASSES } from '../layers/layer.js';
import type { LayerModification } from '../modifications.js';
import { callerProperties, closedBecause } from '../openable.js';
import { isPlainObject, listOf, own } from '../shape/json.js';
import type { Asked } from './read-modifications.js';

/** One property of the document that the caller sets. */
export interface Override {
  /** The page or layer in the copy of the document. */
  target: Record<string, unknown>;
  property: string;
  value: unknown;
  /** Path of the property in the document. */
  path: Path;
  /** Path of the value in the request. */
  origin: Path;
}

type Site = Pick<Override, 'target' | 'path' | 'origin'>;

/** Finds the pages and layers that the caller names. Removes from them what the caller's values replace. */
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
      const site = { target: page, path: ['pages', pageIndex], origin };
      const { background_color, page_audio_url } = modification;
      overrides.push(...overridesOf({ background_color, page_audio_url }, site));
      overrides.push(...findLayerOverrides(modification.layers ?? [], site, faults));
    }
    named.add(modification.number);
  }
  return overrides;
}

/** Sets the caller's values as they are, even if they contain braces. Changes the document. */
export function setOverrides(overrides: readonly Override[]): void {
  for (const { target, property, value } of overrides) target[property] = value;
}

function overridesOf(values: Record<string, unknown>, { target, path, origin }: Site): Override[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([property, value]) => ({
      target,
      property,
      value,
      path: [...path, property],
      origin: [...origin, property],
    }));
}

function findLayerOverrides(modifications: readonly LayerModification[], page: Site, faults: FaultList): Override[] {
  const overrides: Override[] = [];
  const layers = new Map(
    [...layersIn(page.target['layers'], [...page.path, 'layers'])].map((layer) => [layer.value['name'], layer]),
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
    for (const override of overridesOf(values, { target: layer.value, path: layer.path, origin })) {
      if (accepted.has(override.property)) overrides.push(override);
      else {
        const message = closedBecause(LAYER_CLASSES[kind], kind, override.property);
        faults.add(override.origin, { code: 'INVALID_VALUE', message, value: override.value });
      }
    }
    dropReplacedSource(layer.value, kind, values);
  }
  return overrides;
}

function unknownLayer(name: string, names: Iterable<unknown>, faults: FaultList): string {
  return `is not a layer of this page${faults.isFull ? '' : didYouMean(name, names)}`;
}

/** Removes the template's property that the caller's value replaces, if a kind requires exactly one of the two. */
function dropReplacedSource(layer: Record<string, unknown>, type: LayerKind, values: object): void {
  const { alternatives } = kindOf({ type });
  if (!alternatives) return;
  const [one, other] = alternatives;
  if (Object.hasOwn(values, one)) Reflect.deleteProperty(layer, other);
  if (Object.hasOwn(values, other)) Reflect.deleteProperty(layer, one);
}
