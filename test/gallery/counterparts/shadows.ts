import { type Counterpart, placed } from '../counterpart.ts';
import { CARD, type Json, LOGO, LOGO_URL, PHOTO, PHOTO_URL, TEAL } from '../exhibit.ts';

const SHADOW = '6px 10px 8px rgba(0,0,0,0.5)';
/**
 * A shadow in CSS. The blur of `drop-shadow()` is a standard deviation, that of `box-shadow` and of layers twice as
 * much.
 */
const DROP_SHADOW = 'drop-shadow(6px 10px 4px rgba(0,0,0,0.5))';
const AT = { x: 90, y: 40, width: 140, height: 90 };
const STROKED = { stroke_color: '#e2a03f', stroke_width: 10 };

/** A layer, and the styles of an element in its place. */
function shadowed(name: string, layer: Json, css: string, content = ''): Counterpart {
  const box = { ...layer, ...AT };
  return { name, layers: [box], html: `<div style="${placed(box)} ${css}">${content}</div>` };
}

const picture = (url: string): string => `<img src="${url}" style="width: 100%; height: 100%; object-fit: contain">`;
const CARD_CSS = `background: ${TEAL}; border-radius: 12px;`;

/** Shadows of boxes and of pixels. */
export const SHADOWS: readonly Counterpart[] = [
  shadowed(
    'image-shadow-of-box',
    { ...LOGO, image_size: 'contain', image_shadow: SHADOW },
    `box-shadow: ${SHADOW};`,
    picture(LOGO_URL),
  ),
  shadowed(
    'image-shadow-of-pixels',
    { ...LOGO, image_size: 'contain', image_shadow: SHADOW, shadow_of: 'pixels' },
    `filter: ${DROP_SHADOW};`,
    picture(LOGO_URL),
  ),
  shadowed(
    'photo-shadow-of-pixels',
    { ...PHOTO, image_shadow: SHADOW, shadow_of: 'pixels', border_radius: 30 },
    `filter: ${DROP_SHADOW}; border-radius: 30px; background: url(${PHOTO_URL}) center / cover;`,
  ),
  shadowed('shape-shadow-of-pixels', { ...CARD, shape_shadow: SHADOW }, `${CARD_CSS} filter: ${DROP_SHADOW};`),
  shadowed(
    'stroked-shadow-of-pixels',
    { ...CARD, ...STROKED, border_radius: 0, shape_shadow: '80px 30px 0 rgba(0,0,0,0.5)' },
    `background: ${TEAL}; border: 10px solid #e2a03f; filter: drop-shadow(80px 30px 0 rgba(0,0,0,0.5));`,
  ),
  shadowed(
    'shape-shadow-of-box',
    { ...CARD, fill_color: '#0f766e80', shape_shadow: `0 0 0 6px #e2a03f, ${SHADOW}`, shadow_of: 'box' },
    `background: #0f766e80; border-radius: 12px; box-shadow: 0 0 0 6px #e2a03f, ${SHADOW};`,
  ),
];
