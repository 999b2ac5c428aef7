import { AMBER, CARD, type Exhibit, LOGO, moving, PHOTO, ROSE, still, TEAL } from '../exhibit.ts';

const GROUP = { name: 'group', type: 'group', x: 60, y: 30, width: 200, height: 120 };
const LAYERS = [
  { ...CARD, x: -20, y: -10 },
  { ...CARD, name: 'other', x: 60, y: 40, width: 180, fill_color: AMBER },
];
const BADGE = [
  { ...CARD, x: 0, y: 0, fill_color: '{{color}}' },
  { ...LOGO, x: 36, y: 16, width: 48, height: 48 },
];
const MIDDLE = { x: 160, y: 90, anchor_x: 0.5, anchor_y: 0.5 };

/** Layers that are moved, cut and blended as one. */
export const GROUPS: readonly Exhibit[] = [
  still('groups', 'group-plain', [{ ...GROUP, layers: LAYERS }]),
  still('groups', 'group-half', [{ ...GROUP, opacity: 0.5, layers: LAYERS }]),
  still('groups', 'group-clip', [{ ...GROUP, clip: true, layers: LAYERS }]),
  still('groups', 'group-turned', [{ ...GROUP, ...MIDDLE, clip: true, rotation: 20, layers: LAYERS }]),
  still('groups', 'group-multiply', [PHOTO, { ...GROUP, blend_mode: 'multiply', layers: LAYERS }]),
  still('groups', 'group-blurred', [{ ...GROUP, blur: 5, layers: LAYERS }]),
  still('groups', 'group-nested', [
    {
      ...{ ...GROUP, ...MIDDLE, rotation: -8, layers: [] },
      layers: [
        ...LAYERS,
        {
          ...{ name: 'inner', type: 'group', x: 20, y: 10, width: 90, height: 70, clip: true, opacity: 0.8 },
          layers: [{ ...CARD, name: 'deep', x: 30, y: -30, width: 80, height: 80, rotation: 45, fill_color: ROSE }],
        },
      ],
    },
  ]),
  still(
    'groups',
    'group-component',
    [
      { ...GROUP, name: 'first', type: 'component', component: 'badge', x: 20, y: 30 },
      { ...GROUP, name: 'second', type: 'component', component: 'badge', x: 130, y: 90, values: { color: ROSE } },
    ],
    { components: { badge: { variables: { color: { type: 'color', default: TEAL } }, layers: BADGE } } },
  ),
  moving(
    'groups',
    'group-moving',
    [
      {
        ...{ ...GROUP, opacity: 0.8, enter: { type: 'slide', duration: 1 } },
        layers: LAYERS.map((layer) => ({ ...layer, loop_animation: { type: 'spin', duration: 2 } })),
      },
    ],
    [0.2, 0.5, 0.8, 1.2, 1.6],
  ),
];
