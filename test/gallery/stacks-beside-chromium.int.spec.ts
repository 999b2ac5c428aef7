import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { launchChromium } from '#libs/testing';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { STACK_ALIGNS, STACK_DIRECTIONS, STACK_DISTRIBUTIONS } from '#libs/template';
import type { Json } from './exhibit.ts';
import { openExhibit } from './render-exhibit.ts';

const TREES = 40;
const SEED = 2026;
const START_TIMEOUT_MS = 300_000;
/** Chromium places boxes on 64ths of a pixel, and rounds widths of text up to them. */
const MOST_PX = 0.5;
/** A size at which Chromium, which rounds ascent and descent of a font, has nearly the baseline of the font. */
const FONT_PX = 16;
const INTER = path.join(import.meta.dirname, '../../node_modules/@fontsource/inter/400.css');

type Box = readonly [x: number, y: number, width: number, height: number];

const px = fc.integer({ min: 0, max: 130 });
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined, freq: 2 });
const limits = fc.record({ min_width: maybe(px), max_width: maybe(px), min_height: maybe(px), max_height: maybe(px) });
const inStack = fc.record({
  grow: fc.constantFrom(0, 0, 0, 0.3, 1, 2.5),
  align_self: maybe(fc.constantFrom(...STACK_ALIGNS)),
});
const side = fc.oneof(px, fc.constantFrom('25%', '60%'));
const box = fc
  .tuple(fc.record({ width: side, height: px }), limits, inStack)
  .map(([size, limit, more]): Json => ({ type: 'shape', ...size, ...limit, ...more }));
const text = fc
  .tuple(fc.constantFrom('dusk', 'A harbor at dusk', 'Long exposure\nof the blue hour', 'Donaudampfschiff'), inStack)
  .map(([words, more]): Json => ({ type: 'text', text: words, font_size: FONT_PX, padding: 3, ...more }));

function stackOf(depth: number): fc.Arbitrary<Json> {
  const inner = depth > 0 ? fc.oneof(box, text, stackOf(depth - 1)) : fc.oneof(box, text);
  const own = fc.record({
    direction: fc.constantFrom(...STACK_DIRECTIONS),
    reverse: fc.boolean(),
    wrap: fc.boolean(),
    gap: fc.constantFrom(0, 5, 12),
    padding: fc.constantFrom(0, 7),
    align: fc.constantFrom(...STACK_ALIGNS),
    distribute: fc.constantFrom(...STACK_DISTRIBUTIONS),
  });
  return fc.tuple(own, inStack, fc.array(inner, { minLength: 1, maxLength: 5 })).map(([stack, more, layers]): Json => {
    // A column of several lines and unknown size is laid out by no two browsers alike.
    const wrap = stack['wrap'] && (stack.direction === 'row' || depth === DEPTH);
    return { type: 'stack', ...stack, wrap, ...more, layers };
  });
}

const DEPTH = 2;

/** Trees whose root has a size. */
const trees = fc.sample(
  fc.tuple(stackOf(DEPTH), fc.integer({ min: 150, max: 600 }), fc.integer({ min: 100, max: 500 })),
  { seed: SEED, numRuns: TREES },
);

const documents = trees.map(([root, width, height]) => {
  let count = 0;
  const named = (layer: Json): Json => ({
    ...defined(layer),
    name: `n${count++}`,
    ...(Array.isArray(layer['layers']) && { layers: (layer['layers'] as Json[]).map(named) }),
  });
  return named({ ...root, x: 0, y: 0, width, height });
});

function defined(layer: Json): Json {
  return Object.fromEntries(Object.entries(layer).filter(([, value]) => value !== undefined));
}

describe('a stack', () => {
  let browser: Browser;
  let folder: string;
  let expected: Readonly<Record<string, Box>>[];

  beforeAll(async () => {
    browser = await launchChromium();
    folder = await fs.mkdtemp(path.join(os.tmpdir(), 'stacks-'));
    expected = await boxesInChromium(browser, path.join(folder, 'page.html'));
  }, START_TIMEOUT_MS);

  afterAll(async () => {
    await browser.close();
    await fs.rm(folder, { recursive: true, force: true });
  });

  it.each(documents.map((root, index) => ({ index, root })))('$index lies as in Chromium', async ({ index, root }) => {
    const found = await boxesOf(root);
    const far = Object.entries(expected[index]!).filter(([name, wanted]) =>
      wanted.some((value, at) => Math.abs(value - (found[name]?.[at] ?? NaN)) > MOST_PX || !found[name]),
    );
    expect(far.map(([name, wanted]) => ({ name, wanted, found: found[name] }))).toEqual([]);
  });
});

