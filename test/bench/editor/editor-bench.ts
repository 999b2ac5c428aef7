import { unwrap } from '#libs/client';
import { launchChromium, startSystem, type TestSystem } from '#libs/testing';
import type { Browser, CDPSession } from 'playwright-core';
import { openConsole } from '../../console/browser-page.ts';

const LAYERS = [10, 50, 100];
const MOVES = 120;
const SIZE = { width: 640, height: 360 };

/** Figures of a drag. Times are of the page's main thread: other work of the machine hardly changes them. */
interface Figures {
  readonly cpuMs: number;
  readonly scriptMs: number;
  /** Frames that the page could draw in a second of the drag. */
  readonly fps: number;
}

/** Measures in Chromium, by number of layers, what a move of the pointer costs that drags one of them in the editor. */
export async function editorBench(): Promise<void> {
  const system = await startSystem();
  const browser = await launchChromium();
  try {
    print('| layers | CPU of a move, ms | of it scripts | frames a second |');
    print('| ------ | ----------------- | ------------- | --------------- |');
    for (const layers of LAYERS) {
      const { cpuMs, scriptMs, fps } = await measure(browser, system, layers);
      print(`| ${layers} | ${cpuMs.toFixed(1)} | ${scriptMs.toFixed(1)} | ${fps.toFixed(0)} |`);
    }
  } finally {
    await browser.close();
    await system.stop();
  }
}

async function measure(browser: Browser, system: TestSystem, count: number): Promise<Figures> {
  const { page } = await openConsole(browser, system, system.orgId);
  await page.setViewportSize({ width: 1440, height: 900 });
  const { id } = await unwrap(system.client.POST('/templates', { body: templateOf(count) }));
  await page.goto(new URL(`/console/templates/${id}/edit`, system.baseUrl).href);
  await page.getByText('Exact', { exact: true }).waitFor();
  const { x, y } = (await page.locator('[data-layer="box 4"]').boundingBox())!;
  await page.mouse.move(x + 9, y + 9);
  await page.mouse.down();
  await page.mouse.move(x + 19, y + 19); // selects and begins
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.evaluate(COUNT_FRAMES);
  const [before, fromMs] = [await metricsOf(session), performance.now()];
  for (let move = 1; move <= MOVES; move++) await page.mouse.move(x + 19 + (move % 60), y + 19 + (move % 40));
  const [after, toMs] = [await metricsOf(session), performance.now()];
  const frames = await page.evaluate<number>('window.drawnFrames');
  await page.mouse.up();
  await page.context().close();
  const perMove = (name: string) => (((after.get(name) ?? 0) - (before.get(name) ?? 0)) * 1_000) / MOVES;
  return {
    cpuMs: perMove('TaskDuration'),
    scriptMs: perMove('ScriptDuration'),
    fps: (frames * 1_000) / (toMs - fromMs),
  };
}

const COUNT_FRAMES = `(() => {
  window.drawnFrames = 0;
  const count = () => { window.drawnFrames += 1; requestAnimationFrame(count); };
  requestAnimationFrame(count);
})()`;

async function metricsOf(session: CDPSession): Promise<ReadonlyMap<string, number>> {
  const { metrics } = await session.send('Performance.getMetrics');
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

/** A page of small boxes beside each other, and a title. */
function templateOf(count: number) {
  const layers = Array.from({ length: count }, (_, index) => ({
    ...({ name: `box ${index}`, type: 'shape', shape: 'rectangle', width: 40, height: 20 } as const),
    ...{ x: (index % 10) * 64, y: Math.floor(index / 10) * 36 },
    fill_color: '#0a5ac8',
  }));
  return { name: `${count} layers`, ...SIZE, pages: [{ number: 1, duration: 1, layers }] };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
