import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  describeOnS3,
  eventually,
  serve,
  type ServiceName,
  startSystem,
  type TestS3,
  type TestServer,
  type TestSystem,
} from '#libs/testing';
import { createTemplate, createVideo, registerWebhook, untilEnded } from './steps.js';

const EDGES = new URL('../../helm/framewright/examples/network.txt', import.meta.url);
const SERVICES = ['gateway', 'videos', 'credits', 'renderer', 'webhooks'] as const satisfies readonly ServiceName[];
/** Ports in the production example; S3 has one that nothing else has. */
const SERVERS: Record<string, string> = { 'TCP/4222': 'NATS', 'TCP/5432': 'PostgreSQL', 'TCP/9000': 'S3' };
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==',
  'base64',
);
/** Time that callers' servers take to respond, and interval at which connections are read, ms. */
const CALLERS_TAKE_MS = 500;
const LOOK_EVERY_MS = 50;

await describeOnS3('services', (start) => {
  let s3: TestS3;
  let system: TestSystem;
  let callers: TestServer;
  let calls = 0;

  beforeAll(async () => {
    s3 = await start();
    system = await startSystem({ ...s3.credentials, STORAGE_URL: s3.storageUrl('') });
    callers = await serve(({ method }, response) => {
      if (method === 'POST') calls += 1;
      setTimeout(() => response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE), CALLERS_TAKE_MS);
    });
  }, 120_000);

  afterAll(async () => {
    await callers.stop();
    await system.stop();
    await s3.stop();
  }, 60_000);

  const processes = () => JSON.parse(readFileSync(join(system.dataFolder, 'processes.json'), 'utf8')) as Processes;

  (process.platform === 'linux' ? it : it.skip)(
    'connect where the chart’s network policies let them, and nowhere else',
    async () => {
      const { natsUrls, databaseUrls } = processes().place;
      const names = {
        [natsUrls.videos]: 'NATS',
        [databaseUrls.videos]: 'PostgreSQL',
        [s3.endpoint]: 'S3',
        [callers.url]: 'callers',
      };
      const nameOf = new Map(Object.entries(names).map(([url, name]) => [Number(new URL(url).port), name]));
      const seen = new Set<string>();
      const watch = setInterval(() => {
        const { services } = processes();
        for (const service of SERVICES) {
          for (const port of connectionsOf(services[service].pid)) seen.add(`${service} → ${nameOf.get(port) ?? port}`);
        }
      }, LOOK_EVERY_MS);
      try {
        await registerWebhook(system, callers.url);
        const layers = [{ name: 'logo', type: 'image', source_url: `${callers.url}/logo.png` }];
        const pages = [{ number: 1, duration: 1, layers }];
        const template = await createTemplate(system, { name: 'A picture', width: 320, height: 180, pages });
        const video = await untilEnded(
          system,
          (await createVideo(system, { template_id: template, format: 'mp4' })).id,
        );
        expect((await fetch(video.video_url)).status).toBe(200);
        await eventually(() => calls === 2);
      } finally {
        clearInterval(watch);
      }
      expect([...seen].sort()).toEqual(allowedEdges());
    },
    120_000,
  );
});

/** The used part of `$DATA_DIR/processes.json` (apps/local/src/data-folder.ts). */
interface Processes {
  place: { natsUrls: { videos: string }; databaseUrls: { videos: string } };
  services: Record<ServiceName, { pid: number }>;
}

/** Connections that the policies of the production example let services open, DNS aside: `renderer → S3`. */
function allowedEdges(): string[] {
  const [, production = ''] = readFileSync(EDGES, 'utf8').split(/^# /m);
  const edges = [...production.matchAll(/^(\w+) → (.*): (TCP\/\d+)/gm)].flatMap(([, from = '', to = '', port = '']) => {
    const isService = (SERVICES as readonly string[]).includes(from);
    const name = to.includes('but for') ? 'callers' : SERVERS[port];
    return isService ? [`${from} → ${name ?? port}`] : [];
  });
  return [...new Set(edges)].sort();
}

/** The remote ports of the connections that a process, or one that it started, has opened (proc(5), tcp states of the kernel). */
function connectionsOf(pid: number): number[] {
  const inodes = new Set(familyOf(pid).flatMap(socketsOf));
  const sockets = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8').trim().split('\n').slice(1),
  );
  const parsed = sockets.map((line) => {
    const [, local = '', remote = '', state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return { local: portOf(local), remote: portOf(remote), state, inode };
  });
  const served = new Set(parsed.filter(({ state }) => state === '0A').map(({ local }) => local)); // LISTEN
  const opened = parsed.filter(({ state, local }) => state === '01' && !served.has(local)); // ESTABLISHED
  return opened.filter(({ inode }) => inodes.has(inode)).map(({ remote }) => remote);
}

function portOf(address: string): number {
  return parseInt(address.slice(address.lastIndexOf(':') + 1), 16);
}

function familyOf(pid: number): number[] {
  const children = orNothing(() =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean),
  );
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))];
}

function socketsOf(pid: number): string[] {
  const files = orNothing(() => readdirSync(`/proc/${pid}/fd`));
  const links = files.flatMap((file) => orNothing(() => [readlinkSync(`/proc/${pid}/fd/${file}`)]));
  return links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []);
}

/** The result of `read`; empty if the process has ended or the file was closed meanwhile. */
function orNothing(read: () => string[]): string[] {
  try {
    return read();
  } catch {
    return [];
  }
}
