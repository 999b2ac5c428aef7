import { FootageFile, probe } from '#libs/encode';
import { type FrameRenderer, openFrameRenderer } from '#libs/frames';
import { type CaptionCue, parseCaptions } from '#libs/template';
import { validDocument } from '#libs/testing';
import { assetsOf, compile, withCaptions } from '#libs/timeline';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Exhibit } from './exhibit.ts';

/** Frames a second of every exhibit. */
export const FPS = 24;

const ROOT = path.join(import.meta.dirname, '../..');

/** Folders of the files that exhibits show. The footage is the gallery's own video of `transition-circle`. */
const FOLDERS: Readonly<Record<string, string>> = {
  'dusk.jpg': 'apps/local/sample',
  'logo.png': 'test/gallery/assets',
  'clip.mp4': 'test/gallery/assets',
  'orbit.json': 'test/gallery/assets',
  'words.vtt': 'test/gallery/assets',
  'playfair-display-latin-900-italic.woff2': 'node_modules/@fontsource/playfair-display/files',
  'noto-sans-hebrew-latin-wght-normal.woff2': 'node_modules/@fontsource-variable/noto-sans-hebrew/files',
};

/** Opens a renderer for an exhibit. Throws where its document is not valid. */
export async function openExhibit(exhibit: Exhibit): Promise<FrameRenderer> {
  const written = compile(validDocument(exhibit.document), { fps: FPS });
  const footage = new Map<string, FootageFile>();
  const words = new Map<string, readonly CaptionCue[]>();
  for (const { kind, url } of assetsOf(written)) {
    if (kind === 'video') footage.set(url, new FootageFile(fileOf(url), await probe(fileOf(url))));
    if (kind === 'caption') words.set(url, await cuesOf(url));
  }
  const timeline = withCaptions(written, (url) => words.get(url)!);
  return openFrameRenderer(timeline, {
    image: fileOf,
    font: fileOf,
    lottie: fileOf,
    footage: (url) => footage.get(url)!,
  });
}

async function cuesOf(url: string): Promise<readonly CaptionCue[]> {
  const parsed = await parseCaptions(await readFile(fileOf(url), 'utf8'));
  if (!parsed.ok) throw new Error(`${url}: ${parsed.reason}`);
  return parsed.cues;
}

/** The local file that stands for an address of the gallery. */
export function fileOf(url: string): string {
  const name = path.basename(url);
  return path.join(ROOT, FOLDERS[name]!, name);
}

/** An exhibit's frames at some moments, as PNG files. */
export async function renderMoments(exhibit: Exhibit, moments: readonly number[]): Promise<Buffer[]> {
  const renderer = await openExhibit(exhibit);
  try {
    const pictures: Buffer[] = [];
    for (const moment of moments) pictures.push(await renderer.png(frameAt(moment)));
    return pictures;
  } finally {
    await renderer.close();
  }
}

/** The frame that shows a moment, in seconds. */
export function frameAt(moment: number): number {
  return Math.round(moment * FPS);
}
