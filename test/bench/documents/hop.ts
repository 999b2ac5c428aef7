// A program of its own, because it imports the sources of the videos service, which are TypeScript with decorators.
import { DocumentJudge } from '../../../apps/videos/src/documents/document-judge.js';
import { judgeTemplate } from '#libs/drafts';
import { videoLimits } from '../../../apps/videos/src/documents/video-limits.js';
import { VideosConfig } from '../../../apps/videos/src/videos.config.js';
import { createUrlCheck } from '#libs/net-guard';
import type { Logger } from '#libs/runtime';
import { Shares } from '#libs/shares';
import { threadCpuMs } from '#libs/testing';
import { median } from '../cpu-time.ts';

const LAYERS = [1, 100, 1_000, 5_000];
const LAYERS_OF_A_PAGE = 100;
/** Number of layers judged on each side, so that all sizes take about as long. */
const WORK = 60_000;
const MAX_ROUNDS = 501;

const config = Object.assign(new VideosConfig(), { documentWorkers: 1, documentTimeoutMs: 60_000 });
const log = { warn: () => undefined, error: () => undefined } as unknown as Logger;
const judgment = {
  checkAddress: createUrlCheck({ allow: [], allowHttp: true }),
  checkTarget: createUrlCheck({ allow: [], allowHttp: false }),
  limits: videoLimits(config),
};

/** A document as callers send it, with `layers` layers. */
function documentOf(layers: number): object {
  const pages = Array.from({ length: Math.ceil(layers / LAYERS_OF_A_PAGE) }, (_, page) => ({
    number: page + 1,
    duration: 4,
    layers: Array.from({ length: Math.min(layers, LAYERS_OF_A_PAGE) }, (__, n) => ({
      ...{ type: 'text', name: `t${n}`, text: 'Spring sale: everything', x: n, y: n, width: 600, height: 200 },
      ...{ font_size: 60, text_color: '#336699', enter: { type: 'fade' } },
    })),
  }));
  return { name: 'Promo', width: 640, height: 360, pages };
}

/** CPU and wall times of one document, ms. */
interface Cost {
  thread: number;
  process: number;
  wall: number;
}

/** The middle of every figure. */
async function costOf(rounds: number, work: () => unknown): Promise<Cost> {
  const costs: Cost[] = [];
  for (let round = 0; round < rounds; round++) {
    const [begun, before, thread] = [performance.now(), process.cpuUsage(), threadCpuMs()];
    await work();
    const [after, wall] = [threadCpuMs(), performance.now() - begun];
    const { user, system } = process.cpuUsage(before);
    costs.push({ thread: after - thread, process: (user + system) / 1_000, wall });
  }
  const of = (figure: keyof Cost): number => median(costs.map((each) => each[figure]));
  return { thread: of('thread'), process: of('process'), wall: of('wall') };
}

const judge = new DocumentJudge(config, log, new Shares('videos', () => performance.now()));
await judge.onModuleInit();
const print = (cells: readonly string[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);
print(['layers', 'kB', 'judged in place', 'event loop', 'hop, all threads', 'answer after']);
print(['---', '---', '---', '---', '---', '---']);
for (const layers of LAYERS) {
  const document = documentOf(layers);
  const rounds = Math.min(MAX_ROUNDS, 2 * Math.ceil(WORK / layers / 2) + 1);
  const inPlace = (): unknown => judgeTemplate(document, judgment);
  const onThread = (): Promise<unknown> => judge.template('bench', document);
  for (const warmUp of [inPlace, onThread]) await costOf(Math.min(rounds, 21), warmUp);
  const [here, there] = [await costOf(rounds, inPlace), await costOf(rounds, onThread)];
  const kilobytes = (JSON.stringify(document).length / 1_000).toFixed(1);
  const times = [here.thread, there.thread, there.process - here.process, there.wall].map((ms) => ms.toFixed(2));
  print([layers.toLocaleString('en'), kilobytes, ...times]);
}
await judge.onModuleDestroy();
