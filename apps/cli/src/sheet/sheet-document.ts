import { applyModifications, type TemplateDocument, validateTemplate } from '#libs/template';
import { shownLayers, type Timeline } from '#libs/timeline';
import { diskAddress } from '../documents/disk-addresses.js';
import { CAPTION, type Cell, placeOf, sheetSize } from './sheet-layout.js';

export const MAX_SHEET_FRAMES = 30;
/** Characters of the names below a picture. */
const MAX_NAMES = 220;

/** A frame of a sheet. */
export interface SheetFrame {
  timeS: number;
  /** `page 2` or, within a transition, `page 1 → 2`. */
  pages: string;
  /** Names of the layers that exist at the time. */
  layers: string[];
}

/** The frames of a sheet: the middle of every page as far as they suffice, the others spread evenly. */
export function framesOfSheet(timeline: Timeline, count: number): SheetFrame[] {
  const { pages, frameCount, fps } = timeline;
  const middles = pages.map(({ fromFrame, toFrame }) => Math.floor((fromFrame + toFrame) / 2));
  const chosen = new Set(middles.length <= count ? middles : everyNth(middles, count));
  for (let parts = count; chosen.size < Math.min(count, frameCount); parts += 1) {
    const rest = Array.from({ length: parts }, (_, n) => Math.floor(((n + 0.5) * frameCount) / parts));
    for (const frame of rest) if (chosen.size < count) chosen.add(frame);
  }
  return [...chosen].sort((a, b) => a - b).map((frame) => ({ timeS: frame / fps, ...factsOf(timeline, frame) }));
}

/** A document whose only frame is the sheet. */
export function sheetDocument(frames: readonly (SheetFrame & { picture: string })[], cell: Cell): TemplateDocument {
  const layers = frames.flatMap((frame, index) => layersOf(frame, index, cell));
  const texts = frames.flatMap(({ timeS, pages, layers: names }, index) => [
    { name: `time ${index}`, text: `${timeS.toFixed(2)} s · ${pages}` },
    { name: `names ${index}`, text: shorten(names.join(', ')) || '–' },
  ]);
  const checked = validateTemplate({
    ...{ name: 'Contact sheet', ...sheetSize(cell, frames.length), background_color: '#1c1c1e' },
    pages: [{ number: 1, duration: 1, layers }],
  });
  // Names are set as modifications, which are literal: one may contain braces.
  const applied = checked.ok ? applyModifications(checked.value, { pages: [{ number: 1, layers: texts }] }) : checked;
  if (!applied.ok) throw new Error(`the contact sheet is refused: ${JSON.stringify(applied.faults)}`);
  return applied.value;
}

function layersOf({ picture }: { picture: string }, index: number, cell: Cell): object[] {
  const { left, top } = placeOf(index, cell);
  const text = { type: 'text', text: '-', left, width: cell.width, vertical_align: 'top' };
  const below = top + cell.height;
  return [
    {
      ...{ name: `frame ${index}`, type: 'image', source_url: diskAddress(picture, '/'), image_size: 'cover' },
      ...{ left, top, width: cell.width, height: cell.height },
    },
    {
      ...{ ...text, name: `time ${index}`, top: below + 4, height: CAPTION.time },
      ...{ font_size: 15, weight: 600, text_color: '#ffffff' },
    },
    {
      ...{ ...text, name: `names ${index}`, top: below + CAPTION.time + 2, height: CAPTION.names },
      ...{ font_size: 12, text_color: '#b8b8bd', fit_text: 'shrink' },
    },
  ];
}

function factsOf({ pages, fps }: Timeline, frame: number): Pick<SheetFrame, 'pages' | 'layers'> {
  const shown = pages.flatMap((page, index) =>
    frame >= page.fromFrame && frame < page.toFrame ? [{ page, number: index + 1 }] : [],
  );
  const layers = shown.flatMap(({ page }) =>
    [...shownLayers(page, fps)].filter(({ fromFrame, toFrame }) => frame >= fromFrame && frame < toFrame),
  );
  return {
    pages: `page ${shown.map(({ number }) => number).join(' → ')}`,
    layers: layers.map(({ layer }) => layer.name),
  };
}

function everyNth(frames: readonly number[], count: number): number[] {
  return Array.from({ length: count }, (_, n) => frames[Math.floor((n * frames.length) / count)]!);
}

function shorten(text: string): string {
  return text.length <= MAX_NAMES ? text : `${text.slice(0, MAX_NAMES)}…`;
}