/** The boxes of the layers of a tree in the frame, by name. */
async function boxesOf(root: Json): Promise<Record<string, Box>> {
  const document = { name: 'tree', width: 640, height: 640, pages: [{ number: 1, duration: 1, layers: [root] }] };
  const renderer = await openExhibit({ name: 'tree', sheet: 'trees', moments: [0], document });
  const boxes: Record<string, Box> = {};
  const visit = (layers: readonly LaidOut[], left: number, top: number): void => {
    for (const { name, x, y, width, height, layers: inner = [] } of layers) {
      boxes[name] = [left + Number(x), top + Number(y), Number(width), Number(height)];
      visit(inner, left + Number(x), top + Number(y));
    }
  };
  visit(renderer.timeline.pages[0]!.layers, 0, 0);
  await renderer.close();
  return boxes;
}

interface LaidOut {
  readonly name: string;
  readonly x: unknown;
  readonly y: unknown;
  readonly width: unknown;
  readonly height: unknown;
  readonly layers?: readonly LaidOut[];
}

async function boxesInChromium(browser: Browser, file: string): Promise<Record<string, Box>[]> {
  const style = `body { margin: 0 } .tree { position: absolute; left: 0; top: 0 } div { box-sizing: border-box; flex-shrink: 0 }
    .text { font: 400 ${FONT_PX}px/1.2 Inter; padding: 3px; white-space: pre-wrap; overflow-wrap: break-word;
      text-rendering: geometricPrecision; flex-shrink: 1 } .stack { display: flex; flex-shrink: 1 }`;
  const html = documents.map((root, index) => `<div class="tree" id="t${index}">${htmlOf(root)}</div>`).join('\n');
  const head = `<!doctype html><meta charset="utf-8"><link rel="stylesheet" href="${pathToFileURL(INTER).href}">`;
  await fs.writeFile(file, `${head}<style>${style}</style>${html}`);
  const page = await browser.newPage();
  await page.goto(pathToFileURL(file).href);
  const boxes = await page.evaluate<Record<string, Box>[]>(`document.fonts.ready.then(() =>
    [...document.querySelectorAll('.tree')].map((tree) =>
      Object.fromEntries([...tree.querySelectorAll('[data-name]')].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [element.dataset.name, [x, y, width, height]];
      }))))`);
  await page.close();
  return boxes;
}

const FLEX: Readonly<Record<string, string>> = { start: 'flex-start', end: 'flex-end' };

function htmlOf(layer: Json): string {
  const css = (value: unknown): string => (typeof value === 'number' ? `${value}px` : String(value));
  const sides = ['width', 'height', 'min_width', 'max_width', 'min_height', 'max_height'];
  const size = sides.filter((name) => layer[name] !== undefined).map((name) => `${name.replace('_', '-')}: ${css(layer[name])}`); // prettier-ignore
  const own = [
    ...size,
    `flex-grow: ${word(layer['grow'], '0')}`,
    `align-self: ${FLEX[word(layer['align_self'], 'auto')] ?? word(layer['align_self'], 'auto')}`,
    ...(layer['type'] === 'stack' ? stackCss(layer) : []),
  ];
  const inner = ((layer['layers'] ?? []) as Json[]).map(htmlOf).join('');
  const kind = String(layer['type']);
  return `<div class="${kind}" data-name="${String(layer['name'])}" style="${own.join('; ')}">${word(layer['text'], '')}${inner}</div>`;
}

function stackCss(stack: Json): string[] {
  const align = String(stack['align']);
  const distribute = String(stack['distribute']);
  return [
    `flex-flow: ${String(stack['direction'])}${stack['reverse'] === true ? '-reverse' : ''} ${stack['wrap'] === true ? 'wrap' : 'nowrap'}`,
    `gap: ${String(stack['gap'])}px`,
    `padding: ${String(stack['padding'])}px`,
    `align-items: ${FLEX[align] ?? align}`,
    `align-content: ${align === 'baseline' ? 'flex-start' : (FLEX[align] ?? align)}`,
    `justify-content: ${FLEX[distribute] ?? distribute}`,
  ];
}

function word(value: unknown, otherwise: string): string {
  return typeof value === 'string' || typeof value === 'number' ? `${value}` : otherwise;
}
