import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Rect } from '#libs/document';
import { type AssetFiles, openFrameRenderer } from '#libs/frames';
import { filesToInspect, inspectDocument, type RenderTools } from '#libs/render';
import { layersIn, sizesOf, type TemplateDocument, validateTemplate } from '#libs/template';
import { temporaryFolder } from '#libs/testing';
import { compile } from '#libs/timeline';
import { finish, openTools } from './examples.js';
import { type Declaration, type Declarations, leastValues, longestValues } from './extreme-values.js';

const FOLDER = join(import.meta.dirname, '../../examples/starters');
/** Bytes of all files of the gallery: the console fetches a document when it is shown. */
const MOST_BYTES = 640_000;
const MOST_BYTES_EACH = 40_000;
const LEAST_TEMPLATES = 20;
const FPS = 30;
/** The part of a page after which its layers have entered and have not begun to leave. */
const SETTLED = 0.66;
/** Pixels by which two boxes may share an edge, and a text its box. */
const TOLERANCE_PX = 3;
/** Layers are laid out without pictures, which decide no place. */
const noFile = () => {
  throw new Error('a place depends on a file');
};
const NO_FILES: AssetFiles = { image: noFile, font: noFile, lottie: noFile, footage: noFile };
const folder = temporaryFolder('starters');
const { signal } = new AbortController();

interface Listed {
  readonly name: string;
  readonly title: string;
  readonly trade: string;
  readonly description: string;
}
const catalog = JSON.parse(readFileSync(join(FOLDER, 'starters.json'), 'utf8')) as readonly Listed[];

let tools: RenderTools;

beforeAll(async () => {
  tools = await openTools(folder);
});

interface Frame {
  readonly width: number;
  readonly height: number;
  readonly safe_area?: string;
}

/** The document of a starter as it is written. */
interface Source extends Frame {
  readonly name: string;
  readonly sizes: Readonly<Record<string, Frame>>;
  readonly brand: Readonly<Record<'colors' | 'fonts', Readonly<Record<string, string>>>>;
  readonly poster_time: number;
  readonly variables: Declarations;
}

async function readSource(name: string): Promise<Source> {
  return JSON.parse(await readFile(join(FOLDER, name, 'template.json'), 'utf8')) as Source;
}

/** @throws Error that lists the faults of its template */
async function readStarter(name: string): Promise<{ document: TemplateDocument; variables: Declarations }> {
  const source = await readSource(name);
  const checked = validateTemplate(source);
  if (!checked.ok) throw new Error(`${name}: ${JSON.stringify(checked.faults, null, 1)}`);
  return { document: checked.value, variables: source.variables };
}

/** The findings about a video. A text that is given as empty shows nothing, as its caller wants it. */
async function findingsOf(document: TemplateDocument): Promise<string[]> {
  const inspected = { document, isSilent: false, fps: FPS, explain: false };
  const { entries: assets } = await tools.assets.gather(filesToInspect(inspected), signal);
  const files = { assets, missing: [], faults: [], warnings: [] };
  const { faults, warnings } = await inspectDocument({ ...inspected, files }, tools, signal);
  const empty = new Set(emptyTexts(document));
  const findings = warnings.filter(({ code, field }) => code !== 'PICTURE_MAGNIFIED' && !empty.has(field));
  return [...faults, ...findings].map(({ field, message }) => `${field}: ${message}`);
}

function emptyTexts({ pages }: TemplateDocument): string[] {
  return pages.flatMap(({ layers }, page) =>
    [...layersIn(layers, ['pages', page, 'layers'])].flatMap(({ value, path }) =>
      value['type'] === 'text' && String(value['text']).trim() === '' ? [pathText(path)] : [],
    ),
  );
}

function pathText(path: readonly (string | number)[]): string {
  return path.map((step, index) => (typeof step === 'number' ? `[${step}]` : index === 0 ? step : `.${step}`)).join('');
}

/** The value of a cell, as a batch reads it. */
function valueOf(variables: Declarations, name: string, cell: string): unknown {
  const type = variables[name]?.type;
  return type === 'money' || type === 'list' || type === 'number' || type === 'boolean' ? JSON.parse(cell) : cell;
}

