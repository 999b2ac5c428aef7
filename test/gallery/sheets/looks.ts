import { BLEND_MODES, IMAGE_EFFECTS, MASK_MODES } from '#libs/template';
import {
  AMBER,
  CARD,
  type Exhibit,
  moving,
  PHOTO,
  PHOTO_URL,
  ROSE,
  SMALL_PHOTO,
  still,
  TEAL,
  TITLE,
} from '../exhibit.ts';

const EFFECTS = IMAGE_EFFECTS.map((effect) =>
  still('effects', `effect-${effect.replaceAll(' ', '-')}`, [{ ...SMALL_PHOTO, effect }]),
);

const FILTERS = Object.entries({ blur: 6, brightness: 1.5, contrast: 1.8, saturation: 0.2, hue_rotate: 120 }).map(
  ([filter, value]) =>
    still('filters', `filter-${filter}`, [
      { ...SMALL_PHOTO, [filter]: value },
      { ...TITLE, y: 100, text_color: '#ffffff', [filter]: filter === 'blur' ? 2 : value },
    ]),
);

const BLUR_EDGES_SHOWN = [
  still('filters', 'filter-blur-full-bleed', [{ ...PHOTO, blur: 12 }]),
  still('filters', 'filter-blur-edge-none', [{ ...PHOTO, blur: 12, blur_edge: 'none' }]),
  still('filters', 'filter-blur-edge-duplicate', [{ ...SMALL_PHOTO, blur: 12, blur_edge: 'duplicate', rotation: 4 }]),
];

const STRIPES = { name: 'stripes', type: 'shape', fill_color: `linear-gradient(90deg, ${TEAL}, ${AMBER}, ${ROSE})` };
const ROUND = { x: 30, y: 30, width: 120, height: 120, border_radius: 60 };
const LETTERS = { text: 'Aa', x: 170, y: 30, width: 120, height: 120, font_size: 96, text_color: AMBER };
const BLENDS = BLEND_MODES.map((blend_mode) =>
  still('blend', `blend-${blend_mode}`, [
    { ...PHOTO, name: 'below' },
    { ...STRIPES, ...ROUND, blend_mode },
    { ...TITLE, ...LETTERS, blend_mode },
  ]),
);

const COOKIE = { ...TITLE, name: 'letters', text: 'DUSK', font_size: 110, x: 0, width: 320 };
const MASKS = [
  ...MASK_MODES.map((mode) =>
    still('masks', `mask-${mode}`, [
      { ...COOKIE, text_color: 'linear-gradient(#fff, #555)' },
      { ...PHOTO, mask: { layer: 'letters', mode } },
    ]),
  ),
  still('masks', 'mask-picture', [
    { ...CARD, x: 20, y: 10, width: 280, height: 160, fill_color: ROSE, mask: { source_url: PHOTO_URL, mode: 'luma' } },
  ]),
  moving(
    'masks',
    'mask-moving',
    [
      {
        ...{ name: 'spot', type: 'shape', shape: 'ellipse', x: 170, y: 30, width: 120, height: 120 },
        loop_animation: { type: 'float', duration: 2, distance: 60, direction: 'left' },
      },
      { ...PHOTO, mask: { layer: 'spot' } },
    ],
    [0, 0.4, 0.8, 1.2, 1.6],
  ),
];

/** Changes of a layer's colors and edges once it is painted. */
export const LOOKS: readonly Exhibit[] = [...EFFECTS, ...FILTERS, ...BLUR_EDGES_SHOWN, ...BLENDS, ...MASKS];
