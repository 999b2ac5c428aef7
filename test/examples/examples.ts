import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_TOOLS } from '#libs/encode';
import { drawStill, filesOfStill, openRenderTools, type RenderTools } from '#libs/render';
import {
  applyModifications,
  FORMAT_LIMITS,
  lengthKey,
  type Modifications,
  type TemplateDocument,
  validateTemplate,
} from '#libs/template';
import { writeSound } from '#libs/testing';
import { compile } from '#libs/timeline';

const FOLDER = join(import.meta.dirname, '../../examples/templates');
const SAMPLES = join(import.meta.dirname, '../../apps/local/sample');
const FPS = 30;
const MOST_BYTES = 100_000_000;
/** The name of a recording says how many seconds it lasts: `voice-4.5s.wav`. */
const RECORDING = /^https:\/\/example\.com\/voice-([\d.]+)s\.wav$/;

export interface Example {
  readonly name: string;
  /** As stored. */
  readonly template: TemplateDocument;
  /** The modifications below `data`, by the names of their files. */
  readonly data: ReadonlyMap<string, Modifications>;
}

export const EXAMPLE_NAMES = (await readdir(FOLDER)).sort();

/** @throws Error that lists the faults of its template */
export async function readExample(name: string): Promise<Example> {
  const read = async (file: string) => JSON.parse(await readFile(join(FOLDER, name, file), 'utf8')) as unknown;
  const checked = validateTemplate(await read('template.json'));
  if (!checked.ok) throw new Error(`${name}: ${JSON.stringify(checked.faults, null, 1)}`);
  const data = new Map<string, Modifications>();
  for (const file of (await readdir(join(FOLDER, name, 'data'))).sort()) {
    data.set(file.replace('.json', ''), (await read(`data/${file}`)) as Modifications);
  }
  return { name, template: checked.value, data };
}

/** @throws Error that lists the faults of the request */
export function finish(template: TemplateDocument, modifications: Modifications, size?: string): TemplateDocument {
  const measured = new Map(
    [...JSON.stringify(modifications).matchAll(/"(https:[^"]+\.wav)"/g)].map(([, url]) => [
      lengthKey({ kind: 'audio', url: url! }),
      Number(RECORDING.exec(url!)![1]),
    ]),
  );
  const applied = applyModifications(template, modifications, '', { ...FORMAT_LIMITS, measured, size });
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults, null, 1));
  return applied.value;
}

/** Tools that take the files of the examples from this repository in place of the network. */
export async function openTools(folder: string): Promise<RenderTools> {
  const most = MOST_BYTES;
  const fetcher = {
    async fetchToFile(url: string, path: string) {
      const recording = RECORDING.exec(url);
      if (recording) {
        await writeSound(`${path}.wav`, { wave: (t) => 0.2 * Math.sin(1_400 * t), durationS: Number(recording[1]) });
      }
      await copyFile(recording ? `${path}.wav` : join(SAMPLES, new URL(url).pathname), path);
      const content = await readFile(path);
      const sha256 = createHash('sha256').update(content).digest('hex');
      return { bytes: content.length, sha256, contentType: '' };
    },
  };
  return openRenderTools(
    {
      ...{ folder: join(folder, 'kept'), ffmpeg: DEFAULT_TOOLS, repeatsStillRuns: true, keptBytes: most },
      disk: { total: 2_000_000_000, cache: 500_000_000 },
      assetMaxBytes: { image: most, audio: most, video: most, font: most, caption: most, lottie: most },
      ...{ assetSpareMs: 0, assetFetchTimeoutMs: 10_000, assetStallTimeoutMs: 10_000 },
      videoLimits: { assets: 100, bytes: most, fontBytes: most, imagePixels: most },
    },
    { fetcher },
  );
}

/** The middles of the pages as PNG, where no transition is seen, at most `width` wide. */
export async function drawPages(
  document: TemplateDocument,
  { tools, folder, width }: { tools: RenderTools; folder: string; width: number },
): Promise<Buffer[]> {
  const { signal } = new AbortController();
  const pictures: Buffer[] = [];
  for (const page of compile(document, { fps: FPS }).pages) {
    const timeS = (page.fromFrame + page.toFrame) / 2 / FPS;
    const still = { document, timeS, style: { format: 'png', width } } as const;
    const { entries: assets } = await tools.assets.gather(filesOfStill(still), signal);
    await mkdir(folder, { recursive: true });
    const work = await mkdtemp(join(folder, 'page-'));
    const { file } = await drawStill({ ...still, assets, folder: work }, tools);
    pictures.push(await readFile(file));
  }
  return pictures;
}
