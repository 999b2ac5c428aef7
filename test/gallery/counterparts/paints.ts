import type { Counterpart } from '../counterpart.ts';
import { placed } from '../counterpart.ts';
import { AMBER, CARD, grid, INK, ROSE, TEAL } from '../exhibit.ts';

const COLORS = `${TEAL}, ${AMBER}, ${ROSE}, ${TEAL}`;
const ANGLES = ['0deg', '45deg', '90deg', '-30deg', '0.4turn', '1000grad'];
const STOPS = [
  `from 45deg, ${ROSE} 0 25%, ${AMBER} 25% 50%, ${TEAL} 50% 75%, ${INK} 75%`,
  `from 200deg, ${ROSE} 10%, ${AMBER} 40%, ${ROSE} 90%`,
  `from 0.3turn at left top, ${COLORS}`,
  `from 90deg at 30% 70%, ${ROSE}, ${AMBER} 120deg, ${TEAL} 200deg 270deg, ${ROSE}`,
  `at 120px -20px, ${COLORS}`,
  `from 180deg, ${TEAL}, transparent`,
];

function paints(name: string, fills: readonly string[]): Counterpart {
  const layers = grid(
    3,
    2,
    fills.map((fill_color) => ({ ...CARD, border_radius: 0, fill_color })),
  );
  const html = layers.map((layer, i) => `<div style="${placed(layer)} background: ${fills[i]}"></div>`).join('');
  return { name, layers, html };
}

/** CSS gradients. */
export const PAINTS: readonly Counterpart[] = [
  paints(
    'conic-angles',
    ANGLES.map((angle) => `conic-gradient(from ${angle}, ${COLORS})`),
  ),
  paints(
    'conic-stops',
    STOPS.map((stops) => `conic-gradient(${stops})`),
  ),
  paints('linear-and-radial', [
    `linear-gradient(45deg, ${COLORS})`,
    `linear-gradient(to top left, ${ROSE} 0 30%, ${AMBER} 30% 60%, ${TEAL} 60%)`,
    `linear-gradient(${TEAL}, transparent)`,
    `radial-gradient(${COLORS})`,
    `radial-gradient(circle closest-side at 30% 40%, #ffffff, ${AMBER} 40%, ${ROSE})`,
    `radial-gradient(40px 20px at right bottom, ${COLORS})`,
  ]),
];
