import { launchBrowser, startSystem } from '#libs/testing';
import { type Figures, PACE_S } from './person.ts';
import { TASKS, type Workplace } from './tasks.ts';

/** Counts, by task, what a person does in a browser and how long that takes. */
export async function tasksBench(): Promise<void> {
  const system = await startSystem();
  const browser = await launchBrowser();
  try {
    const workplace: Workplace = { system, browser };
    print(['task', 'clicks', 'keys', 'texts', 'pages', 'waits, s', 'whole, s']);
    print(['---', '---', '---', '---', '---', '---', '---']);
    for (const [name, task] of Object.entries(TASKS)) print([name, ...inCells(await task(workplace))]);
  } finally {
    await browser.close();
    await system.stop();
  }
}

function inCells({ clicks, keys, texts, pages, waitS }: Figures): string[] {
  const handsS = clicks * PACE_S.clicks + keys * PACE_S.keys + texts * PACE_S.texts;
  return [...[clicks, keys, texts, pages].map(String), waitS.toFixed(1), (handsS + waitS).toFixed(0)];
}

function print(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
