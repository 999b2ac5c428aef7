import type { AnimationType } from '../animation.js';
import type { FaultList } from '../fault-list.js';
import type { Located } from '../located.js';
import type { CamelCase, Resolved } from '../shape/resolve-shape.js';
import type { LayerProperties } from './layer-properties.js';

/** A file that a layer shows. */
export interface LayerSource {
  readonly url: string;
  readonly kind: 'image' | 'video' | 'caption' | 'lottie';
}

/** What a layer's content may depend on besides its properties. */
export interface LayerMoment {
  /** Seconds since the layer's start. */
  readonly timeS: number;
  /** The part of its page and of the video that has passed, 0 … 1. */
  readonly pageShare: number;
  readonly videoShare: number;
  /** False while keyframes or an animation change what the layer shows. */
  readonly isSettled: boolean;
}

/** What the rules of a kind may ask of its document. */
export interface RuleScope {
  readonly faults: FaultList;
  /** Strings may contain `{{name}}`, which is replaced later. */
  readonly hasVariables: boolean;
}

type OwnName<L> = Exclude<keyof L, keyof LayerProperties | 'type'> & string;

/** A layer's type and its own properties, less those that its picture does not depend on. */
export type OwnContent<L, Unseen extends string> = Omit<
  Resolved<L>,
  Exclude<keyof Resolved<LayerProperties>, 'type'> | CamelCase<Unseen>
>;

/** All that distinguishes a layer kind, but for how it is painted (`libs/frames/src/layers`). */
export interface LayerKindDefinition<L extends LayerProperties, Unseen extends string, Content> {
  /** The class that declares the kind's properties. */
  readonly shape: new () => L;
  /** It shows another picture at every instant, with the same content: footage, for example. */
  readonly plays: boolean;
  /** The file it shows, if any. */
  readonly source: ((layer: Resolved<L>) => LayerSource | undefined) | undefined;
  /** Two properties that give the same thing: a document has exactly one, and a caller's value replaces the other one. */
  readonly alternatives?: readonly [OwnName<L>, OwnName<L>];
  /** The property whose numbers a `count` animation counts. */
  readonly counts: (keyof Resolved<L> & string) | undefined;
  /** Its text can be animated line by line, word by word or letter by letter. */
  readonly splits: boolean;
  /** What stands for the animations that need something to work on: letters, a stroke, a number. */
  readonly animations: {
    readonly typewriter: Extract<AnimationType, 'typewriter' | 'fade'>;
    readonly draw: Extract<AnimationType, 'draw' | 'count' | 'wipe'>;
    readonly count: Extract<AnimationType, 'count' | 'draw' | 'fade'>;
  };
  /** Own properties that its picture does not depend on. */
  readonly unseen: readonly Unseen[];
  /** What it shows at an instant, undefined for nothing. Absent: its own properties, at every instant. */
  at?(content: OwnContent<L, Unseen>, layer: Resolved<L>, moment: LayerMoment): Content | undefined;
  /** Judges what binds several of its properties together, on JSON of which nothing but the type is certain. */
  rules?(layer: Located, scope: RuleScope): void;
}

/** Declares a layer kind. `layers/kinds.ts` registers it. */
export function layerKind<L extends LayerProperties, const Unseen extends OwnName<L>, Content = OwnContent<L, Unseen>>(
  shape: new () => L,
  traits: Omit<LayerKindDefinition<L, Unseen, Content>, 'shape'>,
): LayerKindDefinition<L, Unseen, Content> {
  return { shape, ...traits };
}
