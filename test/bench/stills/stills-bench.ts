import { randomUUID } from 'node:crypto';
import { startSystem, type TestSystem } from '#libs/testing';
import { median } from '../cpu-time.ts';

const EDITS = 15;
const GOAL_MS = 150;
/** Styles of stills: that of the console's editor, and others. */
const STYLES = [
  { format: 'webp', width: 960 },
  { format: 'webp', width: 1280 },
  { format: 'webp' },
  { format: 'jpeg' },
  { format: 'png' },
] as const;

interface Layer {
  name: string;
  text?: string;
}
interface Document {
  pages: { layers: Layer[] }[];
}

/**
 * `npm run bench -- stills`: the time until `POST /frames` responds with a frame of the promo sample, 1920 × 1080.
 * `cold` is the first frame of processes that have drawn others, `again` the same document, `edited` a document whose
 * headline is another each time.
 */
export async function stillsBench(): Promise<void> {
  const system = await startSystem({ LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '100000' });
  try {
    const document = await promo(system);
    print(`| format | width | kB | cold, ms | again, ms | edited, ms (goal ${GOAL_MS}) | slowest of ${EDITS}, ms |`);
    print('| ------ | ----- | -- | -------- | --------- | ----------------- | ------------- |');
    for (const style of STYLES) await measure(system, document, style);
  } finally {
    await system.stop();
  }
}

async function promo(system: TestSystem): Promise<Document> {
  const { id } = system.templates.find(({ name }) => name.includes('promo'))!;
  const { body } = await system.call('GET', `/templates/${id}`);
  return (body as { document: Document }).document;
}

async function measure(system: TestSystem, document: Document, style: (typeof STYLES)[number]): Promise<void> {
  const draw = async (shown: Document): Promise<{ ms: number; bytes: number }> => {
    const body = JSON.stringify({ document: shown, ...style });
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${system.apiKey}` };
    const startedAt = performance.now();
    const response = await fetch(`${system.baseUrl}/frames`, { method: 'POST', body, headers });
    const { byteLength: bytes } = await response.arrayBuffer();
    const ms = performance.now() - startedAt;
    if (!response.ok) throw new Error(`POST /frames answered ${response.status}`);
    return { ms, bytes };
  };
  // Another size shares nothing with the documents before.
  const cold = await draw({ ...renamed(document), height: 1078 } as Document);
  await draw(document);
  const again = await times(() => draw(document));
  const edited = await times(() => draw(renamed(document)));
  const { bytes } = await draw(document);
  const width = 'width' in style ? style.width : 1920;
  const figures = [cold.ms, median(again), median(edited), Math.max(...edited)].map((ms) => ms.toFixed(0));
  print(`| ${[style.format, width, Math.round(bytes / 1000), ...figures].join(' | ')} |`);
}

async function times(work: () => Promise<{ ms: number }>): Promise<number[]> {
  const all: number[] = [];
  for (let count = 0; count < EDITS; count++) all.push((await work()).ms);
  return all;
}

/** The document with another headline. */
function renamed(document: Document): Document {
  const changed = structuredClone(document);
  const headline = changed.pages.flatMap(({ layers }) => layers).find(({ name }) => name === 'headline')!;
  headline.text = `Edit ${randomUUID().slice(0, 8)}`;
  return changed;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
