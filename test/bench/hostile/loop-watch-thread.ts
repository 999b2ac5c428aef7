// A program of its own: the thread that watches event loops, so that making requests does not delay it.
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

const EVERY_MS = 20;
const urls = Object.entries(workerData as Record<string, string>);
const longest = new Map<string, number>();

async function ask([service, url]: [string, string]): Promise<void> {
  const begun = performance.now();
  try {
    await (await fetch(url)).arrayBuffer();
  } catch {
    longest.set(service, Infinity); // gone
  }
  longest.set(service, Math.max(longest.get(service) ?? 0, performance.now() - begun));
}

async function answer(): Promise<void> {
  await Promise.all(urls.map(ask));
  parentPort!.postMessage(Object.fromEntries(longest));
  longest.clear();
}

parentPort!.on('message', () => void answer());
for (;;) {
  await Promise.all(urls.map(ask));
  await sleep(EVERY_MS);
}