/** Pairs of upright texts whose boxes overlap when the layers of a page have entered. */
async function textsOverOthers(document: TemplateDocument): Promise<string[]> {
  const timeline = compile(document, { fps: FPS });
  const renderer = await openFrameRenderer(timeline, NO_FILES);
  try {
    return timeline.pages.flatMap(({ fromFrame, toFrame }) => {
      const texts = renderer
        .layers(Math.floor(fromFrame + (toFrame - fromFrame) * SETTLED))
        .filter(({ lines, matrix: [, turned] }) => turned === 0 && lines?.some((line) => line.trim() !== ''));
      const named = texts.map(({ key, bounds }) => ({ name: nameOf(document, key), bounds }));
      return named.flatMap((one, index) =>
        named
          .slice(index + 1)
          .filter((other) => !isBehind(one.name) && overlap(one.bounds, other.bounds))
          .map((other) => `${one.name} and ${other.name}`),
      );
    });
  } finally {
    await renderer.close();
  }
}

function overlap(a: Rect, b: Rect): boolean {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > TOLERANCE_PX && down > TOLERANCE_PX;
}

/** A large figure that is a part of the ground. */
function isBehind(name: string): boolean {
  return name.startsWith('big number');
}

function nameOf({ pages }: TemplateDocument, key: string): string {
  const found = pages.flatMap(({ layers }, page) => [...layersIn(layers, ['pages', page, 'layers'])]);
  const layer = found.find(({ path }) => pathText(path) === key)?.value;
  return typeof layer?.['name'] === 'string' ? layer['name'] : key;
}

describe('the gallery', () => {
  it('lists each of its folders once, at least twenty, by trade', async () => {
    const folders = (await readdir(FOLDER, { withFileTypes: true })).filter((each) => each.isDirectory());
    expect(catalog.map(({ name }) => name).sort()).toEqual(folders.map(({ name }) => name).sort());
    expect(catalog.length).toBeGreaterThanOrEqual(LEAST_TEMPLATES);
    expect(new Set(catalog.map(({ title }) => title)).size).toBe(catalog.length);
  });

  it('is small: documents and rows, and no pictures', async () => {
    const files = await readdir(FOLDER, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files
        .filter((each) => each.isFile())
        .map(async (each) => (await readFile(join(each.parentPath, each.name))).length),
    );
    expect(files.filter((each) => each.isFile() && !/\.(?:json|csv)$/.test(each.name))).toEqual([]);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_BYTES_EACH);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(MOST_BYTES);
  });
});

describe.each(catalog.map(({ name }) => name))('the starter %s', (name) => {
  it('has a name, three sizes with safe areas, tokens of a brand, a poster, and variables with labels', async () => {
    const { name: title, width, height, safe_area, sizes, brand, poster_time, variables } = await readSource(name);
    expect(title).toBe(catalog.find((each) => each.name === name)!.title);
    expect({ width, height, safe_area, sizes }).toEqual({
      ...{ width: 1920, height: 1080, safe_area: 'title_safe' },
      sizes: {
        portrait: { width: 1080, height: 1920, safe_area: 'instagram_stories' },
        square: { width: 1080, height: 1080 },
      },
    });
    expect(Object.keys(brand.colors).sort()).toEqual(['accent', 'ink', 'on_primary', 'paper', 'primary']);
    expect(Object.keys(brand.fonts)).toEqual(['heading', 'body']);
    expect(poster_time).toBeGreaterThan(0);
    const isComplete = ({ label, default: value }: Declaration) => label !== undefined && value !== undefined;
    expect(Object.values(variables).every(isComplete)).toBe(true);
  });

  it('has rows for a batch, whose columns are its variables', async () => {
    const { document, variables: declared } = await readStarter(name);
    const rows = parse<Record<string, string>>(await readFile(join(FOLDER, name, 'rows.csv'), 'utf8'), {
      columns: true,
    });
    expect(rows.length).toBeGreaterThanOrEqual(2);
    for (const row of rows) {
      const given = Object.entries(row).filter(([, cell]) => cell !== '');
      const variables = Object.fromEntries(given.map(([column, cell]) => [column, valueOf(declared, column, cell)]));
      for (const size of sizesOf(document)) finish(document, { variables }, size);
    }
  });

  it.each(['own', 'longest', 'least'] as const)(
    'has no finding, and no text over another, in any size with its %s data',
    async (data) => {
      const { document, variables: declared } = await readStarter(name);
      const variables = { own: {}, longest: longestValues(declared), least: leastValues(declared) }[data];
      for (const size of sizesOf(document)) {
        const finished = finish(document, { variables }, size);
        expect([size, await findingsOf(finished)]).toEqual([size, []]);
        expect([size, await textsOverOthers(finished)]).toEqual([size, []]);
      }
    },
  );
});
