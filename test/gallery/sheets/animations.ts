import { ANIMATION_TYPES, type AnimationType, type Direction } from '#libs/template';
import { AMBER, CARD, type Exhibit, type Json, moving, ROSE, SMALL_PHOTO, TEAL, TITLE } from '../exhibit.ts';

/** The layer an animation is shown on: the one it is made for. */
function actorFor(type: AnimationType): Json {
  if (type === 'draw') return { ...CARD, stroke_color: AMBER, stroke_width: 6 };
  if (type === 'typewriter') return TITLE;
  if (type === 'count') return { ...TITLE, text: '1,250 km', font_family: 'Inter' };
  if (type === 'ken_burns') return { ...SMALL_PHOTO, border_radius: 16 };
  return CARD;
}

const ENTERING = [0.1, 0.25, 0.45, 0.7, 1.2];
const LEAVING = [0.8, 1.15, 1.4, 1.65, 1.9];
const LOOPING = [0, 0.3, 0.7, 1.2, 1.7];

const ENTRANCES = ANIMATION_TYPES.map((type) =>
  moving('enter', `enter-${type}`, [{ ...actorFor(type), enter: { type, duration: 1 } }], ENTERING),
);
const EXITS = ANIMATION_TYPES.map((type) =>
  moving('exit', `exit-${type}`, [{ ...actorFor(type), exit: { type, duration: 1 } }], LEAVING),
);
const LOOPS = ANIMATION_TYPES.map((type) =>
  moving('loop', `loop-${type}`, [{ ...actorFor(type), loop_animation: { type, duration: 2 } }], LOOPING),
);

const WAYS: readonly [AnimationType, Direction][] = [
  ['slide', 'left'],
  ['slide', 'down-right'],
  ['wipe', 'up'],
  ['wipe', 'clockwise'],
  ['wipe', 'center'],
  ['zoom', 'in'],
  ['zoom', 'out'],
  ['flip', 'up'],
  ['pop', 'left'],
  ['bounce', 'right'],
  ['drop', 'left'],
  ['rotate', 'counterclockwise'],
  ['ken_burns', 'left'],
];
const DIRECTED = WAYS.map(([type, direction]) =>
  moving(
    'directions',
    `enter-${type}-${direction}`,
    [{ ...actorFor(type), enter: { type, direction, duration: 1 } }],
    ENTERING,
  ),
);

const SPLITS = (['line', 'word', 'letter'] as const).flatMap((split) =>
  (['fade', 'slide', 'zoom', 'blur', 'rotate', 'wipe'] as const).map((type) => {
    const enter = { type, split, duration: 0.5, stagger: 0.08 };
    const title = { ...TITLE, text: 'Evening light\nover the bay', y: 40, height: 100, enter };
    return moving('split', `split-${split}-${type}`, [title], [0.1, 0.3, 0.5, 0.8, 1.9]);
  }),
);

const SCRIPTS = {
  ...{ arabic: 'مرحبا بالعالم', hebrew: 'שלום 2026 עולם', mixed: 'Tea שלום شاي' },
  ...{ japanese: '夕暮れの光', hindi: 'नमस्ते दुनिया', emoji: 'Hi 👩🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈' },
};
const SPLIT_SCRIPTS = Object.entries(SCRIPTS).map(([script, text]) => {
  const enter = { type: 'slide', split: 'letter', duration: 0.3, stagger: 0.06 };
  const title = { ...TITLE, text, font_family: 'Noto Sans', enter };
  return moving('split', `split-letter-${script}`, [title], [0.15, 0.3, 0.5, 1.1, 1.95]);
});

/** Keyframes over the page's two seconds, at its beginning, middle and end. */
function keyed(property: string, values: readonly unknown[], easing = 'ease-in-out'): Json {
  return { [property]: values.map((value, index) => ({ time: index, value, easing })) };
}

const KEYFRAMES = [
  {
    name: 'place',
    layer: CARD,
    keyframes: { ...keyed('x', [10, 190, 100]), ...keyed('y', [10, 90, 50]), ...keyed('rotation', [0, 90, 0]) },
  },
  { name: 'size', layer: CARD, keyframes: { ...keyed('width', [20, 200, 120]), ...keyed('height', [120, 20, 80]) } },
  { name: 'color', layer: CARD, keyframes: keyed('fill_color', [TEAL, AMBER, ROSE]) },
  {
    name: 'filters',
    layer: SMALL_PHOTO,
    keyframes: { ...keyed('blur', [8, 0, 4]), ...keyed('hue_rotate', [0, 180, 360]) },
  },
  {
    name: 'letters',
    layer: TITLE,
    keyframes: { ...keyed('tracking', [-4, 0, 3]), ...keyed('font_size', [20, 38, 30]) },
  },
  {
    name: 'rating',
    layer: { name: 'stars', type: 'rating', x: 30, y: 60, width: 260, height: 60, rating: 0 },
    keyframes: keyed('rating', [0, 4.5, 2]),
  },
].map(({ name, layer, keyframes }) =>
  moving('keyframes', `keyframes-${name}`, [{ ...layer, keyframes }], [0, 0.4, 1, 1.6, 1.95]),
);

const EASINGS = [
  ...['linear', 'ease', 'in-quad', 'out-cubic', 'in-out-expo', 'in-back', 'out-back', 'out-elastic', 'out-bounce'],
  ...['spring', 'steps(4)', 'cubic-bezier(0.8, 0, 0.2, 1)'],
];
const EASED = moving(
  'keyframes',
  'easings',
  EASINGS.map((easing, index) => ({
    ...{ name: easing, type: 'shape', shape: 'ellipse', fill_color: index % 2 ? AMBER : TEAL },
    ...{ y: 4 + index * 14.5, width: 12, height: 12 },
    keyframes: {
      x: [
        { time: 0, value: 40, easing },
        { time: 2, value: 268 },
      ],
    },
  })),
  [0.2, 0.6, 1, 1.4, 1.8],
);

/** Everything that moves on a page. */
export const ANIMATIONS: readonly Exhibit[] = [
  ...[...ENTRANCES, ...EXITS, ...LOOPS, ...DIRECTED, ...SPLITS, ...SPLIT_SCRIPTS, ...KEYFRAMES, EASED],
];
