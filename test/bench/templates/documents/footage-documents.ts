import { ADDRESS } from '../../render/templates.ts';
import { between, clip, type Design, fade, group, image, type Json, shape, slide, text } from './layers.ts';

/** Clips in rows, each in a cell of a third of the frame. */
export const WALL = {
  width: 1920,
  height: 1080,
  cell: { width: 640, height: 360, gap: 4 },
  background: '#0b0d12',
  seconds: 4,
  /** The middle clip fills the frame at first. */
  zoom: { from: 3, to: 1, startS: 0.3, endS: 2.3 },
  cells: Array.from({ length: 9 }, (_, index) => ({ file: `cell-${(index % 3) + 1}.mp4`, fromS: 0.75 * index })),
} as const;

/** Nine clips in a group that gets smaller until all of them are seen. */
export function videoWall(): Design {
  const { width, height, cell, zoom } = WALL;
  const box = (index: number): [number, number, number, number] => [
    (index % 3) * cell.width + cell.gap,
    Math.floor(index / 3) * cell.height + cell.gap,
    cell.width - 2 * cell.gap,
    cell.height - 2 * cell.gap,
  ];
  const clips = WALL.cells.map(({ file, fromS }, index) =>
    clip(`cell ${index}`, box(index), { source_url: ADDRESS + file, trim_start: fromS }),
  );
  const scale = [
    { time: zoom.startS, value: zoom.from, easing: 'in-out-sine' },
    { time: zoom.endS, value: zoom.to },
  ];
  const wall = group('wall', [width / 2, height / 2, width, height], clips, {
    ...{ anchor_x: 0.5, anchor_y: 0.5, keyframes: { scale } },
  });
  return { width, height, pages: [{ duration: WALL.seconds, background_color: WALL.background, layers: [wall] }] };
}

/** Footage in other tones, out of focus, and in other hues, each under a word. */
export function filteredFootage(): Design {
  const looks: readonly (readonly [string, Json])[] = [
    ['Faded', { brightness: 0.8, contrast: 1.15, saturation: 0 }],
    ['Far away', { blur: 20, brightness: 0.7 }],
    ['Another light', { keyframes: { hue_rotate: between(2, 0, 120), saturation: between(2, 1, 1.5) } }],
  ];
  const pages = looks.map(([word, look], index): Json => ({
    duration: 2,
    background_color: '#000000',
    ...(index > 0 && { transition: { type: 'fade', duration: 0.4 } }),
    layers: [
      clip('clip', [0, 0, 1920, 1080], { trim_start: 2 * index, ...look }),
      text('word', [160, 440, 1600, 200], {
        ...{ text: word, font_size: 150, weight: 800, align: 'center', enter: slide('up', 0.2) },
      }),
    ],
  }));
  return { width: 1920, height: 1080, pages };
}

/** Panels, pictures and footage that let footage shine through. */
export function transparency(): Design {
  const layers: Json[] = [
    clip('clip', [0, 0, 1920, 1080]),
    clip('ghost', [0, 0, 1920, 1080], { trim_start: 4, opacity: 0.35 }),
    image('light', 'photo-2.jpg', [0, 0, 1920, 1080], { opacity: 0.4, blend_mode: 'screen' }),
    shape('shade', [0, 540, 1920, 540], { fill_color: 'linear-gradient(180deg, rgba(0,0,0,0), rgba(0,0,0,0.8))' }),
    group(
      'panel',
      [120, 180, 760, 520],
      [
        shape('panel plate', [0, 0, 760, 520], { fill_color: 'rgba(255, 255, 255, 0.75)', border_radius: 40 }),
        clip('panel clip', [30, 30, 700, 330], { source_url: `${ADDRESS}cell-1.mp4`, border_radius: 24 }),
        text('panel text', [30, 390, 700, 100], { text: 'Through the glass', font_size: 68, text_color: '#10202c' }),
      ],
      { opacity: 0.8, enter: fade(0.3), keyframes: { x: between(4, 120, 220, 'in-out-sine') } },
    ),
    text('title', [1000, 820, 860, 140], {
      ...{ text: 'Half of it', font_size: 120, weight: 800, opacity: 0.7, align: 'right', enter: slide('left', 0.5) },
    }),
  ];
  return { width: 1920, height: 1080, pages: [{ duration: 4, background_color: '#000000', layers }] };
}

/** Footage in letters that slide in, in a circle that grows, in the bright parts of a picture, and around a star that turns. */
export function masks(): Design {
  const centered = { anchor_x: 0.5, anchor_y: 0.5 };
  const cell = (name: string, box: readonly [number, number], number: number, mask: Json): Json =>
    clip(name, [...box, 920, 500], { source_url: `${ADDRESS}cell-${number}.mp4`, mask });
  const layers: Json[] = [
    clip('lettered', [20, 20, 920, 500], { mask: { layer: 'letters' } }),
    text('letters', [20, 20, 920, 500], {
      ...{ text: 'TIDES', font_size: 300, weight: 900, align: 'center', vertical_align: 'middle' },
      enter: slide('right', 0.2, { distance: 300, duration: 1.6 }),
    }),
    cell('circled', [980, 20], 1, { layer: 'circle' }),
    shape('circle', [1440, 270, 480, 480], { shape: 'ellipse', ...centered, keyframes: { scale: between(3, 0.2, 1) } }),
    cell('bright', [20, 560], 2, { source_url: `${ADDRESS}photo-3.jpg`, mode: 'luma' }),
    cell('around', [980, 560], 3, { layer: 'star', mode: 'alpha-inverted' }),
    shape('star', [1440, 810, 420, 420], {
      ...{ shape: 'star', points: 8, ...centered, keyframes: { rotation: between(4, 0, 90) } },
    }),
  ];
  return { width: 1920, height: 1080, pages: [{ duration: 4, background_color: '#f3efe6', layers }] };
}

/** Two clips whose border moves, one of them in a group that hides what is beyond it. */
export function sideBySide(): Design {
  const border = [
    { time: 0.5, value: 960, easing: 'in-out-cubic' },
    { time: 1.8, value: 1400, easing: 'in-out-cubic' },
    { time: 3.2, value: 520 },
  ];
  const label = (name: string, x: number, words: string): Json =>
    group(
      name,
      [x, 930, 420, 90],
      [
        shape(`${name} plate`, [0, 0, 420, 90], { fill_color: 'rgba(0, 0, 0, 0.6)', border_radius: 45 }),
        text(`${name} words`, [0, 0, 420, 90], {
          ...{ text: words, font_size: 44, align: 'center', vertical_align: 'middle' },
        }),
      ],
      { enter: fade(0.3) },
    );
  const layers: Json[] = [
    clip('after', [0, 0, 1920, 1080]),
    group('window', [0, 0, 960, 1080], [clip('before', [0, 0, 1920, 1080], { trim_start: 3 })], {
      ...{ clip: true, keyframes: { width: border } },
    }),
    shape('border', [960, 0, 8, 1080], { fill_color: '#ffffff', anchor_x: 0.5, keyframes: { x: border } }),
    clip('inset', [1500, 60, 360, 240], {
      source_url: `${ADDRESS}cell-2.mp4`,
      keyframes: { width: between(4, 240, 360) },
    }),
    label('left', 60, 'Before'),
    label('right', 1440, 'After'),
  ];
  return { width: 1920, height: 1080, pages: [{ duration: 4, background_color: '#000000', layers }] };
}
