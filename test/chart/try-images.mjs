// node test/chart/try-images.mjs [--s3] — on Linux, as root, by hand.
//
// As far as images can be tried without a container engine: assembles the five file systems as deploy/Dockerfile does, then
// runs what the chart renders for ci/development.yaml on this machine: NATS with the chart's users, PostgreSQL with its
// roles, the jobs, and every service in a root of its own (this machine's /usr in place of Debian's image), read-only, as
// user 10001. A video is rendered and its webhook received. With --s3 files are in a bucket of an S3-compatible server
// in place of the volume.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import YAML from 'yaml';
import { Advice, say } from '../../apps/local/bootstrap/advice.mjs';
import { ensureBuild } from '../../apps/local/bootstrap/build.mjs';
import { ensureTools } from '../tools/tools.mjs';
import { CHART, EXAMPLES } from './paths.mjs';

const APPS = ['gateway', 'videos', 'credits', 'webhooks', 'renderer'];
const OWNERS = ['gateway', 'videos', 'credits', 'webhooks'];
const USER = 10001;
const DEADLINE_MS = 120_000;
const ROOT_SCRIPT = fileURLToPath(new URL('run-in-image.sh', import.meta.url));
const ASSEMBLE = fileURLToPath(new URL('../../deploy/assemble.mjs', import.meta.url));
const RELEASE = 'demo-framewright';
const TEMPLATE = {
  name: 'Tried',
  width: 320,
  height: 180,
  pages: [
    {
      number: 1,
      duration: 2,
      background_color: '#204060',
      layers: [
        { type: 'text', name: 'title', text: 'Hello', x: 20, y: 40, width: 280, height: 80, text_color: '#ffffff' },
      ],
    },
  ],
};

if (process.platform !== 'linux' || process.getuid() !== 0) {
  say('This needs Linux and root: it makes mount namespaces and changes user.');
  process.exit(1);
}
const folder = mkdtempSync(join(tmpdir(), 'framewright-images-'));
const children = [];
/** Exit codes of services that ended before their time. */
const ended = {};
const closers = [];
try {
  await main();
} catch (error) {
  say(error instanceof Advice ? error.message : error.stack);
  process.exitCode = 1;
} finally {
  for (const child of children) child.kill('SIGTERM');
  await Promise.race([Promise.all(children.map((child) => child.exitCode ?? once(child, 'exit'))), delay(30_000)]);
  for (const close of closers.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  await ensureBuild();
  for (const app of APPS)
    say(execFileSync(process.execPath, [ASSEMBLE, app, join(folder, app)], { encoding: 'utf8' }).trim());
  for (const name of ['data', 'work']) {
    mkdirSync(join(folder, name));
    chownSync(join(folder, name), USER, USER);
  }
  const rendered = YAML.parseAllDocuments(readFileSync(join(EXAMPLES, 'development.yaml'), 'utf8'), { version: '1.1' });
  const objects = rendered.map((document) => document.toJS()).filter(Boolean);
  const place = await startServers(objects);

  checkIsolation();
  for (const { metadata, spec } of objects.filter(({ kind }) => kind === 'Job')) {
    await runToEnd(metadata.name, spec.template.spec.containers[0], objects, place);
  }
  for (const { spec } of objects.filter(({ kind }) => kind === 'Deployment')) {
    const { initContainers = [], containers } = spec.template.spec;
    for (const each of initContainers) await runToEnd(`${containers[0].name}: ${each.name}`, each, objects, place);
    start(containers[0], environmentOf(containers[0], objects, place));
  }
  for (const app of APPS)
    await until(`${app} is ready`, async () => (await fetch(`http://127.0.0.1:${place.health[app]}/readyz`)).ok);
  const gateway = objects.find(({ metadata, kind }) => kind === 'Deployment' && metadata.name.endsWith('-gateway'));
  await renderVideo(place, environmentOf(gateway.spec.template.spec.containers[0], objects, place));
  say('Five images assembled and started, every job ended well, a video was rendered and told of.');
}

/** PostgreSQL and NATS on free ports, set up from what the chart renders for its own. */
async function startServers(objects) {
  const { freePort, startNatsServer, startPostgresServer } = await import('../../dist/libs/embedded/src/index.js');
  const secret = (name) => objects.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === name).stringData;

  const postgresql = await startPostgresServer({
    directory: join(folder, 'postgresql'),
    password: 'postgres',
    logFile: join(folder, 'postgresql.log'),
  });
  closers.push(() => postgresql.stop());
  const passwords = secret(`${RELEASE}-postgresql`);
  const variables = OWNERS.flatMap((owner) => ['--set', `${owner}=${passwords[owner]}`]);
  psql(postgresql.url, ['--command', 'CREATE DATABASE framewright']);
  psql(postgresql.url.replace(/\/postgres$/, '/framewright'), [
    ...variables,
    '--file',
    join(CHART, 'files/owners.sql'),
  ]);

  const { authorization, max_payload } = JSON.parse(secret(`${RELEASE}-nats`)['nats.conf']);
  const nats = await startNatsServer({
    directory: join(folder, 'nats'),
    logFile: join(folder, 'nats.log'),
    configuration: { authorization, max_payload },
  });
  closers.push(() => nats.stop());

  const health = {};
  for (const app of APPS) health[app] = await freePort();
  const storage = process.argv.includes('--s3') ? await startS3(await freePort()) : {};
  return { postgresql: postgresql.port, nats: nats.port, http: await freePort(), health, storage };
}

