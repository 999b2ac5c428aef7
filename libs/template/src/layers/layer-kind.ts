import type { LayerKind } from '#libs/document';
import type { AnimationType } from '../animation.js';
import type { FaultList } from '../fault-list.js';
import type { Located } from '../located.js';
import type { CamelCase, Resolved } from '../shape/resolve-shape.js';
import type { LayerProperties } from './layer-properties.js';

/** The inputs of the content of a layer in addition to its properties. */
export interface LayerMoment {
  /** Seconds since the layer's start. */
  readonly timeS: number;
  /** The elapsed part of its page and of the video, 0 … 1. */
  readonly pageShare: number;
  readonly videoShare: number;
  /** False while keyframes or an animation change what the layer shows. */
  readonly isSettled: boolean;
}

/** The context of the rules of a kind. */
export interface RuleScope {
  readonly faults: FaultList;
  /** Whether strings may contain `{{name}}`, which is replaced later. */
  readonly hasVariables: boolean;
}

type OwnName<L> = Exclude<keyof L, keyof LayerProperties | 'type'> & string;

/** The type of a layer and the properties of its kind, without those that do not affect its pixels. */
export type OwnContent<L, Unseen extends string> = Omit<
  Resolved<L>,
  Exclude<keyof Resolved<LayerProperties>, 'type'> | CamelCase<Unseen>
>;

/**
 * Everything specific to a layer kind except its facts (`libs/document/src/kinds.ts`) and how it is painted
 * (`libs/frames/src/layers`).
 */
export interface LayerKindDefinition<L extends LayerProperties, Unseen extends string, Content> {
  /** The class that declares the kind's properties. */
  readonly shape: new () => L;
  /**
   * Two properties for the same purpose. A document has exactly one, and a value of a caller replaces the other one.
   */
  readonly alternatives?: readonly [OwnName<L>, OwnName<L>];
  /** The property whose numbers a `count` animation counts. */
  readonly counts: (keyof Resolved<L> & string) | undefined;
  /** Substitutes for animations that need letters, a stroke or a number to work on. */
  readonly animations: {
    readonly typewriter: Extract<AnimationType, 'typewriter' | 'fade'>;
    readonly draw: Extract<AnimationType, 'draw' | 'count' | 'wipe'>;
    readonly count: Extract<AnimationType, 'count' | 'draw' | 'fade'>;
  };
  /** Properties of the kind that do not affect its pixels. */
  readonly unseen: readonly Unseen[];
  /** The content at one instant; undefined for none. Absent: the content is always the properties of the kind. */
  at?(content: OwnContent<L, Unseen>, layer: Resolved<L>, moment: LayerMoment): Content | undefined;
  /** Whether the time alone changes the content. Absent: never. */
  isTimed?(layer: Resolved<L>): boolean;
  /** Checks rules that involve several of its properties. Of the given JSON, only the type is known to be valid. */
  rules?(layer: Located, scope: RuleScope): void;
}

/** Declares a layer kind of `libs/document`. `layers/kinds.ts` registers it. */
export function layerKind<
  L extends LayerProperties & { type: LayerKind },
  const Unseen extends OwnName<L>,
  Content = OwnContent<L, Unseen>,
>(
  shape: new () => L,
  traits: Omit<LayerKindDefinition<L, Unseen, Content>, 'shape'>,
): LayerKindDefinition<L, Unseen, Content> {
  return { shape, ...traits };
}
