import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsNumber, IsOptional, IsString, Max, Min } from 'class-validator';
import { type FrameLength, type Length, MAX_VIDEO_S } from '#libs/document';
import { IsColor } from './rules/is-color.js';
import { IsEasing } from './rules/is-easing.js';
import { IsFrameLength, IsPosition } from './rules/is-length.js';
import { Default } from './shape/default.js';
import { Nested } from './shape/nested.js';
import { PropertyNotes } from './shape/property-notes.js';

/** The value of a property at one instant. `easing` shapes the change from here to the next keyframe. */
export class Keyframe {
  /** Seconds since the start of the layer. */
  @IsNumber()
  @Min(0)
  @Max(MAX_VIDEO_S)
  time: number;

  /** The curve of the change on the way to the next keyframe. */
  @Default('ease-out')
  @IsString()
  @IsEasing()
  easing?: string;
}

export class NumberKeyframe extends Keyframe {
  /** The value at this time, within the bounds of the property. */
  @IsNumber()
  @Min(-100_000)
  @Max(100_000)
  value: number;
}

export class LengthKeyframe extends Keyframe {
  /** The value at this time: pixels, per cent of the parent, or a length of the frame. */
  @IsPosition()
  value: Length;
}

export class FrameLengthKeyframe extends Keyframe {
  /** The value at this time, within the bounds of the property: pixels, or a length of the frame. */
  @IsFrameLength(-100_000, 100_000)
  value: FrameLength;
}

export class ColorKeyframe extends Keyframe {
  /** The CSS color at this time. */
  @IsString()
  @IsColor()
  value: string;
}

/** Values that change over time: for each property that `@Keyframed` marks in some layer kind, its keyframes. */
export class Keyframes {
  [property: string]: NumberKeyframe[] | LengthKeyframe[] | FrameLengthKeyframe[] | ColorKeyframe[];
}

type KeyframeClass = typeof NumberKeyframe | typeof LengthKeyframe | typeof FrameLengthKeyframe | typeof ColorKeyframe;

const tracks = new Map<string, KeyframeClass>();
const keyframed = new PropertyNotes<true>();

/**
 * Marks a layer property that keyframes of the given class may change. The range of the property also bounds the values
 * of its keyframes.
 */
export function Keyframed(keyframe: KeyframeClass): PropertyDecorator {
  return (prototype, property) => {
    const name = String(property);
    keyframed.set(prototype, property, true);
    if (!tracks.has(name)) Track(keyframe)(Keyframes.prototype, name);
    else if (tracks.get(name) !== keyframe) throw new TypeError(`${name} has keyframes of two classes`);
    tracks.set(name, keyframe);
  };
}

/** Names of the properties of `shape`, inherited ones included, that keyframes may change. */
export function keyframedProperties(shape: { readonly prototype: unknown }): ReadonlySet<string> {
  return keyframed.names(shape);
}

/** 1…200 keyframes of the given class, in any order. */
function Track(keyframe: KeyframeClass): PropertyDecorator {
  const rules = [IsOptional(), IsArray(), ArrayNotEmpty(), ArrayMaxSize(200), Nested(() => keyframe, { each: true })];
  return (target, property) => {
    for (const rule of rules) rule(target, property);
  };
}
