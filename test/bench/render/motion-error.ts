import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { compileDocument, openRenderer } from './work.ts';

const run = promisify(execFile);
const SIZE = { width: 1280, height: 720 };
/** Pixels between two dots, and the side of the square around one in which its middle is measured. */
const GRID = 160;
const WINDOW = 41;
const DURATION_S = 10;
const ZOOM = 0.12;

/**
 * Distance of the dots of a slowly zoomed picture from their true places, px rms over frames and dots. The mean offset
 * is subtracted, because a constant shift is no unsteady motion.
 */
export async function motionError(folder: string): Promise<number> {
  await makeDots(join(folder, 'dots.png'));
  const layer = {
    ...{ name: 'dots', type: 'image', source_url: 'http://bench.example/dots.png' },
    ...{ x: '50%', y: '50%', anchor_x: 0.5, anchor_y: 0.5 },
    keyframes: {
      scale: [
        { time: 0, value: 1, easing: 'linear' },
        { time: DURATION_S, value: 1 + ZOOM },
      ],
    },
  };
  const pages = [{ number: 1, duration: DURATION_S, background_color: '#000000', layers: [layer] }];
  const renderer = await openRenderer(compileDocument({ name: 'zoom', ...SIZE, pages }), folder);
  const errors: [x: number, y: number][] = [];
  for (let frame = 0; frame < DURATION_S * 30; frame += 3) {
    const scale = 1 + (ZOOM * frame) / (DURATION_S * 30);
    const luma = await renderer.render(frame);
    for (const [x, y] of dots()) {
      const wanted = { x: SIZE.width / 2 + x * scale, y: SIZE.height / 2 + y * scale };
      const found = middleOf(luma, wanted);
      errors.push([found.x - wanted.x, found.y - wanted.y]);
    }
  }
  await renderer.close();
  return rms(
    errors.map(([x]) => x),
    errors.map(([, y]) => y),
  );
}

/** Offsets of the dots from the picture's middle. */
function* dots(): Generator<[x: number, y: number]> {
  for (const x of [-3, -2, -1, 0, 1, 2, 3]) for (const y of [-1, 0, 1]) yield [x * GRID, y * GRID];
}

/** Makes soft white dots, twice as large as they are shown at first, so that none of them is ever magnified. */
async function makeDots(file: string): Promise<void> {
  const offset = (axis: string, size: number): string => `(mod(${axis}+0.5-${size}+${GRID * 21},${GRID * 2})-${GRID})`;
  const squared = `(pow(${offset('X', SIZE.width)},2)+pow(${offset('Y', SIZE.height)},2))`;
  const dotted = `color=black:s=${SIZE.width * 2}x${SIZE.height * 2}:d=1:r=1,format=gray,geq=lum='255*exp(-${squared}/200)'`;
  await run('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', dotted, '-frames:v', '1', file]);
}

/** The middle of the light around a point: mean of positions weighted by luma above black. */
function middleOf(luma: Uint8Array, around: { x: number; y: number }): { x: number; y: number } {
  const left = Math.round(around.x) - (WINDOW >> 1);
  const top = Math.round(around.y) - (WINDOW >> 1);
  let [weight, sumX, sumY] = [0, 0, 0];
  for (let y = top; y < top + WINDOW; y++) {
    for (let x = left; x < left + WINDOW; x++) {
      const light = luma[y * SIZE.width + x]! - 16;
      weight += light;
      sumX += light * (x + 0.5);
      sumY += light * (y + 0.5);
    }
  }
  return { x: sumX / weight, y: sumY / weight };
}

function rms(...axes: readonly (readonly number[])[]): number {
  const variances = axes.map((errors) => {
    const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
    return errors.reduce((sum, error) => sum + (error - mean) ** 2, 0) / errors.length;
  });
  return Math.sqrt(variances.reduce((sum, variance) => sum + variance, 0));
}
