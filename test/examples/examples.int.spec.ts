import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { filesToInspect, inspectDocument, type RenderTools } from '#libs/render';
import { layersIn, sizesOf, type TemplateDocument } from '#libs/template';
import { temporaryFolder } from '#libs/testing';
import { compile } from '#libs/timeline';
import { drawPages, EXAMPLE_NAMES, finish, openTools, readExample } from './examples.js';

const FPS = 30;
const PICTURE_WIDTH = 320;
const ROUNDS = 5;
const folder = temporaryFolder('examples');
const { signal } = new AbortController();

/** The pages of each data set, and texts that it shows. */
const EXPECTED: Readonly<Record<string, Readonly<Record<string, readonly [pages: number, ...texts: string[]]>>>> = {
  certificate: {
    least: [1, 'for 1 hour of “Taster”', 'January 2, 2026'],
    usual: [1, 'with\nmerit'],
    most: [1, 'with\nhonors', 'Surveyor to the Cathedral'],
  },
  invoice: {
    german: [1, 'Rechnung', '€ 1.993,20'],
    least: [1, '￥88,000'],
    most: [1, '₹93,54,764.17'],
    usual: [1, '$7,527.06', 'Due January 15, 2027'],
  },
  'league-table': { least: [1, '4'], usual: [1, '10'], most: [1, '20'] },
  listings: { least: [3, '3 homes\nin Kinvara'], usual: [4, '€485,000', '7–9 of 9'], most: [7, '25–30 of 30'] },
  'lower-third': {
    least: [1, 'Bo'],
    usual: [1, 'Amara Nwosu', 'The coast'],
    most: [1, 'Evening session, second part'],
  },
  'feed-story': { least: [2, 'Read on'], usual: [4, '3/3'], most: [6, '6 more stories', '5/5'] },
  'price-tag': { least: [1, '€4.50'], usual: [1, '€59.25', '−25%'], most: [1, '−40%'] },
  'product-card': { least: [1, '€99.00'], usual: [1, '€149.00', '1.3K'], most: [1, 'Five years of warranty'] },
  quiz: { least: [3, '1 / 1'], usual: [6, '2 / 3', 'Well done'], most: [12, '1 / 6', 'One more dive?'] },
  'spoken-text': { least: [1, 'Good morning.'], usual: [2], most: [3, 'Light is a kind of patience.'] },
  'weather-week': { least: [1, '35°'], usual: [1, 'Today', 'Thu'], most: [1, '-27°'] },
  'weather-week-rtl': { least: [1, 'اليوم'], usual: [1, 'היום'], most: [1, 'امروز'] },
};

let tools: RenderTools;

beforeAll(async () => {
  tools = await openTools(folder);
});

function textsOf({ pages }: TemplateDocument): string[] {
  const layers = pages.flatMap((page) => [...layersIn(page.layers, [])]);
  return layers.flatMap(({ value: { text } }) => (typeof text === 'string' ? [withPlainSpaces(text)] : []));
}

async function findings(document: TemplateDocument): Promise<string[]> {
  const inspected = { document, isSilent: false, fps: FPS, explain: false };
  const { entries: assets } = await tools.assets.gather(filesToInspect(inspected), signal);
  const files = { assets, missing: [], faults: [], warnings: [] };
  const { faults, warnings } = await inspectDocument({ ...inspected, files }, tools, signal);
  return [...faults, ...warnings.filter(({ code }) => code !== 'PICTURE_MAGNIFIED')].map(
    ({ field, message }) => `${field}: ${message}`,
  );
}

it('each example is expected', () => {
  expect(EXAMPLE_NAMES).toEqual(Object.keys(EXPECTED).sort());
});

describe.each(EXAMPLE_NAMES)('the example %s', (name) => {
  it.each(Object.entries(EXPECTED[name]!))(
    'is drawn with the data set %s as it must, in every size',
    async (set, [pages, ...texts]) => {
      const { template, data } = await readExample(name);
      expect([...data.keys()]).toEqual(Object.keys(EXPECTED[name]!).sort());
      for (const size of sizesOf(template)) {
        const document = finish(template, data.get(set)!, size);
        expect(document.pages).toHaveLength(pages);
        expect(textsOf(document)).toEqual(expect.arrayContaining(texts));
        expect(await findings(document)).toEqual([]);
        const pictures = await drawPages(document, { tools, folder: join(folder, name), width: PICTURE_WIDTH });
        expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(pages);
      }
    },
    300_000,
  );
});

/** Text without the spaces that do not break. */
function withPlainSpaces(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, ' ');
}

it('a page lasts as long as its recording', async () => {
  const { template, data } = await readExample('spoken-text');
  const { pages } = finish(template, data.get('most')!);
  expect(pages.map(({ duration }) => duration)).toEqual([14.6, 8, 3.1]);
});

it('the examples are finished and compiled, and the time is printed', async () => {
  const timesMs: number[] = [];
  for (const name of EXAMPLE_NAMES) {
    const { template, data } = await readExample(name);
    for (const modifications of data.values()) {
      for (let round = 0; round < ROUNDS; round++) {
        const startedMs = performance.now();
        expect(compile(finish(template, modifications), { fps: FPS }).frameCount).toBeGreaterThan(0);
        timesMs.push(performance.now() - startedMs);
      }
    }
  }
  timesMs.sort((a, b) => a - b);
  const median = timesMs[Math.floor(timesMs.length / 2)]!;
  process.stdout.write(`finish and compile an example: ${median.toFixed(1)} ms at the median, below 20 ms\n`);
});
