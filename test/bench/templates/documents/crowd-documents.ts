import { between, clip, type Design, fade, group, image, type Json, shape, slide, text } from './layers.ts';

const COLORS = ['#ff6b6b', '#ffd166', '#06d6a0', '#4dabf7', '#b197fc'];

/** Eleven players of a team, whose numbers count, over footage that is dark and out of focus. */
export function lineup(): Design {
  const names = ['Ito', 'Mbeki', 'Silva', 'Novak', 'Haas', 'Okoye', 'Lund', 'Reyes', 'Kaya', 'Moreau', 'Byrne'];
  const rows = [4, 4, 3];
  const places = rows.flatMap((count, row) =>
    Array.from({ length: count }, (_, column) => ({ x: 960 - 210 * count + 420 * column + 15, y: 210 + 285 * row })),
  );
  const cards = names.map((name, index): Json => {
    const { x, y } = places[index]!;
    return group(
      `card ${index}`,
      [x, y, 390, 255],
      [
        shape(`plate ${index}`, [0, 0, 390, 255], {
          ...{ fill_color: 'linear-gradient(160deg, #16324f, #0b1a2b)', border_radius: 24 },
          ...{ stroke_color: '#ffd166', stroke_width: 3 },
        }),
        text(`number ${index}`, [24, 24, 200, 130], {
          ...{ text: `${7 + index * 8}`, font_size: 110, weight: 800, text_color: '#ffd166' },
          enter: { type: 'count', delay: 0.3 + index * 0.1, duration: 2 },
        }),
        text(`name ${index}`, [24, 165, 342, 70], { text: name, font_size: 52, weight: 700 }),
      ],
      { enter: slide('up', index * 0.1) },
    );
  });
  const layers: Json[] = [
    clip('clip', [0, 0, 1920, 1080], { blur: 18, brightness: 0.5 }),
    text('title', [160, 60, 1600, 120], { text: 'Starting eleven', font_size: 92, weight: 800, align: 'center' }),
    ...cards,
  ];
  return { width: 1920, height: 1080, pages: [{ duration: 4, background_color: '#000000', layers }] };
}

/** An invitation on which petals fall and turn. */
export function invitation(): Design {
  const petals = Array.from({ length: 26 }, (_, index): Json => {
    const size = 36 + ((index * 29) % 60);
    const [left, turn] = [(index * 397) % 1080, index % 2 === 0 ? 300 : -260];
    return shape(`petal ${index}`, [left, -120, size, size], {
      ...{ shape: ['ellipse', 'star', 'polygon', 'rectangle'][index % 4], fill_color: COLORS[index % 5] },
      ...{ anchor_x: 0.5, anchor_y: 0.5, opacity: 0.9, start: (index % 9) * 0.2 },
      keyframes: { y: between(4, -120, 2040), rotation: between(4, 0, turn), x: between(4, left, left + 120) },
    });
  });
  const line = (name: string, y: number, properties: Json): Json =>
    text(name, [90, y, 900, 200], { align: 'center', text_color: '#4a2340', ...properties });
  const layers: Json[] = [
    shape('paper', [60, 420, 960, 1080], {
      fill_color: '#fffaf3',
      border_radius: 48,
      shape_shadow: '0 20px 60px rgba(80,30,60,0.3)',
    }),
    line('names', 560, { text: 'Noor & Elias', font_family: 'Playfair Display', font_size: 130, enter: fade(0.2) }),
    line('words', 820, { text: 'invite you to the garden', font_size: 56, enter: slide('up', 0.6) }),
    line('date', 1000, { text: '21 June, six o’clock', font_size: 64, weight: 700, enter: slide('up', 0.9) }),
    ...petals,
  ];
  return {
    width: 1080,
    height: 1920,
    pages: [{ duration: 5, background_color: 'linear-gradient(160deg, #ffe3ec, #e5dbff)', layers }],
  };
}

