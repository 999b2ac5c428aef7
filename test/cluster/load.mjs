// node load.mjs <base address> <key> <ms between two videos> [ms between two reads]: orders videos and reads without pause
// until its input ends, waits for every video, downloads it, and prints how many there were and what failed.
import { setTimeout as delay } from 'node:timers/promises';
import { Caller } from './caller.mjs';

const PATIENCE_MS = 300_000;

const [baseUrl, key, videoEveryMs, readEveryMs = '250'] = process.argv.slice(2);
const caller = new Caller(baseUrl, key);
let isStopped = false;
process.stdin.on('end', () => (isStopped = true)).resume();

const template = await caller.makeTemplate();
const asked = [];
const videos = [];
const failures = [];
await Promise.all([
  repeat(Number(videoEveryMs), async () => videos.push(await caller.makeVideo(template))),
  repeat(Number(readEveryMs), () => caller.ask('GET', '/videos?limit=1')),
]);
await Promise.all(asked);
const lost = [];
for (const video of videos) await caller.receive(video, PATIENCE_MS).catch((error) => lost.push(error.message));
console.log(JSON.stringify({ requests: asked.length, videos: videos.length, failures, lost }));

/** Sends requests at an interval without waiting for responses: a caller whose requests hang continues to send them. */
async function repeat(everyMs, request) {
  while (!isStopped) {
    const begun = Date.now();
    const outcome = request().catch((error) =>
      failures.push(`${new Date(begun).toISOString()} after ${Date.now() - begun} ms: ${describe(error)}`),
    );
    asked.push(outcome);
    await delay(everyMs);
  }
}

function describe(error) {
  return [error.message, error.cause?.code, error.cause?.message].filter(Boolean).join(', ');
}
