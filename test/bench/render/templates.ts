/** The 16:9 sizes at which the templates are measured. */
export const SIZES = { '720p': { width: 1280, height: 720 }, '1080p': { width: 1920, height: 1080 } } as const;
export type SizeName = keyof typeof SIZES;

export const FPS = 30;

/** Addresses that stand for the files of `assets.ts`. */
export const ADDRESS = 'http://bench.example/';

/** The file name behind an address of a template. */
export function assetName(url: string): string {
  return url.slice(ADDRESS.length);
}

type Json = Record<string, unknown>;

/** Converts lengths of a 1280×720 design to another size. */
type Scaled = (px: number) => number;

/**
 * Documents of ten seconds each, compared with the limit and with peers. They are fixed: figures of different days compare only
 * as long as no one changes what is drawn.
 */
export const TEMPLATES = {
  'text and shapes': textAndShapes,
  'photo slideshow': photoSlideshow,
  'clip with overlays': clipWithOverlays,
} satisfies Record<string, (px: Scaled) => Json[]>;

/** Templates that stand still for most of their time. They are compared with encoding all of their frames. */
export const STILL_TEMPLATES = {
  'photo slides with text': photoSlides,
  'one photo with text': onePhoto,
  'text card': textCard,
} satisfies Record<string, (px: Scaled) => Json[]>;

/** All templates with still runs. */
export const TEMPLATES_WITH_STILL_RUNS = [
  ...(Object.keys(STILL_TEMPLATES) as (keyof typeof STILL_TEMPLATES)[]),
  'text and shapes',
] as const;

export type TemplateName = keyof typeof TEMPLATES | keyof typeof STILL_TEMPLATES;

/** A template as the JSON that an author would send. */
export function documentOf(name: TemplateName, size: SizeName): Json {
  return documentAt(name, SIZES[size]);
}

/** A template at any size of 16:9. */
export function documentAt(name: TemplateName, { width, height }: { width: number; height: number }): Json {
  const px: Scaled = (length) => Math.round((length * height) / 720);
  const pages = { ...TEMPLATES, ...STILL_TEMPLATES }[name](px).map((page, index) => ({ number: index + 1, ...page }));
  return { name, width, height, audio: [{ source_url: `${ADDRESS}music.m4a`, fade_out: 1.5 }], pages };
}

const FADE = { type: 'fade', duration: 0.5, easing: 'linear' };

function textAndShapes(px: Scaled): Json[] {
  return [
    {
      duration: 3.7,
      background_color: '#101820',
      layers: [
        shape('disc', px, [860, 120, 520, 520], { shape: 'ellipse', fill_color: '#2f6f8f', enter: slide('left', 0.9) }),
        shape('rule', px, [80, 236, 240, 8], { fill_color: '#e2b04a', start: 0.2, enter: slide('right', 0.6) }),
        text('title', px, [80, 262, 760, 180], {
          text: 'Made by hand, shipped tomorrow',
          font_size: px(64),
          weight: 700,
          start: 0.3,
          enter: slide('up', 0.7),
        }),
        text('body', px, [80, 470, 640, 150], {
          text: 'A paragraph that flows over several lines, fades in, and stays until the page is over.',
          font_size: px(30),
          text_color: '#f4e9d8',
          start: 0.8,
          enter: { type: 'fade', duration: 0.6 },
        }),
      ],
    },
    {
      duration: 3.5,
      background_color: 'linear-gradient(120deg, #20304a, #6a3f5d)',
      transition: FADE,
      layers: [80, 460, 840].flatMap((left, index) => [
        shape(`card ${index}`, px, [left, 190, 340, 340], {
          border_radius: px(28),
          fill_color: '#f4efe6',
          start: 0.5 + index * 0.25,
          enter: slide('up', 0.6),
        }),
        text(`number ${index}`, px, [left, 250, 340, 130], {
          text: ['24', '365', '99 %'][index],
          font_size: px(96),
          weight: 700,
          align: 'center',
          text_color: '#20304a',
          start: 0.6 + index * 0.25,
          enter: slide('up', 0.6),
        }),
        text(`label ${index}`, px, [left + 30, 400, 280, 90], {
          text: ['hours a day', 'days a year', 'of all parcels'][index],
          font_size: px(30),
          align: 'center',
          text_color: '#3c4a57',
          start: 0.9 + index * 0.25,
          enter: { type: 'fade', duration: 0.4 },
        }),
      ]),
    },
    {
      duration: 3.8,
      background_color: '#0f3d3e',
      transition: FADE,
      layers: [
        shape('star', px, [540, 110, 200, 200], {
          shape: 'star',
          fill_color: '#e2b04a',
          anchor_x: 0.5,
          anchor_y: 0.5,
          x: px(640),
          y: px(210),
          keyframes: {
            scale: [
              { time: 0.4, value: 0.6, easing: 'ease-out' },
              { time: 1.2, value: 1 },
            ],
          },
        }),
        text('call', px, [140, 340, 1000, 100], {
          text: 'Order today at example.com',
          font_size: px(60),
          weight: 700,
          align: 'center',
          start: 0.6,
          enter: slide('up', 0.6),
        }),
        shape('button', px, [340, 470, 600, 110], {
          border_radius: px(24),
          fill_color: '#e2b04a',
          start: 0.8,
          enter: { type: 'fade', duration: 0.4 },
        }),
        text('offer', px, [340, 494, 600, 80], {
          text: 'Get 20 % off',
          font_size: px(48),
          weight: 700,
          align: 'center',
          text_color: '#1b2733',
          start: 0.9,
          enter: { type: 'fade', duration: 0.4 },
        }),
      ],
    },
  ];
}