/** Dishes and prices, line by line, over a photograph that moves slowly. */
export function menu(): Design {
  const dishes = ['Grilled leeks', 'Mussels in cider', 'Barley risotto', 'Smoked trout', 'Plum tart', 'Cheese'];
  const lines = dishes.flatMap((dish, index): Json[] => {
    const [y, enter] = [330 + index * 105, slide('up', 0.3 + index * 0.15)];
    return [
      text(`dish ${index}`, [190, y, 640, 70], { text: dish, font_size: 50, enter }),
      text(`price ${index}`, [830, y, 180, 70], { text: `${9 + index * 3}.50`, font_size: 50, align: 'right', enter }),
      shape(`rule ${index}`, [190, y + 78, 820, 2], { fill_color: 'rgba(255, 255, 255, 0.35)', enter }),
    ];
  });
  const layers: Json[] = [
    image('table', 'photo-1.jpg', [960, 540, 1920, 1080], {
      ...{ anchor_x: 0.5, anchor_y: 0.5 },
      keyframes: { scale: between(5, 1.05, 1.15), x: between(5, 940, 980) },
    }),
    shape('panel', [120, 90, 960, 900], { fill_color: 'rgba(20, 16, 12, 0.72)', border_radius: 32 }),
    text('title', [190, 150, 820, 130], {
      text: 'Tonight',
      font_family: 'Playfair Display',
      font_size: 100,
      enter: fade(0),
    }),
    ...lines,
  ];
  return { width: 1920, height: 1080, pages: [{ duration: 5, background_color: '#000000', layers }] };
}

/** Six cards on which figures of a year count, and their sum. */
export function countingCards(): Design {
  const labels = ['Orders', 'Parcels', 'Towns', 'Returns', 'Drivers', 'Kilometers'];
  const cards = labels.map((label, index): Json =>
    group(
      `card ${index}`,
      [60 + (index % 2) * 490, 60 + Math.floor(index / 2) * 270, 470, 250],
      [
        shape(`plate ${index}`, [0, 0, 470, 250], { fill_color: '#ffffff', border_radius: 36 }),
        shape(`mark ${index}`, [36, 36, 60, 60], { shape: 'ellipse', fill_color: COLORS[index % 5] }),
        text(`label ${index}`, [116, 40, 320, 60], { text: label, font_size: 42, text_color: '#4b5563' }),
        text(`figure ${index}`, [36, 120, 400, 110], {
          ...{ text: `${(index + 3) * 1234}`, font_size: 92, weight: 800, text_color: '#111827' },
          enter: { type: 'count', delay: index * 0.2, duration: 2.4 },
        }),
      ],
      { enter: { type: 'pop', delay: index * 0.2, duration: 0.6 } },
    ),
  );
  const total = text('total', [60, 880, 960, 150], {
    ...{ text: '33,318', font_size: 130, weight: 800, align: 'center', text_color: '#111827' },
    enter: { type: 'count', delay: 1, duration: 2.5 },
  });
  return {
    width: 1080,
    height: 1080,
    pages: [{ duration: 4.5, background_color: '#e5e9f0', layers: [...cards, total] }],
  };
}

/** A hundred small shapes that rise, sway, turn and fade. */
export function crowd(): Design {
  const layers = Array.from({ length: 100 }, (_, index): Json => {
    const [left, top, size] = [(index * 613) % 1920, 300 + ((index * 379) % 780), 14 + ((index * 23) % 50)];
    return shape(`particle ${index}`, [left, top, size, size], {
      ...{ shape: ['ellipse', 'star', 'triangle', 'polygon'][index % 4], fill_color: COLORS[index % 5] },
      ...{ anchor_x: 0.5, anchor_y: 0.5 },
      keyframes: {
        x: between(4, left, left + ((index * 71) % 240) - 120, 'in-out-sine'),
        y: between(4, top, top - 300),
        rotation: between(4, 0, ((index * 97) % 540) - 270),
        opacity: between(4, 1, 0.2),
      },
    });
  });
  return { width: 1920, height: 1080, pages: [{ duration: 4, background_color: '#10131c', layers }] };
}
