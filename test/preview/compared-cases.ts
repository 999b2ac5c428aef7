import { applyModifications, type CaptionCue, parseCaptions, validateTemplate } from '#libs/template';
import { FootageFile, probe } from '#libs/encode';
import { type FrameRenderer, openFrameRenderer, type LayerPlace } from '#libs/frames';
import { assetsOf, compile, withCaptions } from '#libs/timeline';
import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import type { Exhibit } from '../gallery/exhibit.ts';
import { goldenMoment } from '../gallery/exhibits.ts';
import { type Likeness, likeness } from './likeness.ts';
import { mediaFile, type PreviewSite } from './preview-server.ts';

/** A video that is drawn by a browser and by the renderer's engine. */
export interface ComparedCase {
  readonly name: string;
  readonly document: object;
  readonly modifications: object;
  readonly frames: readonly number[];
}

/** Comparison of one frame. */
export interface Comparison extends Likeness {
  /** `promo, frame 40`. */
  readonly name: string;
  /** The lines of all texts, by layer. */
  readonly lines: { readonly browser: object; readonly renderer: object };
}

const FPS = 24;

/** One of the samples, with its modifications. */
export async function sampleCase(name: string, media: string, frames: readonly number[]): Promise<ComparedCase> {
  const read = async (file: string): Promise<object> => {
    const text = await readFile(mediaFile(`sample/${file}`), 'utf8');
    return JSON.parse(text.replaceAll('sample:/', `${media}sample/`)) as object;
  };
  return {
    name,
    document: await read(`${name}.json`),
    modifications: await read(`${name}.modifications.json`),
    frames,
  };
}

/** An exhibit of the gallery at the moment of its golden frame. */
export function exhibitCase(exhibit: Exhibit, media: string): ComparedCase {
  const text = JSON.stringify(exhibit.document).replaceAll('https://gallery.example/', `${media}gallery/`);
  const frames = [Math.round(goldenMoment(exhibit) * FPS)];
  return { name: exhibit.name, document: JSON.parse(text) as object, modifications: {}, frames };
}

/** A page with `preview`, a {@link Preview} without a canvas. */
export async function openPreviewPage(browser: Browser, site: PreviewSite): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(site.url);
  await page.evaluate(`import('/preview/preview.js').then(({ Preview }) => {
    globalThis.preview = new Preview({ worker: '/preview/worker.js', fonts: '/fonts', allow: [${JSON.stringify(site.media)}] });
  })`);
  return page;
}

/** Draws the frames of a case in the page and by the renderer's engine. */
export async function compareCase(page: Page, site: PreviewSite, compared: ComparedCase): Promise<Comparison[]> {
  const { document, modifications, frames } = compared;
  const request = { document, modifications, fps: FPS };
  await page.evaluate(`preview.open(${JSON.stringify(request)})`);
  const renderer = await openRenderer(compared);
  try {
    const found: Comparison[] = [];
    for (const frame of frames) {
      const layers = await page.evaluate<LayerPlace[]>(`(async () => {
        await fetch('/posted/pixels', { method: 'POST', body: await preview.read(${frame}) });
        return preview.place(${frame});
      })()`);
      const expected = await renderer.render(frame);
      const alike = likeness([site.posted.get('pixels')!, expected], renderer, layers);
      const lines = { browser: linesOf(layers), renderer: linesOf(renderer.layers(frame)) };
      found.push({ name: `${compared.name}, frame ${frame}`, ...alike, lines });
    }
    return found;
  } finally {
    await renderer.close();
  }
}

function linesOf(layers: readonly LayerPlace[]): object {
  return Object.fromEntries(layers.filter(({ lines }) => lines).map(({ key, lines }) => [key, lines]));
}

async function openRenderer({ document, modifications }: ComparedCase): Promise<FrameRenderer> {
  const checked = validateTemplate(document);
  const applied = checked.ok ? applyModifications(checked.value, modifications) : checked;
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  const timeline = compile(applied.value, { fps: FPS });
  const words = new Map<string, readonly CaptionCue[]>();
  const footage = new Map<string, FootageFile>();
  for (const { kind, url } of assetsOf(timeline)) {
    if (kind === 'video') footage.set(url, new FootageFile(fileOfUrl(url), await probe(fileOfUrl(url))));
    if (kind === 'caption') words.set(url, await cuesOf(fileOfUrl(url)));
  }
  const file = fileOfUrl;
  return openFrameRenderer(
    withCaptions(timeline, (url) => words.get(url)!),
    { image: file, font: file, lottie: file, footage: (url) => footage.get(url)! },
  );
}

async function cuesOf(file: string): Promise<readonly CaptionCue[]> {
  const parsed = await parseCaptions(await readFile(file, 'utf8'));
  if (!parsed.ok) throw new Error(`${file}: ${parsed.reason}`);
  return parsed.cues;
}

function fileOfUrl(url: string): string {
  return mediaFile(new URL(url).pathname.split('/').slice(-2).join('/'));
}
