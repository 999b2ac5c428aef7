// node possessions.mjs <base address> <key>: prints all that the organization of a key has.
import { createHash } from 'node:crypto';
import { Caller } from './caller.mjs';

const [baseUrl, key] = process.argv.slice(2);
const caller = new Caller(baseUrl, key);
const read = async (path) => (await caller.ask('GET', `${path}?limit=100`)).data;
const [balance, transactions, templates, videos, webhooks] = await Promise.all([
  caller.ask('GET', '/credits'),
  ...['/credits/transactions', '/templates', '/videos', '/webhooks'].map(read),
]);
const files = await Promise.all(videos.map(({ video_url }) => checksumOf(video_url)));
console.log(JSON.stringify({ balance, transactions, templates, videos, files, webhooks }));

async function checksumOf(url) {
  const answer = await fetch(url);
  if (answer.status !== 200) throw new Error(`${url}: ${answer.status}`);
  return createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
}
