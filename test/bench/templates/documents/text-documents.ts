import { between, type Design, fade, group, image, type Json, shape, slide, text } from './layers.ts';

/** A quotation, word by word, and its source. */
export function quoteStory(): Design {
  const layers: Json[] = [
    text('mark', [80, 320, 300, 300], {
      text: '“',
      font_family: 'Playfair Display',
      font_size: 380,
      text_color: '#f2b84b',
      enter: { type: 'zoom', duration: 0.7 },
    }),
    text('quote', [100, 620, 880, 700], {
      ...{
        text: 'We do not inherit the land from our parents. We borrow it from our children.',
        font_size: 92,
        line_height: 1.25,
      },
      ...{
        font_family: 'Playfair Display',
        enter: { type: 'fade', split: 'word', stagger: 0.14, delay: 0.4, duration: 0.6 },
      },
    }),
    shape('rule', [100, 1380, 180, 8], { fill_color: '#f2b84b', enter: slide('right', 2.6) }),
    text('author', [100, 1420, 880, 70], {
      text: 'after a proverb',
      font_size: 48,
      text_color: '#c8d2e0',
      enter: fade(2.8),
    }),
  ];
  const page = { duration: 6, background_color: 'linear-gradient(160deg, #12213a, #3b2c4f)', layers };
  return { width: 1080, height: 1920, pages: [page] };
}

/** A card whose greeting falls in letter by letter, with emoji that float and balloons that sway. */
export function birthdayCard(): Design {
  const balloons = ['🎈', '🎉', '🎁', '🎂'].map((emoji, index): Json =>
    text(`emoji ${index}`, [80 + index * 240, 700 + (index % 2) * 60, 200, 220], {
      ...{
        text: emoji,
        font_size: 160,
        align: 'center',
        enter: { type: 'bounce', delay: 0.4 + index * 0.2, duration: 0.9 },
      },
      loop_animation: index % 2 === 0 ? { type: 'float', duration: 2.4 } : { type: 'shake', duration: 1.6 },
    }),
  );
  const layers: Json[] = [
    shape('sun', [540, 330, 760, 760], {
      ...{
        shape: 'star',
        points: 24,
        fill_color: '#ffe08a',
        anchor_x: 0.5,
        anchor_y: 0.5,
        loop_animation: { type: 'spin', duration: 12 },
      },
    }),
    text('greeting', [60, 180, 960, 170], {
      ...{ text: 'Happy Birthday', font_size: 120, weight: 800, text_color: '#d6336c', align: 'center' },
      enter: { type: 'drop', split: 'letter', stagger: 0.07, duration: 0.7 },
      loop_animation: { type: 'pulse', split: 'letter', stagger: 0.08, duration: 1.6 },
    }),
    text('name', [60, 370, 960, 170], {
      ...{ text: 'dear Amélie! 🥳', font_size: 110, weight: 700, text_color: '#7048e8', align: 'center' },
      enter: { type: 'rotate', split: 'letter', stagger: 0.06, delay: 1, duration: 0.6 },
    }),
    ...balloons,
  ];
  return { width: 1080, height: 1080, pages: [{ duration: 6, background_color: '#fff4e6', layers }] };
}

/** Lines of large words that slide, zoom and turn in, one after the other. */
export function kineticType(): Design {
  const page = (lines: readonly string[], colors: readonly [string, string], type: string, index: number): Json => ({
    duration: 2.4,
    background_color: colors[0],
    ...(index > 0 && { transition: { type: 'slide', direction: 'up', duration: 0.4 } }),
    layers: lines.map((line, row) =>
      text(`line ${row}`, [120, 170 + row * 250, 1680, 230], {
        ...{ text: line, font_size: 200, weight: 900, text_color: colors[1], tracking: -4 },
        enter: { type, split: row % 2 === 0 ? 'word' : 'letter', stagger: 0.06, delay: row * 0.35, duration: 0.5 },
        exit: { type: 'slide', direction: 'left', duration: 0.3 },
      }),
    ),
  });
  const pages = [
    page(['Say it', 'louder.', 'Say it now.'], ['#111111', '#f7f052'], 'slide', 0),
    page(['Words that', 'turn heads', 'and pages.'], ['#f7f052', '#111111'], 'rotate', 1),
    page(['Big type.', 'Small budget.', 'Go.'], ['#2f5bea', '#ffffff'], 'zoom', 2),
  ];
  return { width: 1920, height: 1080, pages };
}

/** Tickets, dates and a ring that counts down, on cards that tilt. */
export function eventCountdown(): Design {
  const card = (index: number, figure: string, label: string): Json =>
    group(
      `card ${index}`,
      [300 + index * 440, 560, 380, 420],
      [
        shape(`plate ${index}`, [0, 0, 380, 420], {
          fill_color: '#23234a',
          border_radius: 36,
          stroke_color: '#7c5cff',
          stroke_width: 4,
        }),
        text(`figure ${index}`, [0, 90, 380, 160], { text: figure, font_size: 140, weight: 800, align: 'center' }),
        text(`label ${index}`, [0, 290, 380, 60], {
          text: label,
          font_size: 44,
          align: 'center',
          text_color: '#b9b4e8',
        }),
      ],
      {
        ...{ anchor_x: 0.5, anchor_y: 0.5, enter: { type: 'flip', delay: 0.3 + index * 0.25, duration: 0.7 } },
        keyframes: { rotation: between(5, index % 2 === 0 ? -4 : 4, index % 2 === 0 ? 4 : -4, 'in-out-sine') },
      },
    );
  const layers: Json[] = [
    image('crowd', 'photo-3.jpg', [0, 0, 1920, 1080], {
      opacity: 0.35,
      loop_animation: { type: 'ken_burns', direction: 'out' },
    }),
    text('title', [160, 90, 1600, 150], {
      text: 'Harbor Lights Festival',
      font_size: 120,
      weight: 800,
      align: 'center',
      enter: slide('down', 0),
    }),
    ...[
      ['12', 'days'],
      ['08', 'hours'],
      ['45', 'minutes'],
      ['30', 'seconds'],
    ].map(([figure, label], index) => card(index, figure!, label!)),
    {
      name: 'ring',
      type: 'progress',
      form: 'ring',
      follows: 'video',
      x: 880,
      y: 850,
      width: 160,
      height: 160,
      fill_color: '#7c5cff',
      thickness: 14,
    },
  ];
  return { width: 1920, height: 1080, pages: [{ duration: 5, background_color: '#141432', layers }] };
}
