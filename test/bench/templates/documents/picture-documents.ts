import { between, type Design, fade, group, image, type Json, shape, slide, text } from './layers.ts';

/** Five photographs that zoom slowly, each under the facts of a room, joined by five kinds of transitions. */
export function realEstate(): Design {
  const rooms = ['Living room', 'Kitchen', 'Bedroom', 'Garden', 'Your new home'];
  const transitions = ['fade', 'slide', 'wipe', 'zoom'];
  const pages = rooms.map((room, index): Json => {
    const [from, to] = index % 2 === 0 ? [1, 1.1] : [1.1, 1];
    return {
      duration: 2.4,
      background_color: '#101418',
      ...(index > 0 && { transition: { type: transitions[index - 1], duration: 0.6, easing: 'in-out-cubic' } }),
      layers: [
        image('photo', `photo-${(index % 4) + 1}.jpg`, [960, 540, 1920, 1080], {
          ...{ anchor_x: 0.5, anchor_y: 0.5, keyframes: { scale: between(2.4, from, to) } },
        }),
        shape('shade', [0, 700, 1920, 380], { fill_color: 'linear-gradient(180deg, rgba(0,0,0,0), rgba(0,0,0,0.75))' }),
        text('room', [96, 850, 1200, 90], { text: room, font_size: 72, weight: 700, enter: slide('up', 0.4) }),
        text('facts', [96, 946, 1200, 50], {
          ...{ text: `${24 + index * 7} m² · south · parquet`, font_size: 36, text_color: '#e7dfd0', enter: fade(0.7) },
        }),
        shape('price plate', [1480, 880, 344, 110], {
          fill_color: '#c9973f',
          border_radius: 16,
          enter: slide('left', 0.5),
        }),
        text('price', [1480, 880, 344, 110], {
          ...{ text: '€ 640,000', font_size: 48, weight: 700, align: 'center', vertical_align: 'middle' },
          enter: slide('left', 0.5),
        }),
      ],
    };
  });
  return { width: 1920, height: 1080, pages };
}

/** A product that turns a little while badges spin, then its price. */
export function productPromo(): Design {
  const badge = (name: string, x: number, y: number, label: string): Json =>
    group(
      name,
      [x, y, 220, 220],
      [
        shape('star', [0, 0, 220, 220], { shape: 'star', points: 12, fill_color: '#e5484d' }),
        text('label', [20, 70, 180, 80], {
          text: label,
          font_size: 48,
          weight: 800,
          align: 'center',
          vertical_align: 'middle',
        }),
      ].map((layer) => ({ ...layer, name: `${name} ${String(layer['name'])}` })),
      {
        anchor_x: 0.5,
        anchor_y: 0.5,
        enter: { type: 'pop', delay: 0.8, duration: 0.6 },
        keyframes: { rotation: between(4, -14, 10) },
      },
    );
  const first: Json = {
    duration: 4,
    background_color: 'linear-gradient(135deg, #fff1e0, #ffd9b8)',
    layers: [
      image('product', 'photo-2.jpg', [620, 540, 820, 820], {
        ...{ anchor_x: 0.5, anchor_y: 0.5, border_radius: 60, image_shadow: '0 40px 80px rgba(90, 40, 0, 0.35)' },
        keyframes: { rotation: between(4, -3, 3, 'in-out-sine') },
      }),
      badge('badge', 980, 250, 'New'),
      text('name', [1120, 340, 720, 130], {
        text: 'Ember pan',
        font_size: 110,
        weight: 800,
        text_color: '#3b1c0b',
        enter: slide('left', 0.3),
      }),
      text('claim', [1120, 490, 680, 220], {
        ...{ text: 'Cast once. Seasoned for a lifetime.', font_size: 56, text_color: '#6b3a1e', line_height: 1.3 },
        enter: { type: 'slide', direction: 'up', split: 'word', stagger: 0.12, delay: 0.6, duration: 0.5 },
      }),
    ],
  };
  const second: Json = {
    duration: 3,
    background_color: '#3b1c0b',
    transition: { type: 'push', direction: 'left', duration: 0.6, easing: 'in-out-cubic' },
    layers: [
      image('detail', 'photo-4.jpg', [0, 0, 960, 1080], { loop_animation: { type: 'ken_burns', direction: 'in' } }),
      text('price', [1040, 380, 800, 200], {
        text: '$ 89',
        font_size: 180,
        weight: 800,
        enter: { type: 'count', duration: 1.2 },
      }),
      shape('button', [1040, 640, 460, 120], {
        fill_color: '#e5484d',
        border_radius: 60,
        enter: fade(0.8),
        loop_animation: { type: 'pulse', duration: 1.2 },
      }),
      text('order', [1040, 640, 460, 120], {
        text: 'Order today',
        font_size: 48,
        weight: 700,
        align: 'center',
        vertical_align: 'middle',
        enter: fade(0.9),
      }),
    ],
  };
  return { width: 1920, height: 1080, pages: [first, second] };
}

/** Pictures whose blur and colors change, under words that come into focus. */
export function lookbook(): Design {
  const pages = ['Autumn', 'in three', 'colors'].map((word, index): Json => ({
    duration: 2.6,
    background_color: '#0e0e10',
    ...(index > 0 && { transition: { type: index === 1 ? 'blur' : 'cover', duration: 0.7 } }),
    layers: [
      image('look', `photo-${index + 1}.jpg`, [0, 0, 1080, 1920], {
        keyframes: {
          blur: between(0.9, 24, 0, 'out-cubic'),
          saturation: between(2.2, 0.2, 1.2),
          brightness: between(2.2, 0.7, 1),
        },
      }),
      text('word', [80, 1300, 920, 260], {
        ...{ text: word, font_family: 'Playfair Display', font_size: 190, weight: 700, align: 'center' },
        enter: { type: 'blur', delay: 0.5, duration: 0.8 },
      }),
      group(
        'tag',
        [390, 1600, 300, 90],
        [
          shape('tag plate', [0, 0, 300, 90], { border_radius: 45, fill_color: '#ffffff' }),
          text('tag label', [0, 0, 300, 90], {
            text: `Look ${index + 1}`,
            font_size: 40,
            text_color: '#0e0e10',
            align: 'center',
            vertical_align: 'middle',
          }),
        ],
        { opacity: 0.85, enter: slide('up', 0.9) },
      ),
    ],
  }));
  return { width: 1080, height: 1920, pages };
}
