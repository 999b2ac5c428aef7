// node customer.mjs <base address> <key>: makes a template and a video of it, waits, downloads it, and prints what it got.
import { setTimeout as delay } from 'node:timers/promises';

const [baseUrl, key] = process.argv.slice(2);
const TEMPLATE = {
  name: 'Hello',
  width: 640,
  height: 360,
  pages: [
    {
      number: 1,
      duration: 2,
      background_color: '#204060',
      layers: [{ type: 'text', name: 'title', text: 'Hello', align: 'center', text_color: '#ffffff' }],
    },
  ],
};

const template = await call('POST', '/templates', TEMPLATE);
let video = await call('POST', '/videos', { template_id: template.id, format: 'mp4' });
const deadline = Date.now() + 120_000;
while (video.status === 'PROCESSING' && Date.now() < deadline) {
  await delay(250);
  video = await call('GET', `/videos/${video.id}`);
}
if (video.status !== 'COMPLETED') throw new Error(`the video is ${video.status}: ${JSON.stringify(video.error)}`);
const file = await fetch(video.video_url);
const bytes = (await file.arrayBuffer()).byteLength;
if (file.status !== 200 || bytes !== video.file_size) throw new Error(`the file: ${file.status}, ${bytes} bytes`);
console.log(JSON.stringify({ seconds: (Date.parse(video.finished_at) - Date.parse(video.created_at)) / 1_000, bytes }));

async function call(method, path, body) {
  const answer = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
