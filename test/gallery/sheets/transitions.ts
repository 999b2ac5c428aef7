import { TRANSITION_TYPES } from '#libs/template';
import { AMBER, type Exhibit, page, PHOTO, SIZE, TITLE } from '../exhibit.ts';

const FIRST = page([
  { ...PHOTO, name: 'back' },
  { ...TITLE, text: 'First', text_color: '#ffffff' },
]);
const SECOND = {
  ...{ number: 2, duration: 2, background_color: 'linear-gradient(135deg, #0f766e, #14213d)' },
  layers: [{ ...TITLE, text: 'Second', text_color: AMBER }],
};

function transition(type: string, direction?: string): Exhibit {
  const into = { type, duration: 1, easing: 'linear', ...(direction && { direction }) };
  const name = `transition-${type}${direction ? `-${direction}` : ''}`;
  const document = { name, ...SIZE, pages: [FIRST, { ...SECOND, transition: into }] };
  return { sheet: 'transitions', name, document, moments: type.startsWith('fade_') ? FADING : PASSING };
}

const PASSING = [1.1, 1.3, 1.5, 1.7, 1.9];
/** Moments of a fade, s. Half-way there is nothing but the color. */
const FADING = [1.1, 1.2, 1.3, 1.7, 1.9];

/** Every way from one page to the next, and some directions. */
export const TRANSITIONS: readonly Exhibit[] = [
  ...TRANSITION_TYPES.filter((type) => type !== 'none').map((type) => transition(type)),
  ...(['slide', 'push', 'wipe'] as const).map((type) => transition(type, 'up')),
  ...[transition('wipe', 'down-right'), transition('circle', 'in'), transition('radial', 'counterclockwise')],
  ...[transition('zoom', 'out'), transition('push', 'up-left')],
];
