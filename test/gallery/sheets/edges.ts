import { CARD, CLIP_URL, type Exhibit, type Json, moving, PHOTO, still, TITLE } from '../exhibit.ts';

const RED_CARD = { ...CARD, border_radius: 0, fill_color: '#ff0000' };
const ODD = { x: 41, y: 31, width: 99, height: 59 };
const RED_ODD = { ...RED_CARD, ...ODD };

function edge(name: string, ...layers: readonly Json[]): Exhibit {
  return still('edges', `edge-${name}`, layers);
}

/** Edges on odd and broken pixels, where half-size color planes would bleed if they were cut carelessly. */
export const EDGES: readonly Exhibit[] = [
  edge('odd', RED_ODD),
  edge('fraction', { ...RED_ODD, x: 41.5, y: 31.25 }),
  edge('turned', { ...RED_ODD, rotation: 3 }),
  edge('half-opacity', { ...RED_ODD, opacity: 0.5 }),
  edge('outside-the-frame', { ...RED_ODD, x: -21, y: -13 }, { ...RED_ODD, name: 'other', x: 261, y: 151 }),
  edge('side-by-side', RED_ODD, { ...RED_ODD, name: 'other', x: 140, fill_color: '#00a000' }),
  edge('group', { name: 'group', type: 'group', opacity: 0.999, layers: [RED_ODD] }),
  edge('group-clip', {
    ...{ name: 'group', type: 'group', ...ODD, clip: true },
    layers: [{ ...RED_CARD, x: -20, y: -20, width: 300, height: 300 }],
  }),
  edge('blend', { ...RED_ODD, blend_mode: 'multiply' }),
  edge('mask', { ...RED_ODD, name: 'hole' }, { ...PHOTO, x: -180, mask: { layer: 'hole' } }),
  edge('image', { ...PHOTO, ...ODD, position: 'right center' }),
  edge('video', { name: 'clip', type: 'video', source_url: CLIP_URL, ...ODD }),
  edge('text', { ...TITLE, x: 41, y: 31, text_color: '#ff0000', weight: 400 }),
  moving(
    'edges',
    'edge-wipe',
    [{ ...RED_ODD, enter: { type: 'wipe', direction: 'right', duration: 1, easing: 'linear' } }],
    [0.2, 0.4, 0.62, 0.83, 1],
  ),
  moving(
    'edges',
    'edge-moving',
    [
      {
        ...RED_ODD,
        keyframes: {
          x: [
            { time: 0, value: 41 },
            { time: 2, value: 61, easing: 'linear' },
          ],
        },
      },
    ],
    [0, 0.3, 0.55, 0.8, 1.05],
  ),
];
