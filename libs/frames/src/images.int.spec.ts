import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readImage } from './images.js';
import { createCanvas } from './skia.js';

let folder: string;

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(tmpdir(), 'images-'));
});

afterAll(() => fs.rm(folder, { recursive: true, force: true }));

/** Writes a picture of 6 megapixels. */
async function picture(name: string, colour: string): Promise<string> {
  const canvas = createCanvas(3000, 2000);
  const context = canvas.getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, canvas.width, canvas.height);
  const file = path.join(folder, name);
  await fs.writeFile(file, canvas.toBuffer('image/png'));
  return file;
}

describe('readImage', () => {
  it('decodes a picture once, wherever its file lies', async () => {
    const image = await readImage(await picture('a.png', 'teal'), 'a');
    expect(await readImage(await picture('b.png', 'teal'), 'b')).toBe(image);
  });

  it('reads a file again that shows something else', async () => {
    const image = await readImage(await picture('a.png', 'teal'), 'a');
    expect(await readImage(await picture('a.png', 'gold'), 'a')).not.toBe(image);
  });

  it('lets go of what was shown longest ago when there is too much to keep', async () => {
    const [red, green, blue] = [
      await picture('r.png', 'red'),
      await picture('g.png', 'green'),
      await picture('b', 'blue'),
    ];
    const [first, second] = [await readImage(red, 'r'), await readImage(green, 'g')];
    await readImage(red, 'r');
    await readImage(blue, 'b');
    expect(await readImage(red, 'r')).toBe(first);
    expect(await readImage(green, 'g')).not.toBe(second);
  });
});
