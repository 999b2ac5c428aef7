import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageData } from '@napi-rs/canvas';
import { createCanvas, loadImage } from '#libs/frames';
import { assetName, documentOf, SIZES, type SizeName, type TemplateName } from '../templates.ts';
import { compileDocument, openRenderer } from '../work.ts';

/** The video that a peer makes: a template at a size. Files it needs are put into `folder`. */
export interface PeerCase {
  readonly template: TemplateName;
  readonly size: SizeName;
  readonly assets: string;
  readonly folder: string;
}

/** A template as other tools can take it: texts and shapes are finished pictures, which spares them the drawing. */
export interface Storyboard {
  readonly width: number;
  readonly height: number;
  readonly folder: string;
  readonly music: string;
  readonly pages: readonly StoryPage[];
}

export interface StoryPage {
  readonly durationS: number;
  /** A picture of the frame's size, under everything. */
  readonly ground: string;
  readonly items: readonly StoryItem[];
}

/** Frame pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type StoryItem =
  /** A picture with transparency, shown from a second of the page on. */
  | {
      readonly kind: 'picture';
      readonly file: string;
      readonly box: Box;
      readonly startS: number;
      readonly enterS: number;
    }
  /** A photograph that fills the frame and is zoomed all the time. */
  | { readonly kind: 'photo'; readonly file: string; readonly fromScale: number; readonly toScale: number }
  | { readonly kind: 'clip'; readonly file: string; readonly box: Box; readonly fromS: number };

type Layer = Record<string, unknown> & { type: string; source_url?: string };
type Page = { duration: number; background_color: string; layers: Layer[] };

export async function storyboardOf({ template, size, assets, folder }: PeerCase): Promise<Storyboard> {
  const { width, height } = SIZES[size];
  const pages = (documentOf(template, size)['pages'] as Page[]).map(async (page, index): Promise<StoryPage> => {
    const studio = { width, height, assets, folder, name: `${template} ${size} ${index}`.replaceAll(' ', '-') };
    const items: StoryItem[] = [];
    for (const [at, layer] of page.layers.entries()) {
      items.push(await itemOf(layer, { ...studio, name: `${studio.name}-${at}` }));
    }
    return { durationS: page.duration, ground: await groundOf(page, studio), items };
  });
  return { width, height, folder, music: join(assets, 'music.m4a'), pages: await Promise.all(pages) };
}

interface Studio {
  readonly width: number;
  readonly height: number;
  readonly assets: string;
  readonly folder: string;
  /** Name of the file to write. */
  readonly name: string;
}

async function itemOf(layer: Layer, studio: Studio): Promise<StoryItem> {
  const { width, height, assets } = studio;
  const file = layer.source_url && join(assets, assetName(layer.source_url));
  if (layer.type === 'video') {
    const { x = 0, y = 0, width: shownWidth = width, height: shownHeight = height, trim_start: fromS = 0 } = layer;
    const box = { x, y, width: shownWidth, height: shownHeight } as Box;
    return { kind: 'clip', file: file!, box, fromS: fromS as number };
  }
  if (layer['name'] === 'photo') {
    const { scale } = layer['keyframes'] as { scale: { value: number }[] };
    return { kind: 'photo', file: file!, fromScale: scale[0]!.value, toScale: scale.at(-1)!.value };
  }
  const { start = 0, enter } = layer;
  const atRest = { ...layer, start: 0, enter: undefined, keyframes: undefined };
  const enterS = (enter as { duration: number } | undefined)?.duration ?? 0;
  return { kind: 'picture', ...(await cutOut(atRest, studio)), startS: start as number, enterS };
}

async function groundOf(page: Page, studio: Studio): Promise<string> {
  const file = join(studio.folder, `${studio.name}-ground.png`);
  const pixels = await drawn([], page.background_color, studio);
  await writePng(file, pixels);
  return file;
}

/** A layer alone, with transparency: the parts of black and of white that it hides show its opacity. */
async function cutOut(layer: Record<string, unknown>, studio: Studio): Promise<{ file: string; box: Box }> {
  const onBlack = await drawn([layer], '#000000', studio);
  const onWhite = await drawn([layer], '#ffffff', studio);
  const { data, width } = onBlack;
  let [left, top, right, bottom] = [Infinity, Infinity, 0, 0];
  for (let at = 0; at < data.length; at += 4) {
    const shine = [0, 1, 2].map((channel) => onWhite.data[at + channel]! - data[at + channel]!);
    const alpha = 255 - Math.max(0, ...shine);
    for (let channel = 0; channel < 3; channel++) data[at + channel] = (data[at + channel]! * 255) / Math.max(alpha, 1);
    data[at + 3] = alpha;
    if (alpha === 0) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    [left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x + 1), Math.max(bottom, y + 1)];
  }
  const file = join(studio.folder, `${studio.name}.png`);
  const box = { x: left, y: top, width: right - left, height: bottom - top };
  await writePng(file, onBlack, box);
  return { file, box };
}

/** A still page as pixels. */
async function drawn(
  layers: readonly object[],
  background: string,
  { width, height, assets }: Studio,
): Promise<ImageData> {
  const pages = [{ number: 1, duration: 1, background_color: background, layers }];
  const renderer = await openRenderer(compileDocument({ name: 'still', width, height, pages }), assets);
  const picture = await loadImage(await renderer.png(0));
  await renderer.close();
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(picture, 0, 0);
  return context.getImageData(0, 0, width, height);
}

async function writePng(file: string, pixels: ImageData, box?: Box): Promise<void> {
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: pixels.width, height: pixels.height };
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').putImageData(pixels, -x, -y);
  await writeFile(file, await canvas.encode('png'));
}
