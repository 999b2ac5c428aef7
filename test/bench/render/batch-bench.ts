import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type AssetFiles, openFrameRenderer, RendererCache } from '#libs/frames';
import { validDocument } from '#libs/testing';
import { assetsOf, compile } from '#libs/timeline';
import { median } from '../cpu-time.ts';

const SAMPLE = new URL('../../../apps/local/sample/', import.meta.url);
const ADDRESS = 'http://sample.example/';
const ROWS = 20;
const FPS = 24;
const KEPT_BYTES = 400_000_000;

const ASSETS: AssetFiles = { image: fileOf, font: fileOf };

interface Row {
  cache?: RendererCache;
  /** The text that the row changes. */
  text: string;
}

/**
 * `npm run bench -- batch`: CPU of drawing the videos of a batch, each with another headline, in one process as a slot
 * does it. On one side each video paints everything; on the other, videos keep what they have in common. Encoding is
 * the same in both and left out.
 */
export async function batchBench([...samples]: readonly string[]): Promise<void> {
  print('| sample | frames | alone, CPU s | kept, CPU s | ratio | first frame alone, ms | kept, ms |');
  print('| ------ | ------ | ------------ | ----------- | ----- | --------------------- | -------- |');
  for (const sample of samples.length > 0 ? samples : ['promo', 'card']) await measure(sample);
}

async function measure(sample: string): Promise<void> {
  const cache = new RendererCache(KEPT_BYTES);
  const [alone, kept]: [Drawn[], Drawn[]] = [[], []];
  // The first row of each warms up fonts and code.
  for (let row = 0; row <= ROWS; row++) {
    alone.push(await draw(sample, { text: `Row ${row}` }));
    kept.push(await draw(sample, { text: `Row ${row}`, cache }));
  }
  const middle = (all: Drawn[], name: 'cpuS' | 'firstCpuMs'): number => median(all.slice(2).map((each) => each[name]));
  const [without, with_] = [middle(alone, 'cpuS'), middle(kept, 'cpuS')];
  const firsts = [middle(alone, 'firstCpuMs').toFixed(0), middle(kept, 'firstCpuMs').toFixed(0)];
  const figures = [without.toFixed(2), with_.toFixed(2), (with_ / without).toFixed(2), ...firsts];
  print(`| ${[sample, alone[0]!.frames, ...figures].join(' | ')} |`);
}

interface Drawn {
  frames: number;
  cpuS: number;
  firstCpuMs: number;
}

async function draw(sample: string, { cache, text }: Row): Promise<Drawn> {
  const timeline = timelineOf(sample, text);
  const files = new Map(assetsOf(timeline).map(({ kind, url }) => [`${kind} ${url}`, fileOf(url)]));
  const startedAt = process.cpuUsage();
  const cpuS = (): number => {
    const { user, system } = process.cpuUsage(startedAt);
    return (user + system) / 1e6;
  };
  const renderer = await openFrameRenderer(timeline, ASSETS, undefined, cache && { cache, files });
  await renderer.render(0);
  const firstCpuMs = cpuS() * 1000;
  for (let frame = 1; frame < timeline.frameCount; frame++) await renderer.render(frame);
  await renderer.close();
  return { frames: timeline.frameCount, cpuS: cpuS(), firstCpuMs };
}

function timelineOf(sample: string, text: string): ReturnType<typeof compile> {
  const json = readFileSync(new URL(`${sample}.json`, SAMPLE), 'utf8').replaceAll('sample:/', ADDRESS);
  const document = JSON.parse(json) as { pages: { layers: { name: string; text?: string }[] }[] };
  document.pages[0]!.layers.find(({ name }) => name === 'headline')!.text = text;
  return compile(validDocument(document), { fps: FPS });
}

function fileOf(url: string): string {
  return fileURLToPath(new URL(url.slice(ADDRESS.length), SAMPLE));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
