import { type Counterpart, placed } from '../counterpart.ts';
import { CARD, PHOTO, PHOTO_URL } from '../exhibit.ts';

/** Blurs that spread beyond their box. Chromium has no other: it ignores the edge mode of `feGaussianBlur`. */
export const BLURS: readonly Counterpart[] = [
  {
    name: 'blur-of-a-photo',
    layers: [{ ...PHOTO, blur: 10, blur_edge: 'none' }],
    html: `<div style="${placed(PHOTO)} background: url(${PHOTO_URL}) center / cover; filter: blur(10px)"></div>`,
  },
  {
    name: 'blur-of-a-card',
    layers: [{ ...CARD, blur: 10 }],
    html: `<div style="${placed(CARD)} background: ${CARD.fill_color}; border-radius: 12px; filter: blur(10px)"></div>`,
  },
];
