import { ArrayMaxSize, IsArray } from 'class-validator';
import { propertiesOf } from '../shape/property-shape.js';
import { camelCase, type Resolved, resolveShape } from '../shape/resolve-shape.js';
import { GroupLayer } from './group-layer.js';
import * as KINDS from './kinds.js';
import type { LayerKindDefinition } from './layer-kind.js';
import { LayerProperties } from './layer-properties.js';
import { Nested } from '../shape/nested.js';

/** Per page, layers inside groups counted (docs/api.md). */
export const MAX_LAYERS = 100;

type Kinds = typeof KINDS;

/** The `type` of a layer. */
export type LayerKind = keyof Kinds;

type Instances = { [Kind in LayerKind]: InstanceType<Kinds[Kind]['shape']> };

/** A layer as a document has it. */
export type Layer = Exclude<Instances[LayerKind], { type: 'group' }> | GroupLayer<Layer>;

/** A layer with every default filled in and its properties in camel case. */
export type ResolvedLayer<Kind extends LayerKind = LayerKind> = Extract<Resolved<Layer>, { readonly type: Kind }>;

type ContentOf<Definition> = Definition extends { at?(...args: never[]): infer Content } ? NonNullable<Content> : never;

/** What a layer shows at one instant: all that its picture depends on besides its box. */
export type LayerContent<Kind extends LayerKind = LayerKind> = { [Each in Kind]: ContentOf<Kinds[Each]> }[Kind];

/** A kind's definition where the kind is not known. */
type AnyKind = LayerKindDefinition<LayerProperties, never, object>;

/** Every layer kind, in the order of their names. */
export const LAYER_KINDS: readonly LayerKind[] = (Object.keys(KINDS) as LayerKind[]).toSorted();

/** The class that declares each kind's properties. */
export const LAYER_CLASSES = Object.fromEntries(LAYER_KINDS.map((kind) => [kind, KINDS[kind].shape])) as {
  readonly [Kind in LayerKind]: new () => Instances[Kind];
};

/** What distinguishes the kind of a layer. */
export function kindOf(layer: { readonly type: LayerKind }): AnyKind {
  return KINDS[layer.type] as unknown as AnyKind;
}

const contentNames = new Map<LayerKind, readonly string[]>();

/** The properties of a resolved layer that its picture depends on besides its box: those of its kind alone. */
export function contentProperties({ type }: { readonly type: LayerKind }): readonly string[] {
  const known = contentNames.get(type);
  if (known) return known;
  const { shape, unseen } = kindOf({ type });
  const common = propertiesOf(LayerProperties);
  const own = [...propertiesOf(shape).keys()].filter((name) => !common.has(name));
  const names = own.filter((name) => !(unseen as readonly string[]).includes(name)).map(camelCase);
  contentNames.set(type, names);
  return names;
}

/** True for the name of a layer kind. */
export function isLayerKind(type: unknown): type is LayerKind {
  return typeof type === 'string' && Object.hasOwn(LAYER_CLASSES, type);
}

/** A layer of a document with every default filled in. */
export function resolveLayer(layer: Layer): ResolvedLayer {
  return resolveShape(LAYER_CLASSES[layer.type] as new () => Layer, layer);
}

/** A stack of layers, each of the class its `type` names. */
export function LayerStack(): PropertyDecorator {
  const rules = [
    IsArray(),
    ArrayMaxSize(MAX_LAYERS),
    Nested(() => ({ property: 'type', shapes: LAYER_CLASSES }), { each: true }),
  ];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}

// A group holds layers of every kind, itself among them, so its stack is declared once the kinds are known.
LayerStack()(GroupLayer.prototype, 'layers');
