import { isLayerKind, type LayerKind } from '#libs/document';
import { didYouMean } from '../did-you-mean.js';
import { FaultList, fieldName, type Path } from '../fault-list.js';
import { keyframedProperties } from '../keyframes.js';
import { LAYER_CLASSES } from '../layers/layer.js';
import { checkShape } from '../shape/check-shape.js';
import { isPlainObject, own } from '../shape/json.js';
import { styleNames } from './apply-styles.js';
import { propertiesInStyle, shapeOfStyle } from '../layers/layer-style.js';
import { componentLayers, componentsOf, isShared, pageLayers } from './shared.js';

/** The kinds of the layers that name a style, each with the path of the first one. */
type Users = ReadonlyMap<LayerKind, Path>;

/**
 * Checks that layers name styles that there are, and each style for every kind of layers that names it. A property that none
 * of these kinds has is a fault; one that only some have counts for those.
 */
export function checkStyles(document: unknown, faults: FaultList): void {
  const declared = own(document, 'styles');
  const styles = isPlainObject(declared) ? declared : {};
  for (const [name, users] of usersOf(document, styles, faults)) {
    const style = styles[name];
    if (!isPlainObject(style)) continue;
    checkUnused(style, { name, users }, faults);
    for (const [kind, user] of users) checkFor(kind, user, { style, name }, faults);
  }
}

function usersOf(document: unknown, styles: object, faults: FaultList): ReadonlyMap<string, Users> {
  const users = new Map<string, Map<LayerKind, Path>>();
  const ofComponents = [...componentsOf(document)].flatMap(([name, component]) => [
    ...componentLayers(name, component),
  ]);
  for (const { value, path } of [...pageLayers(document), ...ofComponents]) {
    const kind = own(value, 'type');
    for (const name of styleNames(value)) {
      const message = unusable(name, { styles, path, faults });
      if (message !== undefined)
        faults.add([...path, 'style'], { code: 'INVALID_VALUE', message, value: value['style'] });
      else if (isLayerKind(kind)) {
        const ofStyle = users.get(name) ?? new Map<LayerKind, Path>();
        users.set(name, ofStyle);
        if (!ofStyle.has(kind)) ofStyle.set(kind, path);
      }
    }
  }
  return users;
}

function unusable(
  name: string,
  { styles, path, faults }: { styles: object; path: Path; faults: FaultList },
): string | undefined {
  if (path[0] === 'components' && isShared(String(path[1]))) {
    return 'a layer of a shared component has no style: styles belong to one document';
  }
  if (Object.hasOwn(styles, name)) return undefined;
  const proposal = faults.isFull ? '' : didYouMean(name, Object.keys(styles));
  return `the document has no style ${name.slice(0, 64)}${proposal}`;
}

/** Reports the properties, and the tracks of keyframes, that no kind of layers with the style has. */
function checkUnused(style: object, { name, users }: { name: string; users: Users }, faults: FaultList): void {
  const kinds = [...users.keys()].map((kind) => LAYER_CLASSES[kind]);
  const [[kind, user] = []] = [...users];
  const report = (path: Path, property: string, value: unknown): void => {
    const message = `a layer of type ${kind} has no ${property.slice(0, 64)}: ${fieldName(user ?? [])} has this style`;
    faults.add(['styles', name, ...path], { code: 'INVALID_VALUE', message, value });
  };
  const properties = new Set(kinds.flatMap((each) => [...propertiesInStyle(each)]));
  for (const [property, value] of Object.entries(style)) {
    if (!properties.has(property)) report([property], property, value);
  }
  const tracks = own(style, 'keyframes');
  const keyframed = new Set(kinds.flatMap((each) => [...keyframedProperties(each)]));
  for (const [property, track] of Object.entries(isPlainObject(tracks) ? tracks : {})) {
    if (!keyframed.has(property)) report(['keyframes', property], property, track);
  }
}

/** Checks the values of a style by the rules of one kind of layers. Expressions are judged where layers have them. */
function checkFor(
  kind: LayerKind,
  user: Path,
  { style, name }: { style: Record<string, unknown>; name: string },
  faults: FaultList,
): void {
  const properties = propertiesInStyle(LAYER_CLASSES[kind]);
  const values = Object.fromEntries(Object.entries(style).filter(([property]) => properties.has(property)));
  const found = new FaultList(values);
  const readString = (text: string): string | undefined => (text.includes('{{') ? undefined : text);
  checkShape({ faults: found, readString }, shapeOfStyle(kind), values, []);
  for (const { path, message, ...fault } of found.found()) {
    faults.add(['styles', name, ...path], { ...fault, message: `${message} (${fieldName(user)} has this style)` });
  }
}
