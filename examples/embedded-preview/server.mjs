// node server.mjs <folder of the preview package's files>
//
// A shop's server: its page shows the video while a customer types, orders it and plays it. The API key stays here.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';

const { BASE_URL, API_KEY, PORT = '3000' } = process.env;
const ORIGIN = `http://127.0.0.1:${PORT}`;
const PREVIEW = path.resolve(process.argv[2]);
const PREVIEW_FILES = new Set(fs.readdirSync(PREVIEW));
const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
const FIELDS = ['headline', 'offer', 'color'];
const MOST_ORDER_BYTES = 10_000;
const TOKEN_S = 3_600;
/** The least time that a token which is handed out still holds. */
const LEAST_TOKEN_MS = 600_000;

/** An answer other than 200. */
class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

const template = await api('POST', '/templates', JSON.parse(read('template.json')));
/** Videos that were ordered here; the address of another one answers 404. */
const orders = new Set();
let token;

const server = createServer(async (request, response) => {
  try {
    const { type = 'application/json', body } = await answer(request);
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
  } catch (error) {
    if (!(error instanceof Refusal)) console.error(error);
    response.writeHead(error.status ?? 500, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ message: error.status ? error.message : 'Please try again.' }));
  }
});
server.listen(Number(PORT), '127.0.0.1', () => console.log(`The shop is at ${ORIGIN}`));

async function answer(request) {
  const { pathname } = new URL(request.url, ORIGIN);
  const [, place, name] = pathname.split('/');
  switch (`${request.method} /${place}`) {
    case 'GET /':
      return { type: 'text/html; charset=utf-8', body: read('page.html') };
    case 'GET /preview':
      if (!PREVIEW_FILES.has(name)) break;
      return { type: TYPES[path.extname(name)], body: fs.readFileSync(path.join(PREVIEW, name)) };
    case 'GET /token':
      return { body: JSON.stringify({ endpoint: BASE_URL, token: await previewToken() }) };
    case 'POST /orders':
      if (!(Number(request.headers['content-length']) <= MOST_ORDER_BYTES))
        throw new Refusal(413, 'The order is too long.');
      return { body: JSON.stringify(await order(await text(request))) };
    case 'GET /orders':
      if (!orders.has(name)) break;
      return { body: JSON.stringify(shown(await api('GET', `/videos/${name}`))) };
  }
  throw new Refusal(404, 'There is nothing here.');
}

function read(name) {
  return fs.readFileSync(path.join(import.meta.dirname, name), 'utf8');
}

/** One token serves all customers until shortly before it ends. */
async function previewToken() {
  if (!token || Date.parse(token.expires_at) - Date.now() < LEAST_TOKEN_MS) {
    token = await api('POST', '/preview-tokens', {
      template_id: template.id,
      expires_in_s: TOKEN_S,
      origins: [ORIGIN],
    });
  }
  return token.token;
}

/** Orders a video. Here a shop would ask for payment first, and who the customer is. */
async function order(json) {
  const wanted = JSON.parse(json);
  const variables = Object.fromEntries(FIELDS.map((field) => [field, wanted[field]]));
  const video = await api('POST', '/videos', { template_id: template.id, format: 'mp4', modifications: { variables } });
  orders.add(video.id);
  return shown(video);
}

function shown({ id, status, progress, video_url: url }) {
  return { id, status, progress, url };
}

async function api(method, place, body) {
  const response = await fetch(`${BASE_URL}${place}`, {
    method,
    headers: {
      authorization: `Bearer ${API_KEY}`,
      ...(body && { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
    },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const answered = await response.json();
  if (response.ok) return answered;
  const [fault] = answered.error?.details ?? [];
  throw new Refusal(response.status === 422 ? 422 : 502, fault?.message ?? answered.error?.message);
}
