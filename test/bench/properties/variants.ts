import {
  ANIMATION_TYPES,
  BLEND_MODES,
  type GroupLayer,
  type LayerProperties,
  MASK_MODES,
  type VideoLayer,
} from '#libs/template';
import { ADDRESS } from '../render/templates.ts';
import { between, type Json, shape, text } from '../templates/documents/layers.ts';

/** Values of a property, by how the sheet names them: what a layer has in addition to being plain. */
type Variants = Readonly<Record<string, Json>>;

/** Properties that change no picture, and those that every layer must have. */
type Unmeasured =
  'type' | 'name' | 'open' | 'locked' | 'visible' | 'source_url' | 'mute' | 'volume' | 'fade_in' | 'fade_out';
/** Properties that decide where a layer lies before anything is drawn. */
type Layout = 'min_width' | 'max_width' | 'min_height' | 'max_height' | 'grow' | 'align_self' | 'in_flow';
/** Keyframes are measured with the properties that they change. */
type Common = Exclude<
  keyof LayerProperties,
  Unmeasured | Layout | 'keyframes' | 'for_size' | 'when' | 'repeat' | 'style'
>;
type Own<Layer> = Exclude<keyof Layer, keyof LayerProperties | Unmeasured>;

/** Seconds of the pages on which properties are measured. */
export const SECONDS = 0.8;
/** The layer that masks. */
export const WINDOW = shape('window', [460, 140, 1000, 800], { shape: 'star', points: 7, fill_color: '#cccccc' });
const IN_THE_MIDDLE = { x: '50%', y: '50%', anchor_x: 0.5, anchor_y: 0.5 };
/** On a layer of any kind these do something else: see `animations` of the kinds. */
const MOTIONS = ANIMATION_TYPES.filter((type) => !['typewriter', 'draw', 'count'].includes(type));
const LOOPS = ['ken_burns', 'pulse', 'float', 'shake', 'spin'] as const;

/** Properties of every layer. */
export const COMMON = {
  x: { '200': { x: 200 }, moves: moving('x', 0, 200) },
  y: { '100.5': { y: 100.5 }, moves: moving('y', 0, 100) },
  width: { '60%': { width: '60%' }, grows: moving('width', 800, 1400) },
  height: { '60%': { height: '60%' }, grows: moving('height', 500, 900) },
  anchor_x: { '0.5': { ...IN_THE_MIDDLE }, moves: moving('anchor_x', 0, 0.3) },
  anchor_y: { '0.3': { anchor_y: 0.3 }, moves: moving('anchor_y', 0, 0.3) },
  rotation: { '5': { rotation: 5 }, turns: { ...IN_THE_MIDDLE, ...moving('rotation', -5, 5) } },
  scale: {
    '0.4': { ...IN_THE_MIDDLE, scale: 0.4 },
    '1.5': { ...IN_THE_MIDDLE, scale: 1.5 },
    grows: { ...IN_THE_MIDDLE, ...moving('scale', 1, 1.3) },
    shrinks: { ...IN_THE_MIDDLE, ...moving('scale', 3, 0.3) },
  },
  opacity: { '0.5': { opacity: 0.5 }, fades: moving('opacity', 0.2, 0.9) },
  start: { '0.1': { start: 0.1 } },
  duration: { '0.7': { duration: 0.7 } },
  enter: named(MOTIONS, (type) => ({ enter: { type, duration: SECONDS } })),
  exit: named(['fade', 'zoom'], (type) => ({ exit: { type, duration: SECONDS } })),
  left: { '12vw': { left: '12vw' } },
  right: { '12vw': { right: '12vw' }, 'and left': { left: '10%', right: '10%' } },
  top: { '12vh': { top: '12vh' } },
  bottom: { '12vh': { bottom: '12vh' } },
  center_x: { '5vmin': { center_x: '5vmin' } },
  center_y: { '5vmin': { center_y: '5vmin' } },
  loop_animation: named(LOOPS, (type) => ({ loop_animation: { type, duration: SECONDS } })),
  blend_mode: named(
    BLEND_MODES.filter((mode) => mode !== 'normal'),
    (blend_mode) => ({ blend_mode }),
  ),
  blur: { '4': { blur: 4 }, '20': { blur: 20 }, '100': { blur: 100 }, sharpens: moving('blur', 20, 0) },
  blur_edge: { 'none, 20': { blur: 20, blur_edge: 'none' }, 'duplicate, 20': { blur: 20, blur_edge: 'duplicate' } },
  brightness: { '0.8': { brightness: 0.8 }, '1.3': { brightness: 1.3 }, rises: moving('brightness', 0.5, 1.3) },
  contrast: { '0.8': { contrast: 0.8 }, '1.3': { contrast: 1.3 }, rises: moving('contrast', 0.7, 1.3) },
  saturation: { '0': { saturation: 0 }, '1.5': { saturation: 1.5 }, rises: moving('saturation', 0, 1.5) },
  hue_rotate: { '90': { hue_rotate: 90 }, turns: moving('hue_rotate', 0, 180) },
  mask: {
    ...named(MASK_MODES, (mode) => ({ mask: { layer: 'window', mode } })),
    picture: { mask: { source_url: `${ADDRESS}photo-3.jpg`, mode: 'luma' } },
  },
} satisfies Record<Common, Variants>;

/** Properties that only footage has. */
export const OF_A_CLIP = {
  image_size: named(['contain', 'contain repeat', 'auto'], (image_size) => ({ width: 1500, height: 700, image_size })),
  position: { 'left top': { width: 1500, height: 700, position: 'left top' } },
  focus: { 'left top': { width: 1500, height: 700, focus: { x: 0.1, y: '10%' } } },
  border_radius: { '40': { border_radius: 40 }, grows: moving('border_radius', 0, 200) },
  loop: { 'of 0.5 s': { trim_end: 0.5, loop: true } },
  trim_start: { '2.3': { trim_start: 2.3 } },
  trim_end: { '0.5': { trim_end: 0.5 } },
  speed: { '0.5': { speed: 0.5 }, '2': { speed: 2 } },
} satisfies Record<Own<VideoLayer>, Variants>;

const CHILD = [600, 300, 500, 300] as const;

/** Properties that only groups have. A group gets the layers in addition to its own. */
export const OF_A_GROUP = {
  clip: { true: { clip: true } },
  layers: {
    'one blended': { layers: [shape('child', CHILD, { fill_color: '#e8590c', blend_mode: 'multiply' })] },
    'one out of focus': { layers: [shape('child', CHILD, { fill_color: '#e8590c', blur: 12 })] },
    'one masked': { layers: [shape('child', CHILD, { fill_color: '#e8590c', mask: { layer: 'window' } })] },
    'one translucent': { layers: [shape('child', CHILD, { fill_color: '#e8590c', opacity: 0.5 })] },
    'one that turns': { layers: [shape('child', CHILD, { fill_color: '#e8590c', ...moving('rotation', 0, 90) })] },
    'one that counts': {
      layers: [text('child', CHILD, { text: '98,765', font_size: 140, enter: { type: 'count', duration: SECONDS } })],
    },
  },
} satisfies Record<Own<GroupLayer>, Variants>;

function moving(property: string, from: number, to: number): Json {
  return { keyframes: { [property]: between(SECONDS, from, to) } };
}

function named(names: readonly string[], properties: (name: string) => Json): Variants {
  return Object.fromEntries(names.map((name) => [name, properties(name)]));
}
