// node customer.mjs <base address> <key> <videos> [seconds]: makes a template, orders all videos of it at once, waits
// for them, downloads them, and prints how long each took and how large it is. With [seconds], each video has this
// length and moves all the time.
import { Caller } from './caller.mjs';

const PATIENCE_MS = 600_000;

const [baseUrl, key, count, durationS] = process.argv.slice(2);
const caller = new Caller(baseUrl, key);
const template = await caller.makeTemplate(durationS && Number(durationS));
const videos = await Promise.all(Array.from({ length: Number(count) }, () => caller.makeVideo(template)));
const received = [];
for (const each of videos) {
  const { video, bytes } = await caller.receive(each, PATIENCE_MS);
  received.push({ seconds: (Date.parse(video.finished_at) - Date.parse(video.created_at)) / 1_000, bytes });
}
console.log(JSON.stringify(received));
