import { isList, type Json, type JsonObject, objectOf, sameJson, without, withValue } from '#libs/document';
import { inSize, listOf, membersOf } from '../../api/document-in-size.ts';
import { OWN_SIZE } from '../../api/template-sizes.ts';

/** Properties of a layer that an edit in one size changes in that size only: its place, and lengths that go with it. */
const PLACING: ReadonlySet<string> = new Set([
  ...['x', 'y', 'width', 'height', 'anchor_x', 'anchor_y', 'rotation', 'scale', 'keyframes'],
  ...['left', 'right', 'top', 'bottom', 'center_x', 'center_y', 'font_size', 'padding', 'gap', 'focus'],
]);

/** A page or a layer: in the document, in one size of it, and there after an edit. */
interface Edited {
  readonly own: Json | undefined;
  readonly shown: Json | undefined;
  readonly wanted: Json;
}

/** The names of all sizes of a document, its own first. */
export function sizeNames({ sizes }: JsonObject): readonly string[] {
  return [OWN_SIZE, ...Object.keys(membersOf(sizes))];
}

/** The document after an edit of it {@link inSize}: what decides the place of a layer is changed in that size only. */
export function afterEdit(document: JsonObject, size: string, after: JsonObject): JsonObject {
  if (size === OWN_SIZE) return after;
  const before = inSize(document, size);
  const [own, shown] = [listOf(document['pages']), listOf(before['pages'])];
  const pages = listOf(after['pages']).map((wanted, index) => {
    const same = shown.findIndex((page) => sameJson(page, wanted));
    const at = same < 0 ? index : same;
    return holderAfter({ own: own[at], shown: shown[at], wanted }, size);
  });
  const ofSize = membersOf(membersOf(document['sizes'])[size]);
  const members = Object.entries(after).flatMap(([name, value]): [string, Json][] => {
    if (!sameJson(value, before[name]) && ofSize[name] === undefined) return [[name, value]];
    return document[name] === undefined ? [] : [[name, document[name]]];
  });
  const result: JsonObject = { ...Object.fromEntries(members), pages };
  const resized = Object.keys(ofSize).filter((name) => after[name] !== undefined && after[name] !== before[name]);
  return resized.reduce((changed, name) => withValue(changed, ['sizes', size, name], after[name]!), result);
}

function holderAfter({ own, shown, wanted }: Edited, size: string): Json {
  const [source, before, after] = [objectOf(own), objectOf(shown), objectOf(wanted)];
  if (!source || !before || !after) return wanted;
  if (sameJson(before, after)) return source;
  const ofSizes = membersOf(after['for_size']);
  const values = { ...membersOf(ofSizes[size]) };
  const result: Record<string, Json> = {};
  for (const name of new Set([...Object.keys(source), ...Object.keys(after)])) {
    if (name === 'layers' || name === 'for_size') continue;
    const isChanged = !sameJson(before[name], after[name]);
    const value = isChanged && !PLACING.has(name) ? after[name] : source[name];
    if (value !== undefined) result[name] = value;
    if (isChanged && PLACING.has(name)) put(values, name, { from: before[name], to: after[name] });
  }
  const { layers } = after;
  const sizes = { ...without(ofSizes, size), ...(Object.keys(values).length > 0 && { [size]: values }) };
  return {
    ...result,
    ...(Object.keys(sizes).length > 0 && { for_size: sizes }),
    ...(isList(layers) && { layers: layersAfter({ own: source, shown: before, wanted: layers }, size) }),
  };
}

/** Layers are known by their names; one that was renamed, by its position. */
function layersAfter({ own, shown, wanted }: Edited, size: string): Json {
  const [before, source] = [listOf(membersOf(shown)['layers']), listOf(membersOf(own)['layers'])];
  const places = new Map(before.map((layer, index) => [membersOf(layer)['name'], index]));
  return listOf(wanted).map((layer, index) => {
    const at = places.get(membersOf(layer)['name']) ?? (before.length === listOf(wanted).length ? index : -1);
    return holderAfter({ own: source[at], shown: before[at], wanted: layer }, size);
  });
}

function put(values: Record<string, Json>, name: string, { from, to }: Record<'from' | 'to', Json | undefined>): void {
  if (to === undefined) {
    Reflect.deleteProperty(values, name);
    return;
  }
  if (name !== 'keyframes') {
    values[name] = to;
    return;
  }
  const changed = Object.entries(membersOf(to)).filter(([track, frames]) => !sameJson(frames, membersOf(from)[track]));
  values[name] = { ...membersOf(values[name]), ...Object.fromEntries(changed) };
}
