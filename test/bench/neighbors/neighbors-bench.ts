import { parseArgs } from 'node:util';
import { type Comparison, compare, judgeNeighbors } from './judge-neighbors.ts';
import type { MemoryUse } from './control-groups.ts';
import { Neighborhood, type Run } from './neighborhood.ts';
import { PUSHES, type PushName } from './pushes.ts';

const SHOWN = 3;

/**
 * `npm run bench -- neighbors [<kind>… --seconds 60]`: for each kind of shared work one organization pushes as hard as
 * its limits allow, in processes with the chart's limits of memory, and another one uses every endpoint. Prints how
 * long the other one's requests, videos and webhooks wait, and how long they wait without a push. Exits with 1 when one
 * waits 1.5 times as long, or a process ends.
 */
export async function neighborsBench(options: readonly string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: [...options],
    allowPositionals: true,
    options: { seconds: { type: 'string', default: '60' } },
  });
  const all = Object.keys(PUSHES) as PushName[];
  const unknown = positionals.find((each) => !all.includes(each as PushName));
  if (unknown !== undefined) throw new Error(`There is no kind "${unknown}". There are: ${all.join(', ')}.`);
  const chosen = all.filter((name) => positionals.length === 0 || positionals.includes(name));
  const seconds = Number(values.seconds);
  const neighborhood = await Neighborhood.open();
  try {
    if (!neighborhood.isLimited) print('Control groups cannot be made here: memory has no limit.');
    const broken: string[] = [];
    for (const name of chosen) {
      const alone = await neighborhood.alone(seconds);
      const run = await neighborhood.beside(name, seconds);
      await neighborhood.calm(name);
      const comparisons = compare(alone, run.observation);
      printRun(name, run, comparisons);
      const sentences = [
        ...judgeNeighbors(comparisons, run.observation),
        ...run.ended.map((service) => `${service} was started again`),
      ];
      for (const sentence of sentences) print(`  BROKEN ${sentence}`);
      broken.push(...sentences);
    }
    process.exitCode = broken.length === 0 ? 0 : 1;
  } finally {
    await neighborhood.close();
  }
}

function printRun(name: PushName, { answers, memory, observation }: Run, comparisons: readonly Comparison[]): void {
  const counts = Object.entries(answers).map(([status, count]) => `${count} × ${status === '0' ? 'none' : status}`);
  const requests = [...observation.latenciesMs.values()].reduce((count, values) => count + values.length, 0);
  print(
    `${name}: answered ${counts.join(', ') || 'nothing'}; ${requests} requests and ${observation.waitsMs.length} videos beside it`,
  );
  const worstRequests = comparisons.filter((each) => each.of === 'request').slice(0, SHOWN);
  const shown = [...worstRequests, ...comparisons.filter((each) => each.of !== 'request')];
  for (const { what, alone, beside: other, ratio } of shown) {
    print(
      `  ${what.padEnd(28)} ${alone.toFixed(0).padStart(6)} ms → ${other.toFixed(0).padStart(6)} ms  ${ratio.toFixed(2)}`,
    );
  }
  print(`  ${memoryText(memory)}`);
}

function memoryText(memory: ReadonlyMap<string, MemoryUse>): string {
  return [...memory].map(([service, { peak, limit }]) => `${service} ${peak} of ${limit} MiB`).join(', ');
}

function print(words: string): void {
  process.stdout.write(`${words}\n`);
}
