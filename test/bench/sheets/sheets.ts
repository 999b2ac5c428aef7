import { ADDRESS } from '../render/templates.ts';
import { type Box, image, type Json, shape, text } from '../templates/documents/layers.ts';
import type { Area } from './luma.ts';

/** Layers, and HTML that a browser draws the same way. */
export interface Sheet {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly paper: string;
  readonly layers: readonly Json[];
  /** Content of a positioned element of that size and color. */
  readonly html: string;
  /** The least SSIM. */
  readonly goal: number;
  /** Lines of type by their names. Absent: the sheet has none. */
  readonly lines?: ReadonlyMap<string, Area>;
}

const TYPE_GOAL = 0.985;
const PICTURE_GOAL = 0.99;
const SIZES = [16, 18, 20, 24, 28, 32, 40, 48, 56, 64, 72, 80, 96, 110];
const WEIGHTS = [400, 700];
const WORDS = 'Hamburg sends five ripe quinces, figs and jam by Tuesday; 0123456789 & more to taste';
const LINE_HEIGHT = 1.2;
/** Width of a column, and of most letters as a multiple of their size. */
const COLUMN = 620;
const LETTER = 0.66;

/** Type of every size, in two weights. */
function type(name: string, ink: string, paper: string): Sheet {
  const layers: Json[] = [];
  const lines = new Map<string, Area>();
  let [html, y] = ['', 10];
  for (const size of SIZES) {
    const height = Math.ceil(LINE_HEIGHT * size) + 4;
    const words = WORDS.slice(0, Math.floor(COLUMN / (LETTER * size))).trim();
    WEIGHTS.forEach((weight, column) => {
      const [x, line] = [10 + column * (COLUMN + 20), `${size} px, ${weight}`];
      const style = { font_family: 'Inter', font_size: size, weight, text_color: ink };
      layers.push(text(line, [x, y, COLUMN, height], { text: words, ...style }));
      html += `<div style="${placed([x, y, COLUMN, height])} font: ${weight} ${size}px/${LINE_HEIGHT} Inter; color: ${ink}">`;
      html += `${words.replaceAll('&', '&amp;')}</div>`;
      lines.set(line, { x, y, width: COLUMN, height });
    });
    y += height;
  }
  return { name, width: 1280, height: y + (y % 2), paper, layers, html, goal: TYPE_GOAL, lines };
}

/** A picture in a box, and the CSS that shows it so. */
function pictures(name: string, shown: readonly (readonly [file: string, box: Box, image_size: string])[]): Sheet {
  const layers = shown.map(([file, box, image_size], index) => image(`${index}`, file, box, { image_size }));
  const html = shown.map(([file, box, size]) => {
    const fit = size === 'auto' ? 'none' : size;
    return `<img src="${ADDRESS}${file}" style="${placed(box)} object-fit: ${fit}">`;
  });
  return { name, width: 1280, height: 720, paper: '#e9e4da', layers, html: html.join(''), goal: PICTURE_GOAL };
}

function gradients(name: string, fills: readonly string[]): Sheet {
  const boxes = fills.map((_, index): Box => [10 + (index % 3) * 424, 10 + Math.floor(index / 3) * 356, 412, 344]);
  const layers = fills.map((fill_color, index) => shape(`${index}`, boxes[index]!, { fill_color }));
  const html = fills.map((fill, index) => `<div style="${placed(boxes[index]!)} background: ${fill}"></div>`).join('');
  return { name, width: 1280, height: 720, paper: '#ffffff', layers, html, goal: PICTURE_GOAL };
}

function placed([x, y, width, height]: Box): string {
  return `position: absolute; left: ${x}px; top: ${y}px; width: ${width}px; height: ${height}px;`;
}

/** Everything that is compared. */
export const SHEETS: readonly Sheet[] = [
  type('type, black on white', '#000000', '#ffffff'),
  type('type, white on black', '#ffffff', '#000000'),
  type('type, red on cream', '#c2415b', '#f4efe6'),
  type('type, yellow on navy', '#ffd43b', '#14213d'),
  type('type, blue on gray', '#2563eb', '#c8ccd4'),
  pictures('pictures, 1:1', [
    ['screen.png', [10, 10, 640, 360], 'cover'],
    ['noise.png', [671, 11, 320, 180], 'cover'],
    ['photo-1.jpg', [10, 380, 800, 330], 'auto'],
    ['logo.png', [1003, 17, 256, 256], 'cover'],
    ['photo-3.jpg', [820, 381, 440, 330], 'auto'],
  ]),
  pictures('pictures, reduced', [
    ['photo-1.jpg', [10, 10, 600, 400], 'cover'],
    ['photo-2.jpg', [620, 10, 390, 260], 'cover'],
    ['photo-3.jpg', [1020, 10, 240, 160], 'contain'],
    ['screen.png', [10, 420, 400, 225], 'cover'],
    ['photo-4.jpg', [420, 420, 430, 290], 'cover'],
    ['logo.png', [1020, 190, 96, 96], 'cover'],
    ['photo-1.jpg', [860, 300, 400, 400], 'cover'],
  ]),
  pictures('pictures, enlarged', [
    ['noise.png', [10, 10, 480, 270], 'cover'],
    ['logo.png', [500, 10, 400, 400], 'cover'],
    ['screen.png', [10, 290, 480, 420], 'cover'],
    ['noise.png', [910, 10, 360, 700], 'cover'],
    ['logo.png', [500, 420, 290, 290], 'cover'],
  ]),
  gradients('gradients', [
    'linear-gradient(45deg, #0f766e, #e2a03f, #c2415b)',
    'linear-gradient(180deg, #0b0d12, #14213d)',
    'radial-gradient(#ffe08a, #c2415b)',
    'radial-gradient(circle at 30% 40%, #ffffff, #2563eb 60%, #14213d)',
    'conic-gradient(from 45deg, #0f766e, #e2a03f, #c2415b, #0f766e)',
    'linear-gradient(90deg, #c2415b 0 30%, #e2a03f 30% 60%, #0f766e)',
  ]),
];
