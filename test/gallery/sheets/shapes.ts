import { SHAPE_FORMS } from '#libs/template';
import { AMBER, CARD, type Exhibit, grid, INK, moving, ROSE, still, TEAL } from '../exhibit.ts';

const PATH = 'M10 60 C 30 0, 60 0, 60 40 S 100 90, 110 20 L 110 75 Q 60 90 10 75 Z';
const STROKED = { ...CARD, stroke_color: AMBER, stroke_width: 6 };

/** Shapes, their paints and their strokes. */
export const SHAPES: readonly Exhibit[] = [
  ...SHAPE_FORMS.map((shape) =>
    still('shapes', `shape-${shape}`, [
      { ...STROKED, shape, shape_shadow: '4px 4px 6px rgba(0,0,0,0.4)', ...(shape === 'path' && { path: PATH }) },
    ]),
  ),
  still(
    'shapes',
    'shape-sides-and-points',
    grid(4, 2, [
      ...[3, 5, 7, 12].map((sides) => ({ ...CARD, shape: 'polygon', sides })),
      ...[3, 4, 8, 24].map((points) => ({ ...CARD, shape: 'star', points, fill_color: ROSE })),
    ]),
  ),
  still(
    'shapes',
    'shape-strokes',
    grid(
      4,
      2,
      ['round', 'sharp'].flatMap((stroke_corner) =>
        ['none', '1:1', '3:1', '6:1'].map((stroke_style) => ({
          ...{ ...CARD, border_radius: 0, fill_color: 'transparent', stroke_color: INK, stroke_width: 5 },
          ...{ stroke_corner, stroke_style },
        })),
      ),
    ),
  ),
  still(
    'shapes',
    'shape-paints',
    grid(
      3,
      2,
      [
        `linear-gradient(135deg, ${TEAL}, ${INK})`,
        `linear-gradient(to right, ${ROSE} 0 30%, ${AMBER} 30% 60%, ${TEAL} 60%)`,
        `radial-gradient(circle at 30% 30%, #ffffff, ${AMBER} 40%, ${ROSE})`,
        `conic-gradient(from 90deg, ${TEAL}, ${AMBER}, ${ROSE}, ${TEAL})`,
        'oklch(0.7 0.15 200)',
        `linear-gradient(${TEAL}, transparent)`,
      ].map((fill_color) => ({ ...CARD, fill_color })),
    ),
  ),
  still(
    'shapes',
    'shape-conic-gradients',
    grid(
      3,
      2,
      [
        `from 45deg, ${TEAL}, ${AMBER}, ${ROSE}, ${TEAL}`,
        `from -30deg at 30% 70%, ${TEAL}, ${AMBER}, ${ROSE}, ${TEAL}`,
        `from 0.6turn at left top, ${TEAL}, ${AMBER}, ${ROSE}, ${TEAL}`,
        `from 50deg, ${TEAL} 25%, ${AMBER} 25% 70%, ${ROSE} 70%`,
        `from 200deg, ${TEAL}, transparent`,
        `from 90deg, ${TEAL} -90deg, ${ROSE} 450deg`,
      ].map((gradient) => ({ ...CARD, border_radius: 0, fill_color: `conic-gradient(${gradient})` })),
    ),
  ),
  still(
    'shapes',
    'shape-shadows',
    grid(
      3,
      1,
      [
        '0 4px 12px rgba(0,0,0,0.5)',
        `-6px -6px 0 ${AMBER}, 6px 6px 0 ${ROSE}`,
        `0 0 0 6px ${AMBER}, 0 0 24px 8px ${TEAL}`,
      ].map((shape_shadow) => ({ ...CARD, shape_shadow, fill_color: '#ffffff' })),
      30,
    ),
  ),
  still(
    'shapes',
    'shape-shadow-of',
    grid(
      4,
      1,
      ['pixels', 'box'].flatMap((shadow_of) =>
        ['ellipse', 'star'].map((shape) => ({
          ...{ ...STROKED, shape, shadow_of, fill_color: '#0f766e80', border_radius: 8 },
          shape_shadow: '4px 6px 6px rgba(0,0,0,0.5)',
        })),
      ),
      20,
    ),
  ),
  moving(
    'drawn',
    'shape-drawn',
    grid(
      4,
      2,
      [...SHAPE_FORMS, 'rectangle'].map((shape, index) => ({
        ...{ ...STROKED, shape, fill_color: 'transparent', border_radius: index === 7 ? 20 : 0, path: PATH },
        enter: { type: 'draw', duration: 2, easing: 'linear' },
      })),
      20,
    ),
    [0.2, 0.5, 0.8, 1.2, 1.7],
  ),
];