function photoSlideshow(px: Scaled): Json[] {
  const captions = ['Where rivers begin', 'Stone, light and water', 'A morning above the clouds', 'See you up there'];
  return captions.map((caption, index) => ({
    duration: 2.875,
    background_color: '#000000',
    ...(index > 0 && { transition: FADE }),
    layers: [
      {
        name: 'photo',
        type: 'image',
        source_url: `${ADDRESS}photo-${index + 1}.jpg`,
        ...{ x: '50%', y: '50%', anchor_x: 0.5, anchor_y: 0.5 },
        keyframes: {
          scale: [
            { time: 0, value: index % 2 === 0 ? 1 : 1.12, easing: 'linear' },
            { time: 2.875, value: index % 2 === 0 ? 1.12 : 1 },
          ],
        },
      },
      text('caption', px, [80, 570, 1120, 90], {
        text: caption,
        font_size: px(52),
        weight: 700,
        text_shadow: `0 ${px(2)}px ${px(8)}px rgba(0, 0, 0, 0.6)`,
        start: 0.5,
        enter: { type: 'fade', duration: 0.5 },
      }),
    ],
  }));
}

function clipWithOverlays(px: Scaled): Json[] {
  const clip = { type: 'video', source_url: `${ADDRESS}clip.mp4`, mute: true };
  return [
    {
      duration: 5.25,
      background_color: '#000000',
      layers: [
        { name: 'clip', ...clip },
        {
          ...{ name: 'logo', type: 'image', source_url: `${ADDRESS}logo.png`, opacity: 0.8 },
          ...{ x: px(1100), y: px(40), width: px(128), height: px(128) },
        },
        shape('bar', px, [60, 520, 720, 140], {
          border_radius: px(20),
          fill_color: 'rgba(16, 24, 32, 0.75)',
          start: 0.4,
          enter: slide('right', 0.6),
        }),
        text('name', px, [96, 540, 660, 60], {
          text: 'Ada Okafor',
          font_size: px(44),
          weight: 700,
          start: 0.6,
          enter: slide('right', 0.6),
        }),
        text('role', px, [96, 600, 660, 44], {
          text: 'Head of expeditions',
          font_size: px(28),
          start: 0.9,
          enter: { type: 'fade', duration: 0.4 },
        }),
      ],
    },
    {
      duration: 5.25,
      background_color: '#f4efe6',
      transition: FADE,
      layers: [
        shape('panel', px, [56, 96, 704, 528], { border_radius: px(36), fill_color: '#21507a' }),
        {
          ...{ name: 'clip', ...clip, trim_start: 2, border_radius: px(28) },
          ...{ x: px(88), y: px(180), width: px(640), height: px(360) },
        },
        text('heading', px, [800, 180, 420, 230], {
          text: 'A clip with rounded corners',
          font_size: px(52),
          weight: 700,
          text_color: '#1b2733',
          start: 0.6,
          enter: slide('left', 0.6),
        }),
        text('copy', px, [800, 430, 400, 160], {
          text: 'and a second block of copy beside it, aligned to the left and wrapped.',
          font_size: px(28),
          text_color: '#3c4a57',
          start: 0.9,
          enter: { type: 'fade', duration: 0.5 },
        }),
      ],
    },
  ];
}

/** Photographs that do not move, each under a text that enters, joined by fades. */
function photoSlides(px: Scaled): Json[] {
  return ['Where rivers begin', 'Stone, light and water', 'See you up there'].map((caption, index) => ({
    duration: 3,
    ...(index > 0 && { transition: FADE }),
    layers: [photo(index + 1), captionOf(px, caption)],
  }));
}

/** One photograph for the whole video. Only its text moves, in the middle of the video. */
function onePhoto(px: Scaled): Json[] {
  const caption = {
    ...captionOf(px, 'Open every day'),
    start: 2.4,
    duration: 3.6,
    exit: { type: 'fade', duration: 0.3 },
  };
  return [{ duration: 8, layers: [photo(2), caption] }];
}

/** Texts on a gradient: they enter, stay, and leave. */
function textCard(px: Scaled): Json[] {
  const line = (name: string, y: number, change: Json): Json =>
    text(name, px, [140, y, 1000, 110], { align: 'center', exit: { type: 'fade', duration: 0.5 }, ...change });
  const layers = [
    line('title', 250, { text: 'Opening hours', font_size: px(88), weight: 700, enter: slide('up', 0.6) }),
    line('hours', 380, { text: 'Monday to Saturday, 8 to 20', font_size: px(48), start: 0.5, enter: FADE_IN }),
  ];
  return [{ duration: 5, background_color: 'linear-gradient(160deg, #16324f, #7a3b69)', layers }];
}

const FADE_IN = { type: 'fade', duration: 0.5 };

function photo(number: number): Json {
  return { name: 'photo', type: 'image', source_url: `${ADDRESS}photo-${number}.jpg` };
}

function captionOf(px: Scaled, caption: string): Json {
  const enter = slide('up', 0.4);
  return text('caption', px, [80, 560, 1120, 100], {
    text: caption,
    font_size: px(56),
    weight: 700,
    start: 0.5,
    enter,
  });
}

type Box = readonly [x: number, y: number, width: number, height: number];

function shape(name: string, px: Scaled, box: Box, properties: Json): Json {
  return { name, type: 'shape', ...scaledBox(px, box), ...properties };
}

function text(name: string, px: Scaled, box: Box, properties: Json): Json {
  return { name, type: 'text', ...scaledBox(px, box), text_color: '#ffffff', ...properties };
}

function scaledBox(px: Scaled, [x, y, width, height]: Box): Json {
  return { x: px(x), y: px(y), width: px(width), height: px(height) };
}

function slide(direction: string, duration: number): Json {
  return { type: 'slide', direction, duration };
}
