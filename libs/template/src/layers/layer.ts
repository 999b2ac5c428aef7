import { ArrayMaxSize, IsArray } from 'class-validator';
import { LAYER_FACTS, LAYER_KINDS, type LayerKind, type Size, type SourceKind } from '#libs/document';
import { MAX_LAYERS } from '../document-limits.js';
import { propertiesOf } from '../shape/property-shape.js';
import { camelCase, type Resolved, resolveShape } from '../shape/resolve-shape.js';
import type { GroupLayer } from './group-layer.js';
import * as KINDS from './kinds.js';
import { LayerHolder } from './layer-holder.js';
import type { LayerKindDefinition } from './layer-kind.js';
import { declareInSize } from './in-size.js';
import { declareStyles } from './layer-style.js';
import { LayerProperties } from './layer-properties.js';
import { Nested } from '../shape/nested.js';
import type { StackLayer } from './stack-layer.js';

type Kinds = typeof KINDS;

type Instances = { [Kind in LayerKind]: InstanceType<Kinds[Kind]['shape']> };

/** A layer as a document has it. */
export type Layer = Exclude<Instances[LayerKind], LayerHolder> | GroupLayer<Layer> | StackLayer<Layer>;

/** A layer with every default filled in and its properties in camel case. */
export type ResolvedLayer<Kind extends LayerKind = LayerKind> = Extract<Resolved<Layer>, { readonly type: Kind }>;

type ContentOf<Definition> = Definition extends { at?(...args: never[]): infer Content } ? NonNullable<Content> : never;

/** A resolved layer that holds others. */
export type ResolvedHolder = ResolvedLayer<'group' | 'stack'>;

/** Whether a layer holds others. */
export function isHolder(layer: ResolvedLayer): layer is ResolvedHolder {
  return LAYER_FACTS[layer.type].holds === true;
}

/** The content of a layer at one instant: everything that determines its pixels in addition to its box. */
export type LayerContent<Kind extends LayerKind = LayerKind> = { [Each in Kind]: ContentOf<Kinds[Each]> }[Kind];

/** The definition of any kind. */
type AnyKind = LayerKindDefinition<LayerProperties, never, object>;

/** The class that declares the properties of each kind. */
export const LAYER_CLASSES = Object.fromEntries(LAYER_KINDS.map((kind) => [kind, KINDS[kind].shape])) as {
  readonly [Kind in LayerKind]: new () => Instances[Kind];
};

/** The definition of the kind of a layer. */
export function kindOf(layer: { readonly type: LayerKind }): AnyKind {
  return KINDS[layer.type] as unknown as AnyKind;
}

const contentNames = new Map<LayerKind, readonly string[]>();

/**
 * Names of the properties of a resolved layer that determine its pixels in addition to its box. Only properties of its
 * kind do.
 */
export function contentProperties({ type }: { readonly type: LayerKind }): readonly string[] {
  const known = contentNames.get(type);
  if (known) return known;
  const kind = kindOf({ type });
  const unseen: readonly string[] = kind.unseen;
  const common = propertiesOf(LayerProperties);
  const own = [...propertiesOf(kind.shape).keys()].filter((name) => !common.has(name));
  const names = own.filter((name) => !unseen.includes(name)).map(camelCase);
  contentNames.set(type, names);
  return names;
}

/** The file that a layer shows, if any. A caption with cues reads none. */
export function sourceOf(layer: ResolvedLayer): { readonly url: string; readonly kind: SourceKind } | undefined {
  const kind = LAYER_FACTS[layer.type].source;
  const hasCues = layer.type === 'caption' && layer.cues !== undefined;
  const url = 'sourceUrl' in layer && !hasCues ? layer.sourceUrl : undefined;
  return kind === undefined || url === undefined ? undefined : { url, kind };
}

/** A layer of a document with every default filled in. Lengths of the frame need the frame. */
export function resolveLayer(layer: Layer, frame?: Size): ResolvedLayer {
  return resolveShape(LAYER_CLASSES[layer.type] as new () => Layer, layer, frame);
}

/** A list of layers. The `type` of each selects its class. */
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

// It holds layers of every kind, such holders included, so its list is declared after all kinds.
LayerStack()(LayerHolder.prototype, 'layers');
declareInSize(LAYER_CLASSES);
declareStyles(LAYER_CLASSES);
