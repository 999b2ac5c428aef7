// Renders every layer kind, effect, animation and transition into contact sheets and, where it moves, short videos:
// npm run gallery -- [sheet …] [--to folder] [--no-clips]
import { encodeVideo } from '#libs/encode';
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { contactSheet, type SheetEntry } from './contact-sheet.ts';
import type { Exhibit } from './exhibit.ts';
import { EXHIBITS } from './exhibits.ts';
import { FPS, openExhibit, renderMoments } from './render-exhibit.ts';

/**
 * Frames of a short video. Moving exhibits last two seconds on their page; those with a transition have ended it by the
 * third.
 */
const CLIP_FRAMES = 2 * FPS;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string', default: path.join(import.meta.dirname, '../../.data/gallery') },
    'no-clips': { type: 'boolean', default: false },
  },
});
const sheets = Map.groupBy(EXHIBITS, ({ sheet }) => sheet);
const wanted = positionals.length > 0 ? positionals : [...sheets.keys()];

await fs.mkdir(values.to, { recursive: true });
for (const sheet of wanted) {
  const exhibits = sheets.get(sheet);
  if (!exhibits) throw new Error(`there is no sheet "${sheet}"; there are: ${[...sheets.keys()].join(', ')}`);
  const entries: SheetEntry[] = [];
  for (const exhibit of exhibits) {
    entries.push({ name: exhibit.name, frames: await renderMoments(exhibit, exhibit.moments) });
    if (!values['no-clips'] && exhibit.moments.length > 1) await renderClip(exhibit);
  }
  const file = path.join(values.to, `${sheet}.png`);
  await fs.writeFile(file, await contactSheet(entries));
  process.stdout.write(`${file}  ${exhibits.length} exhibits\n`);
}

async function renderClip(exhibit: Exhibit): Promise<void> {
  const renderer = await openExhibit(exhibit);
  const { width, height } = renderer;
  const output = path.join(values.to, `${exhibit.name}.mp4`);
  const video = { width, height, fps: FPS, frameCount: CLIP_FRAMES, format: 'mp4', encoder: 'software' } as const;
  try {
    await encodeVideo({ ...video, sounds: [], output }, (frame) => renderer.render(frame), {
      signal: new AbortController().signal,
    });
  } finally {
    await renderer.close();
  }
}