/** An S3-compatible server with a bucket; returns the variables that lead there. */
async function startS3(port) {
  const { versitygw } = await ensureTools(['versitygw']);
  for (const name of ['objects', 'objects/files', 'metadata']) mkdirSync(join(folder, name));
  const args = ['--port', `127.0.0.1:${port}`, '--quiet', 'posix', '--sidecar', join(folder, 'metadata')];
  const env = { ROOT_ACCESS_KEY: 'framewright', ROOT_SECRET_KEY: 'secret' };
  children.push(spawn(versitygw, [...args, join(folder, 'objects')], { env, stdio: 'ignore' }));
  return {
    STORAGE_URL: `s3://files?endpoint=http://127.0.0.1:${port}&region=us-east-1`,
    AWS_ACCESS_KEY_ID: env.ROOT_ACCESS_KEY,
    AWS_SECRET_ACCESS_KEY: env.ROOT_SECRET_KEY,
  };
}

function psql(url, args) {
  try {
    execFileSync('psql', ['--quiet', '--dbname', url, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  } catch (error) {
    throw error.code === 'ENOENT' ? new Advice('psql is missing: apt-get install postgresql-client') : error;
  }
}

/** A container's variables as rendered, with this machine's ports in place of the cluster's names. */
function environmentOf({ name, env }, objects, place) {
  const entries = env.map(({ name: variable, value, valueFrom }) => {
    const { name: from, key } = valueFrom?.secretKeyRef ?? {};
    const found =
      value ?? objects.find(({ kind, metadata }) => kind === 'Secret' && metadata.name === from).stringData[key];
    return [
      variable,
      found
        .replace(`${RELEASE}-postgresql:5432`, `127.0.0.1:${place.postgresql}`)
        .replace(`${RELEASE}-nats:4222`, `127.0.0.1:${place.nats}`),
    ];
  });
  const environment = Object.fromEntries(entries);
  const here = {
    HEALTH_PORT: place.health[name],
    PORT: place.http,
    PUBLIC_BASE_URL: `http://127.0.0.1:${place.http}/v1`,
    ASSETS_URL: `http://127.0.0.1:${place.http}/assets`,
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8',
  };
  for (const variable of Object.keys(here)) if (variable in environment) environment[variable] = String(here[variable]);
  return 'STORAGE_URL' in environment ? { ...environment, ...place.storage } : environment;
}

/** A command in an app's image. */
function inImage(app, command, environment, stdio) {
  const variables = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const args = [
    '--mount',
    '--propagation',
    'private',
    'sh',
    ROOT_SCRIPT,
    join(folder, app),
    join(folder, 'data'),
    join(folder, 'work'),
  ];
  return spawn('unshare', [...args, ...variables, '/usr/local/bin/node', ...command], { stdio });
}

function appOf({ image }) {
  return /\b([a-z]+)(:|@)[^/]*$/.exec(image)[1];
}

async function runToEnd(name, container, objects, place) {
  const child = inImage(appOf(container), container.args, environmentOf(container, objects, place), [
    'ignore',
    'ignore',
    'inherit',
  ]);
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Advice(`${name} ended with ${code}`);
  say(`ok  ${name}`);
}

function start(container, environment) {
  const child = inImage(appOf(container), ['--enable-source-maps', 'main.js'], environment, [
    'ignore',
    'pipe',
    'inherit',
  ]);
  child.stdout.on('data', (chunk) => {
    for (const line of String(chunk).split('\n')) if (/"level":"(warn|error)"/.test(line)) say(line.slice(0, 400));
  });
  child.once('exit', (code) => (ended[container.name] = code));
  children.push(child);
}

/** Who the process is and where it may write, seen from inside. */
function checkIsolation() {
  const program = `
    const fs = require('node:fs');
    const writable = ['/', '/app', '/usr', '/etc', '/tmp', '/work'].filter((path) => {
      try { fs.writeFileSync(path + '/probe', ''); fs.rmSync(path + '/probe'); return true; } catch { return false; }
    });
    console.log(JSON.stringify({ user: process.getuid(), writable }));`;
  const args = [
    '--mount',
    '--propagation',
    'private',
    'sh',
    ROOT_SCRIPT,
    join(folder, 'renderer'),
    join(folder, 'data'),
    join(folder, 'work'),
  ];
  const seen = execFileSync('unshare', [...args, '/usr/local/bin/node', '--eval', program], {
    encoding: 'utf8',
  }).trim();
  const expected = JSON.stringify({ user: USER, writable: ['/tmp', '/work'] });
  if (seen !== expected) throw new Advice(`The root is not what it should be: ${seen}, expected ${expected}`);
  say(`ok  in an image: ${seen}`);
}

async function renderVideo(place, environment) {
  const heard = [];
  const receiver = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      heard.push({
        signature: request.headers['webhook-signature'],
        body: JSON.parse(Buffer.concat(chunks).toString()),
      });
      response.writeHead(204).end();
    });
  }).listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  closers.push(() => new Promise((resolve) => receiver.close(resolve)));

  const organization = await operate(environment, 'organization', 'create', 'Tried');
  const { key } = await operate(environment, 'key', 'create', organization.id);
  await operate(environment, 'credits', 'grant', organization.id, '100');
  const call = async (path, body) => {
    const response = await fetch(`http://127.0.0.1:${place.http}/v1${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const answer = await response.json();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer;
  };
  const url = `http://127.0.0.1:${receiver.address().port}/hook`;
  await call('/webhooks', { url, events: ['video.finished', 'video.failed'] });
  const template = await call('/templates', TEMPLATE);
  const created = await call('/videos', { template_id: template.id, format: 'mp4' });
  const video = await until('the video has ended', async () => {
    const now = await call(`/videos/${created.id}`);
    return now.status !== 'PROCESSING' && now;
  });
  if (!video.video_url) throw new Error(`no video: ${JSON.stringify(video)}`);
  const file = await fetch(video.video_url);
  say(`ok  ${video.status}: ${file.headers.get('content-type')}, ${(await file.arrayBuffer()).byteLength} bytes`);
  const event = await until('the webhook has arrived', () => heard[0]);
  say(`ok  webhook ${event.body.type ?? event.body.event}, signature ${event.signature.slice(0, 6)}…`);
}

async function operate(environment, ...args) {
  const child = inImage('gateway', ['dist/apps/gateway/src/operator/main.js', ...args], environment, [
    'ignore',
    'pipe',
    'inherit',
  ]);
  const chunks = [];
  child.stdout.on('data', (chunk) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`operator ${args.join(' ')} ended with ${code}`);
  return JSON.parse(Buffer.concat(chunks).toString());
}

async function until(what, look) {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    for (const [app, code] of Object.entries(ended)) throw new Advice(`${app} ended with ${code}`);
    const found = await Promise.resolve()
      .then(look)
      .catch((error) => (Date.now() > deadline ? Promise.reject(error) : undefined));
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${DEADLINE_MS / 1_000} s: ${what}`);
    await delay(300);
  }
}
