import { type Design, fade, group, image, type Json, shape, slide, text } from './layers.ts';

/** The cover of an episode, its subtitles word by word, and bars that dance. */
export function audiogram(): Design {
  const sentence = 'So we moved the whole bakery into the old ferry and never looked back';
  const words = sentence.split(' ');
  const cues = [words.slice(0, 7), words.slice(7)].map((part, index) => {
    return { start: 0.3 + index * 3.6, end: 3.8 + index * 3.6, text: part.join(' ') };
  });
  const bars = Array.from({ length: 24 }, (_, index): Json =>
    shape(`bar ${index}`, [108 + index * 36, 920, 20, 120], {
      ...{ fill_color: '#ff8c5a', border_radius: 10, anchor_y: 1 },
      keyframes: {
        height: Array.from({ length: 30 }, (_unused, beat) => {
          return { time: beat / 4, value: 20 + ((index * 37 + beat * 53) % 101), easing: 'in-out-sine' };
        }),
      },
    }),
  );
  const layers: Json[] = [
    image('cover', 'photo-4.jpg', [90, 90, 360, 360], { border_radius: 40 }),
    text('show', [500, 120, 500, 60], { text: 'Salt & Flour', font_size: 52, weight: 700 }),
    text('episode', [500, 200, 500, 120], {
      text: 'Episode 41: The floating oven',
      font_size: 40,
      text_color: '#cdb9ae',
    }),
    {
      ...{ name: 'subtitles', type: 'caption', mode: 'highlight', cues, x: 90, y: 520, width: 900, height: 280 },
      ...{ font_size: 64, weight: 700, text_color: '#ffffff', active_text_color: '#ff8c5a' },
    },
    ...bars,
    {
      name: 'elapsed',
      type: 'progress',
      follows: 'video',
      x: 90,
      y: 980,
      width: 900,
      height: 20,
      fill_color: '#ff8c5a',
      track_color: '#4a3a34',
    },
  ];
  return { width: 1080, height: 1080, pages: [{ duration: 7.6, background_color: '#241a17', layers }] };
}

/** Three charts that are drawn, with figures that count. */
export function chartReport(): Design {
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug'];
  const data = months.map((label, index) => ({ label, value: 1200 + index * 310 + ((index * 977) % 600) }));
  const chart = (name: string, chart_type: string, x: number, properties: Json): Json => ({
    ...{ name, type: 'chart', chart_type, x, y: 300, width: 840, height: 640, chart_data: data, font_size: 28 },
    ...{ text_color: '#dfe7f2', axes_color: '#5b6b80', enter: { type: 'draw', duration: 1.6, delay: 0.4 } },
    ...properties,
  });
  const heading = (title: string): Json[] => [
    text('title', [96, 72, 1300, 90], { text: title, font_size: 72, weight: 700, enter: slide('right', 0) }),
    text('subtitle', [96, 170, 1300, 60], {
      text: 'First eight months, thousands',
      font_size: 38,
      text_color: '#8fa1b8',
      enter: fade(0.3),
    }),
  ];
  const pages: Json[] = [
    {
      duration: 4,
      background_color: '#0f1722',
      layers: [
        ...heading('Orders and revenue'),
        chart('orders', 'bar', 80, { fill_color: '#4c8dff', show_values: true }),
        chart('revenue', 'line', 1000, { fill_color: '#3ddc97' }),
        text('total', [1400, 72, 424, 110], {
          text: '31,204',
          font_size: 96,
          weight: 800,
          align: 'right',
          enter: { type: 'count', duration: 2 },
        }),
      ],
    },
    {
      duration: 3.4,
      background_color: '#0f1722',
      transition: { type: 'fade', duration: 0.5 },
      layers: [
        ...heading('Where it comes from'),
        chart('shares', 'pie', 80, { chart_data: data.slice(0, 4), show_values: true }),
        ...['Shops', 'Online', 'Partners'].map((label, index) =>
          group(
            `row ${index}`,
            [1040, 360 + index * 180, 780, 140],
            [
              shape(`plate ${index}`, [0, 0, 780, 140], { fill_color: '#1a2636', border_radius: 24 }),
              text(`label ${index}`, [40, 0, 400, 140], { text: label, font_size: 48, vertical_align: 'middle' }),
              text(`share ${index}`, [440, 0, 300, 140], {
                text: `${48 - index * 14} %`,
                font_size: 60,
                weight: 700,
                align: 'right',
                vertical_align: 'middle',
              }),
            ],
            { enter: slide('left', 0.3 + index * 0.2) },
          ),
        ),
      ],
    },
  ];
  return { width: 1920, height: 1080, pages };
}

/** The score of a match: two crests, figures that count, a clock bar. */
export function scoreCard(): Design {
  const side = (name: string, x: number, [score, color, direction]: readonly [string, string, string]): Json[] => [
    shape(`${name} crest`, [x, 200, 200, 200], {
      shape: 'polygon',
      sides: 6,
      fill_color: color,
      enter: slide(direction, 0.1),
    }),
    text(`${name} name`, [x - 60, 420, 320, 60], {
      text: name,
      font_size: 44,
      weight: 700,
      align: 'center',
      enter: fade(0.4),
    }),
    text(`${name} score`, [x - 60, 490, 320, 150], {
      text: score,
      font_size: 130,
      weight: 800,
      align: 'center',
      enter: { type: 'count', delay: 0.6, duration: 1 },
    }),
  ];
  const layers: Json[] = [
    text('heading', [0, 60, 1280, 70], {
      text: 'Full time',
      font_size: 56,
      weight: 700,
      align: 'center',
      text_color: '#ffd43b',
      enter: fade(0),
    }),
    ...side('Rovers', 220, ['3', '#e03131', 'right']),
    ...side('Harbor', 860, ['2', '#1971c2', 'left']),
    text('dash', [560, 490, 160, 150], { text: '–', font_size: 130, weight: 800, align: 'center' }),
    {
      name: 'minutes',
      type: 'progress',
      follows: 'value',
      value: 1,
      x: 240,
      y: 660,
      width: 800,
      height: 16,
      fill_color: '#ffd43b',
      enter: { type: 'count', duration: 2 },
    },
  ];
  return {
    width: 1280,
    height: 720,
    pages: [{ duration: 4, background_color: 'linear-gradient(90deg, #1b2b1e, #12351f)', layers }],
  };
}
