import { createCanvas, loadImage } from '#libs/frames';
import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Counterpart } from './counterpart.ts';
import { PAPER, SIZE } from './exhibit.ts';
import { fileOf } from './render-exhibit.ts';

const run = promisify(execFile);
const FONTS = path.join(import.meta.dirname, '../../node_modules');
const FACES = [
  ...['inter/400', 'inter/600', 'inter/700', 'playfair-display/700', 'noto-sans/400', 'noto-sans/700'],
  ...['noto-color-emoji/400', 'noto-sans-symbols-2/400', 'dejavu-sans/400'],
].map((face) => `@fontsource/${face}.css`);
const VARIABLE_FACES = ['arabic', 'hebrew'].map((script) => `@fontsource-variable/noto-sans-${script}/index.css`);
const TIMEOUT_MS = 60_000;

/** Draws the HTML of all counterparts in one page of Chromium. Returns a PNG file for each. */
export async function drawInChromium(counterparts: readonly Counterpart[], program: string): Promise<Buffer[]> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'beside-chromium-'));
  try {
    const page = path.join(folder, 'page.html');
    const shot = path.join(folder, 'page.png');
    await fs.writeFile(page, pageOf(counterparts));
    const height = SIZE.height * counterparts.length;
    await run(
      program,
      [
        ...['--headless', '--no-sandbox', '--hide-scrollbars', '--allow-file-access-from-files'],
        ...['--force-color-profile=srgb', '--disable-lcd-text', '--virtual-time-budget=5000'],
        ...[`--user-data-dir=${folder}`, `--window-size=${SIZE.width},${height}`],
        ...[`--screenshot=${shot}`, pathToFileURL(page).href],
      ],
      { timeout: TIMEOUT_MS },
    );
    return await cut(await fs.readFile(shot), counterparts.length);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

function pageOf(counterparts: readonly Counterpart[]): string {
  const faces = [...FACES, ...VARIABLE_FACES].map((face) => pathToFileURL(path.join(FONTS, face)).href);
  const frames = counterparts.map(({ html }) => `<div class="frame">${withFiles(html)}</div>`);
  const frame = `position: relative; overflow: hidden; width: ${SIZE.width}px; height: ${SIZE.height}px`;
  return [
    '<!doctype html><meta charset="utf-8">',
    ...faces.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<style>body { margin: 0; font-family: Inter } .frame { ${frame}; background: ${PAPER} }</style>`,
    ...frames,
  ].join('\n');
}

function withFiles(html: string): string {
  return html.replace(/https:\/\/gallery\.example\/[\w.-]+/g, (url) => pathToFileURL(fileOf(url)).href);
}

async function cut(shot: Buffer, count: number): Promise<Buffer[]> {
  const image = await loadImage(shot);
  return Promise.all(
    Array.from({ length: count }, (_, index) => {
      const canvas = createCanvas(SIZE.width, SIZE.height);
      canvas.getContext('2d').drawImage(image, 0, -index * SIZE.height);
      return canvas.encode('png');
    }),
  );
}
