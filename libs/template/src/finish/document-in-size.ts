import { replacedPlaces } from '#libs/document';
import { DEFAULT_SIZE, MAX_PAGES } from '../document-limits.js';
import { layersIn } from '../document-rules.js';
import { fieldName, type Path } from '../fault-list.js';
import { type Located, objectsIn } from '../located.js';
import { componentLayers, componentsOf } from '../reuse/shared.js';
import { isPlainObject, listOf, own } from '../shape/json.js';

/** Deepest layers, groups in groups: the rules of the shape refuse fewer. */
const MAX_DEPTH = 32;

/** Names of all sizes of a document, its own first. */
export function sizesOf(document: unknown): string[] {
  const sizes = own(document, 'sizes');
  return [DEFAULT_SIZE, ...(isPlainObject(sizes) ? Object.keys(sizes) : [])];
}

/**
 * The document in one of its sizes: with the width, the height and the values of that size in place of its own, and
 * without any other size. It may contain expressions, as before. Mutates nothing.
 *
 * @param size one of {@link sizesOf}
 */
export function documentInSize<Document extends object>(document: Document, size: string): Document {
  const { sizes, ...rest } = document as Document & { sizes?: unknown };
  const [pages, styles, components] = [own(document, 'pages'), own(document, 'styles'), own(document, 'components')];
  const sized = {
    ...rest,
    ...objectIn(sizes, size),
    ...(Array.isArray(pages) && { pages: pages.map((page) => stackInSize(page, size)) }),
    ...(isPlainObject(styles) && { styles: eachInSize(styles, size) }),
    ...(isPlainObject(components) && { components: eachInSize(components, size) }),
  };
  return sized as unknown as Document;
}

/**
 * The path in a document of a value at `path` of the same document in one of its sizes: `pages[0].layers[2].x` may be
 * `pages[0].layers[2].for_size.portrait.x`.
 */
export function pathInAllSizes(document: unknown, size: string, path: Path): Path {
  const [first = ''] = path;
  const ofSize = objectIn(own(document, 'sizes'), size);
  if (Object.hasOwn(ofSize, first)) return ['sizes', size, ...path];
  let found = path;
  let at: unknown = document;
  for (const [depth, step] of path.entries()) {
    const values = objectIn(own(at, 'for_size'), size);
    if (sets(values, path.slice(depth))) found = [...path.slice(0, depth), 'for_size', size, ...path.slice(depth)];
    at = typeof step === 'number' ? listOf(at)[step] : own(at, step);
  }
  return found;
}

/** All that may have values for a size: pages, layers on them and in components, and styles. */
export function holdersIn(document: unknown): Located[] {
  const pages = objectsIn(own(document, 'pages'), ['pages'], MAX_PAGES);
  const styles = Object.entries(objectIn(document, 'styles')).flatMap(([name, value]): Located[] =>
    isPlainObject(value) ? [{ value, path: ['styles', name] }] : [],
  );
  return [
    ...pages.flatMap((page) => [page, ...layersIn(page.value['layers'], [...page.path, 'layers'])]),
    ...[...componentsOf(document)].flatMap(([name, component]) => [...componentLayers(name, component)]),
    ...styles,
  ];
}

/** The further sizes for which something has an expression of its own. */
export function sizesWithExpressions(document: unknown): string[] {
  const ofHolders = holdersIn(document).map(({ value }) => own(value, 'for_size'));
  const found = ofHolders.flatMap((values) =>
    Object.entries(isPlainObject(values) ? values : {}).filter(([, each]) => JSON.stringify(each).includes('{{')),
  );
  return [...new Set(found.map(([size]) => size))];
}

/** Whether a size of a valid document shows or hides layers, which would decide the length of a page of duration `auto`. */
export function hidesLayersInSize(document: object, size: string): boolean {
  return holdersIn(document).some(({ value }) => Object.hasOwn(objectIn(own(value, 'for_size'), size), 'visible'));
}

/** The values that a valid document has for a size: their fields in the document, by their fields in that size. */
export function originsInSize(document: object, size: string): ReadonlyMap<string, string> {
  const ofHolders = holdersIn(document).flatMap(({ value, path }) => {
    const { keyframes, ...values } = objectIn(own(value, 'for_size'), size);
    const tracks = isPlainObject(keyframes) ? Object.keys(keyframes).map((track) => ['keyframes', track]) : [];
    const set = [...Object.keys(values).map((property) => [property]), ...tracks];
    return set.map(
      (steps) =>
        [
          [...path, ...steps],
          [...path, 'for_size', size, ...steps],
        ] as const,
    );
  });
  const ofFrames = Object.keys(objectIn(own(document, 'sizes'), size)).map(
    (name) => [[name], ['sizes', size, name]] as const,
  );
  return new Map([...ofFrames, ...ofHolders].map(([field, origin]) => [fieldName(field), fieldName(origin)]));
}

function eachInSize(record: Record<string, unknown>, size: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, stackInSize(value, size)]));
}

/** A page or a layer, and the layers in it, in one size. Others are left for the rules of the shape to refuse. */
function stackInSize(holder: unknown, size: string, depth = 0): unknown {
  if (!isPlainObject(holder) || depth > MAX_DEPTH) return holder;
  const { for_size, ...rest } = holder;
  const layers = own(holder, 'layers');
  return {
    ...withValues(rest, objectIn(for_size, size)),
    ...(Array.isArray(layers) && { layers: layers.map((layer) => stackInSize(layer, size, depth + 1)) }),
  };
}

/**
 * Keyframes change per property. Those of a property that has a new value end, and a new place takes that of the whole
 * direction.
 */
export function withValues(layer: Record<string, unknown>, values: Record<string, unknown>): Record<string, unknown> {
  const { keyframes, ...rest } = values;
  const holder = withoutPlaces(layer, rest);
  const before = own(holder, 'keyframes');
  if (!isPlainObject(before)) return { ...holder, ...values };
  const kept = Object.entries(before).filter(([property]) => !Object.hasOwn(rest, property));
  const tracks = { ...Object.fromEntries(kept), ...(isPlainObject(keyframes) ? keyframes : {}) };
  const finished: Record<string, unknown> = { ...holder, ...rest, keyframes: tracks };
  if (Object.keys(tracks).length === 0) delete finished['keyframes'];
  return finished;
}

/** The layer without the places of a direction for which there are new ones: `right` would contradict an earlier `x`. */
function withoutPlaces(layer: Record<string, unknown>, values: Record<string, unknown>): Record<string, unknown> {
  const replaced = replacedPlaces(values);
  if (replaced.length === 0) return layer;
  const without = (object: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(object).filter(([name]) => !replaced.includes(name)));
  const keyframes = own(layer, 'keyframes');
  return { ...without(layer), ...(isPlainObject(keyframes) && { keyframes: without(keyframes) }) };
}

/** Whether the values of a size set the value at a path of their layer. */
function sets(values: Record<string, unknown>, [property = '', track = '']: Path): boolean {
  if (!Object.hasOwn(values, property)) return false;
  return property !== 'keyframes' || track === '' || own(values['keyframes'], String(track)) !== undefined;
}

function objectIn(record: unknown, name: string): Record<string, unknown> {
  const found = own(record, name);
  return isPlainObject(found) ? found : {};
}
