import { between, clip, type Design, fade, group, image, type Json, shape, slide, text } from './layers.ts';

/** Footage with a lower third that slides in and out, a logo and a ticker. */
export function lowerThird(): Design {
  const layers: Json[] = [
    clip('clip', [0, 0, 1280, 720]),
    image('logo', 'logo.png', [1140, 36, 96, 96], { opacity: 0.8 }),
    group(
      'lower third',
      [60, 500, 760, 150],
      [
        shape('plate', [0, 0, 760, 100], { fill_color: '#0b2a4a' }),
        shape('accent', [0, 0, 14, 100], { fill_color: '#e8590c' }),
        text('headline', [40, 14, 700, 44], { text: 'Storm reaches the coast', font_size: 36, weight: 700 }),
        text('place', [40, 58, 700, 34], { text: 'Live from Port Aurel', font_size: 24, text_color: '#b6c8dc' }),
      ],
      {
        opacity: 0.92,
        enter: slide('right', 0.4, { distance: 400 }),
        exit: { type: 'slide', direction: 'left', duration: 0.5 },
      },
    ),
    shape('ticker plate', [0, 672, 1280, 48], { fill_color: 'rgba(8, 12, 20, 0.85)' }),
    text('ticker', [0, 680, 2600, 36], {
      ...{
        text: 'Ferries stopped until noon · Schools closed · Bridges open to buses only · Wind up to 120 km/h',
        font_size: 26,
      },
      keyframes: { x: between(6, 1280, -600) },
    }),
  ];
  return { width: 1280, height: 720, pages: [{ duration: 6, background_color: '#000000', layers }] };
}

/** Four views of the same footage: in rounded corners, in a star, in letters, and in another blend mode. */
export function splitScreen(): Design {
  const layers: Json[] = [
    clip('rounded', [20, 20, 610, 330], { border_radius: 32, enter: slide('right', 0) }),
    clip('starred', [650, 20, 610, 330], { trim_start: 1, mask: { layer: 'star' } }),
    shape('star', [800, 20, 330, 330], {
      ...{ shape: 'star', points: 6, fill_color: '#ffffff' },
      keyframes: { rotation: between(5, 0, 60), scale: between(5, 0.8, 1.15) },
      ...{ anchor_x: 0.5, anchor_y: 0.5, x: 955, y: 185 },
    }),
    clip('lettered', [20, 370, 610, 330], { trim_start: 2, mask: { layer: 'letters', mode: 'luma' } }),
    text('letters', [20, 370, 610, 330], {
      text: 'SURF',
      font_size: 230,
      weight: 900,
      align: 'center',
      vertical_align: 'middle',
    }),
    clip('tinted', [650, 370, 610, 330], { trim_start: 3, border_radius: 32, opacity: 0.9 }),
    shape('tint', [650, 370, 610, 330], {
      ...{ fill_color: 'linear-gradient(120deg, #ff6b6b, #4dabf7)', border_radius: 32, blend_mode: 'multiply' },
      keyframes: { opacity: between(5, 0.3, 1) },
    }),
    text('title', [340, 300, 600, 120], {
      text: 'Four tides',
      font_size: 88,
      weight: 800,
      align: 'center',
      blend_mode: 'screen',
      enter: fade(0.5),
    }),
  ];
  return { width: 1280, height: 720, pages: [{ duration: 5, background_color: '#0d1b2a', layers }] };
}

/** Words of a customer beside footage in a frame that tilts, over a picture that is blurred. */
export function testimonial(): Design {
  const layers: Json[] = [
    image('ground', 'photo-1.jpg', [0, 0, 1920, 1080], { blur: 30, brightness: 0.6 }),
    group(
      'frame',
      [560, 540, 800, 640],
      [
        shape('frame plate', [0, 0, 800, 640], { fill_color: '#ffffff', border_radius: 24 }),
        clip('clip', [30, 30, 740, 500], { border_radius: 12 }),
        text('caption', [30, 545, 740, 70], {
          text: 'Noor, baker',
          font_size: 44,
          text_color: '#222222',
          align: 'center',
        }),
      ],
      { anchor_x: 0.5, anchor_y: 0.5, opacity: 0.98, rotation: -3, enter: { type: 'zoom', duration: 0.6 } },
    ),
    {
      name: 'stars',
      type: 'rating',
      rating: 5,
      x: 1060,
      y: 300,
      width: 500,
      height: 90,
      enter: { type: 'count', delay: 0.5, duration: 1 },
    },
    text('words', [1060, 420, 760, 400], {
      ...{
        text: '“They had the ovens running in a week. I still cannot believe it.”',
        font_size: 64,
        line_height: 1.3,
      },
      enter: { type: 'slide', direction: 'up', split: 'line', stagger: 0.2, delay: 0.6, duration: 0.6 },
    }),
  ];
  return { width: 1920, height: 1080, pages: [{ duration: 5, background_color: '#202020', layers }] };
}
