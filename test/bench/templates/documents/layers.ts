import { ADDRESS } from '../../render/templates.ts';

export type Json = Record<string, unknown>;
export type Box = readonly [x: number, y: number, width: number, height: number];

/** Properties in which the documents of the bench differ. */
export interface Design {
  readonly width: number;
  readonly height: number;
  readonly pages: readonly Json[];
}

function boxed([x, y, width, height]: Box): Json {
  return { x, y, width, height };
}

export function text(name: string, box: Box, properties: Json): Json {
  return { name, type: 'text', ...boxed(box), text_color: '#ffffff', ...properties };
}

export function shape(name: string, box: Box, properties: Json): Json {
  return { name, type: 'shape', ...boxed(box), ...properties };
}

export function image(name: string, file: string, box: Box, properties: Json = {}): Json {
  return { name, type: 'image', source_url: ADDRESS + file, ...boxed(box), ...properties };
}

export function clip(name: string, box: Box, properties: Json = {}): Json {
  return { name, type: 'video', source_url: `${ADDRESS}clip.mp4`, mute: true, ...boxed(box), ...properties };
}

export function group(name: string, box: Box, layers: readonly Json[], properties: Json = {}): Json {
  return { name, type: 'group', ...boxed(box), layers, ...properties };
}

/** An enter animation that slides. */
export function slide(direction: string, delay: number, properties: Json = {}): Json {
  return { type: 'slide', direction, distance: 60, delay, duration: 0.7, easing: 'out-cubic', ...properties };
}

export function fade(delay: number, duration = 0.5): Json {
  return { type: 'fade', delay, duration, easing: 'out-quad' };
}

/** Keyframes of a property from one value to another. */
export function between(seconds: number, from: unknown, to: unknown, easing = 'linear'): Json[] {
  return [
    { time: 0, value: from, easing },
    { time: seconds, value: to },
  ];
}
