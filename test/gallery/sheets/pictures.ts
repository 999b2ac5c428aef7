import { IMAGE_POSITIONS, IMAGE_SIZES } from '#libs/template';
import { CLIP_URL, type Exhibit, grid, INK, LOGO, moving, PHOTO, SMALL_PHOTO, still } from '../exhibit.ts';

const CLIP = { name: 'clip', type: 'video', source_url: CLIP_URL };
const LOTTIE = { name: 'lottie', type: 'lottie', source_url: 'https://gallery.example/orbit.json' };
const FRAMED = {
  ...{ border_width: 6, border_color: '#ffffff', border_radius: 18 },
  image_shadow: '0 6px 16px rgba(0,0,0,0.45)',
};
/** Moments at which footage is shown, s. It changes in its second half. */
const WATCHED = [0.5, 1.2, 1.4, 1.6, 1.9];

const FITTING = IMAGE_SIZES.flatMap((image_size) =>
  [PHOTO, CLIP].map((picture) =>
    still(
      'pictures',
      `${picture.type}-size-${image_size.replaceAll(' ', '-')}`,
      grid(
        3,
        3,
        IMAGE_POSITIONS.map((position) => ({ ...picture, image_size, position })),
      ),
    ),
  ),
);

/** Points of the picture that narrow boxes keep in view. */
const FOCUSED = [PHOTO, CLIP].map((picture) =>
  still(
    'pictures',
    `${picture.type}-focus`,
    grid(
      6,
      1,
      [0, '20%', 0.4, 0.5, '70%', 1].map((x) => ({ ...picture, position: 'left top', focus: { x, y: 0.5 } })),
    ),
  ),
);

/** Images, footage and Lottie animations: how they fill their boxes, their frames, and footage as time goes by. */
export const PICTURES: readonly Exhibit[] = [
  still('pictures', 'image-plain', [PHOTO]),
  still('pictures', 'image-framed', [{ ...SMALL_PHOTO, ...FRAMED }]),
  still(
    'pictures',
    'image-corners',
    grid(
      3,
      2,
      [0, 8, 24, 80, 8, 40].map((border_radius, index) => ({
        ...{ ...PHOTO, border_radius, position: 'right center' },
        ...(index > 3 && { border_width: index * 2, border_color: INK }),
      })),
    ),
  ),
  still(
    'pictures',
    'image-shadows',
    grid(
      2,
      1,
      ['box', 'pixels'].map((shadow_of) => ({
        ...{ ...LOGO, image_size: 'contain', image_shadow: '6px 10px 8px rgba(0,0,0,0.5)', shadow_of },
      })),
      30,
    ),
  ),
  ...['horizontal', 'vertical', 'both'].map((flip) =>
    still('pictures', `image-flip-${flip}`, [{ ...SMALL_PHOTO, flip }]),
  ),
  ...FITTING,
  ...FOCUSED,
  moving('clips', 'lottie-plain', [LOTTIE], [0, 0.4, 0.8, 1.2, 1.6]),
  moving(
    'clips',
    'lottie-turned-fast',
    [{ ...LOTTIE, x: 90, y: 30, width: 140, height: 120, rotation: 20, speed: 2, loop: true, opacity: 0.7 }],
    [0, 0.4, 0.8, 1.2, 1.6],
  ),
  moving('clips', 'video-plain', [CLIP], WATCHED),
  moving('clips', 'video-rounded', [{ ...CLIP, x: 60, y: 25, width: 200, height: 130, border_radius: 24 }], WATCHED),
  moving(
    'clips',
    'video-trimmed-fast-loop',
    [{ ...CLIP, trim_start: 1, trim_end: 1.5, speed: 2, loop: true }],
    WATCHED,
  ),
  moving(
    'clips',
    'video-turned-in-a-group',
    [
      {
        ...{ name: 'group', type: 'group', opacity: 0.9 },
        layers: [{ ...CLIP, x: 60, y: 25, width: 200, height: 130, loop_animation: { type: 'rotate', duration: 2 } }],
      },
    ],
    WATCHED,
  ),
  moving('clips', 'video-filtered', [{ ...CLIP, saturation: 0, brightness: 1.2 }], WATCHED),
];
