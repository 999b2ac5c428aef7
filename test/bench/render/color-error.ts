import { compileDocument, openRenderer } from './work.ts';

const SIZE = { width: 640, height: 360 };
const COLORS = [
  '#0f3d3e',
  '#f28c28',
  '#e2b04a',
  '#21507a',
  '#ffffff',
  '#000000',
  '#ff0000',
  '#00ff00',
  '#0000ff',
  '#808080',
];
const CELL = 64;

/** The largest distance of flat areas from the colors that BT.709 gives for them, in levels of Y, U or V. */
export async function colorError(folder: string): Promise<number> {
  const layers = COLORS.map((fill_color, index) => ({
    ...{ name: fill_color, type: 'shape', fill_color },
    ...{ x: index * CELL, y: 40, width: CELL, height: 200 },
  }));
  const pages = [{ number: 1, duration: 1, background_color: '#123456', layers }];
  const renderer = await openRenderer(compileDocument({ name: 'colors', ...SIZE, pages }), folder);
  const frame = await renderer.render(5);
  const cells = COLORS.map((color, index) => errorAt(frame, index * CELL + CELL / 2, 120, color));
  const worst = Math.max(...cells, errorAt(frame, 320, 20, '#123456'));
  await renderer.close();
  return worst;
}

function errorAt(frame: Uint8Array, x: number, y: number, color: string): number {
  const luma = SIZE.width * SIZE.height;
  const cell = luma + (y >> 1) * (SIZE.width >> 1) + (x >> 1);
  const shown = [frame[y * SIZE.width + x]!, frame[cell]!, frame[cell + luma / 4]!];
  return Math.max(...bt709(color).map((wanted, index) => Math.abs(Math.round(wanted) - shown[index]!)));
}

/** ITU-R BT.709, limited range. */
function bt709(color: string): number[] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return [16 + 219 * y, 128 + (224 * (b - y)) / 1.8556, 128 + (224 * (r - y)) / 1.5748];
}
