import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ApiClient,
  createApiClient,
  download,
  listAll,
  render,
  untilEnded,
  unwrap,
  verifyWebhook,
  type Video,
  watch,
} from '#libs/client';
import {
  eventually,
  findTools,
  type Receiver,
  startReceiver,
  startSystem,
  temporaryFolder,
  type TestSystem,
} from '#libs/testing';
import pLimit from 'p-limit';
import { installCommand } from './packed-command.js';
import { createTemplate, movingDocument, registerWebhook } from './steps.js';

const SMALL = { width: 64, height: 64 };
/** A video that takes longer to render than a test waits for it. */
const LONG = { durationS: 40, size: { width: 1280, height: 720 } };

const ROOT = join(import.meta.dirname, '../..');
/** A video for each of these, four at a time. */
const ROWS = Array.from({ length: 60 }, (_, index) => `row-${index + 1}`);
const TITLED = {
  ...{ name: 'Titled', ...SMALL, variables: { title: { type: 'string' } } },
  pages: [{ number: 1, duration: 0.5, layers: [{ name: 'title', type: 'text', text: '{{title}}' }] }],
};
/** Renders {@link ROWS} in Python. */
const PYTHON = `import asyncio, json, os, sys
from framewright import AsyncFramewright
async def main() -> None:
    limit = asyncio.Semaphore(4)
    async with AsyncFramewright(os.environ["BASE_URL"], os.environ["API_KEY"]) as client:
        template = (await client.create_template(json.loads(sys.argv[1])))["id"]
        async def render(title: str) -> None:
            async with limit:
                modifications = {"variables": {"title": title}}
                request = {"template_id": template, "format": "mp4", "modifications": modifications}
                await client.render(request, to=f"{title}.mp4")
        await asyncio.gather(*[render(title) for title in json.loads(sys.argv[2])])
asyncio.run(main())
`;
const python = await findTools<'python-client'>(['python-client']);

interface Access {
  cwd: string;
  env: NodeJS.ProcessEnv & { API_KEY: string };
}

describe('the client finishes the job', () => {
  let system: TestSystem;
  let receiver: Receiver;
  let client: ApiClient;
  let short: string;
  let long: string;

  beforeAll(async () => {
    [system, receiver] = await Promise.all([startSystem({ RATE_LIMIT_PER_MINUTE: '100' }), startReceiver()]);
    client = clientWith((request) => fetch(request));
    short = await createTemplate(system, movingDocument(1, SMALL));
    long = await createTemplate(system, movingDocument(LONG.durationS, LONG.size));
  }, 240_000);

  afterAll(async () => {
    await Promise.all([system.stop(), receiver.stop()]);
  }, 60_000);

  function clientWith(send: (request: Request) => Promise<Response>): ApiClient {
    return createApiClient({ baseUrl: system.baseUrl, apiKey: system.apiKey, fetch: send });
  }

  /** A folder, and the key of an organization of its own. */
  async function newAccess(name: string, cwd: string): Promise<Access> {
    mkdirSync(cwd);
    const { id } = (await system.operator('organization', 'create', name)) as { id: string };
    const { key } = (await system.operator('key', 'create', id, '--kind', 'read_write')) as { key: string };
    await system.operator('credits', 'grant', id, '1000');
    const PYTHONPATH = join(ROOT, 'libs/client-python/src');
    const own = { API_KEY: key, FRAMEWRIGHT_API_KEY: key, BASE_URL: system.baseUrl, PYTHONPATH };
    return { cwd, env: { ...process.env, ...own } };
  }

  const requestOf = (template: string) => ({ template_id: template, format: 'mp4' as const });
  const read = (id: string) => unwrap(client.GET('/videos/{id}', { params: { path: { id } } }));

  it('and continues with the first video if a program with a key of its own starts again', async () => {
    const options = { idempotencyKey: 'order-1' };
    const first = await render(client, requestOf(short), options);
    const second = await render(client, requestOf(short), options);
    expect(second.video.id).toBe(first.video.id);
    expect(Buffer.from(second.file).equals(first.file)).toBe(true);
  });

  it('and reports why a video failed', async () => {
    const template = await createTemplate(system, {
      name: 'Broken',
      ...SMALL,
      pages: [
        { number: 1, duration: 1, layers: [{ name: 'i', type: 'image', source_url: `${receiver.url}/none.png` }] },
      ],
    });
    await expect(render(client, requestOf(template))).rejects.toMatchObject({
      code: expect.stringMatching(/^ASSET_/),
      status: undefined,
      video: { status: 'FAILED', template_id: template },
    });
  });

  it('or stops waiting by its signal, and cancels the video if it should', async () => {
    for (const [cancelOnAbort, status] of [
      [false, 'PROCESSING'],
      [true, 'CANCELED'],
    ] as const) {
      const stopping = new AbortController();
      const states: Video[] = [];
      const onProgress = (video: Video) => void states.push(video);
      const call = render(client, requestOf(long), { signal: stopping.signal, cancelOnAbort, onProgress });
      const ended = expect(call).rejects.toThrow('enough');
      await eventually(() => states.length > 0);
      stopping.abort(new Error('enough'));
      await ended;
      const { id } = states[0]!;
      expect((await read(id)).status).toBe(status);
      await unwrap(client.DELETE('/videos/{id}', { params: { path: { id } } }));
    }
  });

  it('or stops waiting when its time is over, and names the video', async () => {
    const error = (await render(client, requestOf(long), { timeoutMs: 3_000, cancelOnAbort: true }).catch(
      (thrown: unknown) => thrown,
    )) as { code: string; video: Video };
    expect(error).toMatchObject({ code: 'TIMEOUT', video: { status: 'PROCESSING' } });
    expect((await read(error.video.id)).status).toBe('CANCELED');
  });

  it('whether events get through or not', async () => {
    const requests: string[] = [];
    const behindProxy = clientWith(async (request) => {
      const step = request.url.split('/').at(-1)!;
      requests.push(step);
      return step === 'events' ? new Response('<p>No such page</p>', { status: 404 }) : fetch(request);
    });
    const { id } = await unwrap(behindProxy.POST('/videos', { body: requestOf(short) }));
    expect((await untilEnded(behindProxy, id)).status).toBe('COMPLETED');
    expect(requests.slice(0, 3)).toEqual(['videos', 'events', id]);
    requests.length = 0;
    expect(
      (
        await untilEnded(
          clientWith((request) => {
            requests.push(request.url);
            return fetch(request);
          }),
          id,
        )
      ).status,
    ).toBe('COMPLETED');
    expect(requests).toEqual([`${system.baseUrl}/videos/${id}/events`]);
  });

  it('and follows a video while the gateway is killed', async () => {
    const template = await createTemplate(system, movingDocument(40, LONG.size));
    const { id } = await unwrap(client.POST('/videos', { body: requestOf(template) }));
    const progress: number[] = [];
    let killed: Promise<void> | undefined;
    let last: Video | undefined;
    for await (last of watch(client, id)) {
      progress.push(last.progress);
      killed ??= system.kill('gateway');
    }
    await killed;
    expect(last).toMatchObject({ id, status: 'COMPLETED', progress: 100 });
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.length).toBeGreaterThan(2);
    expect((await download(client, last!.poster_url!)).subarray(0, 2)).toEqual(new Uint8Array([0xff, 0xd8])); // JPEG
  }, 180_000);

  it('and sixty rows become sixty videos, none twice, though a minute has 100 requests and the gateway is killed', async () => {
    const folder = temporaryFolder('sixty-rows');
    await installCommand(folder);
    const programs: Record<string, (access: Access) => Promise<unknown>> = {
      command: async ({ cwd, env }) => {
        writeFileSync(join(cwd, 'template.json'), JSON.stringify(TITLED));
        writeFileSync(join(cwd, 'rows.csv'), ['title', ...ROWS].join('\n'));
        const args = ['render', '--data', 'rows.csv', '-o', '{title}.mp4', '--remote', system.baseUrl];
        const program = join(folder, 'node_modules/framewright/dist/framewright.mjs');
        await promisify(execFile)(process.execPath, [program, ...args], { cwd, env });
      },
      typescript: async ({ cwd, env: { API_KEY: apiKey } }) => {
        const own = createApiClient({ baseUrl: system.baseUrl, apiKey });
        const { id: template_id } = await unwrap(own.POST('/templates', { body: TITLED as never }));
        await pLimit(4).map(ROWS, async (title) => {
          const modifications = { variables: { title } };
          await render(own, { template_id, format: 'mp4', modifications }, { to: join(cwd, `${title}.mp4`) });
        });
      },
      ...('tools' in python && {
        python: ({ cwd, env }) => {
          const args = ['-c', PYTHON, JSON.stringify(TITLED), JSON.stringify(ROWS)];
          return promisify(execFile)(python.tools['python-client'], args, { cwd, env });
        },
      }),
    };
    const runs = await Promise.all(
      Object.entries(programs).map(async ([name, program]) => {
        const access = await newAccess(name, join(folder, name));
        return { access, ended: program(access) };
      }),
    );
    const videosIn = ({ cwd }: Access) => readdirSync(cwd).filter((file) => file.endsWith('.mp4'));
    const ended = Promise.all(runs.map((run) => run.ended));
    const begun = eventually(() => runs.every(({ access }) => videosIn(access).length > 5), { timeoutMs: 120_000 });
    await Promise.race([ended, begun]);
    await system.kill('gateway');
    await ended;
    for (const { access } of runs) {
      expect(videosIn(access).sort()).toEqual(ROWS.map((title) => `${title}.mp4`).sort());
      for (const file of videosIn(access)) expect(statSync(join(access.cwd, file)).size).toBeGreaterThan(500);
      const own = createApiClient({ baseUrl: system.baseUrl, apiKey: access.env.API_KEY });
      const { pagination } = await unwrap(own.GET('/videos', { params: { query: { status: 'COMPLETED' } } }));
      expect(pagination.total).toBe(ROWS.length);
      const all = await unwrap(own.GET('/videos'));
      expect(all.pagination.total).toBe(ROWS.length);
    }
  }, 400_000);

  it('and lists every entry once, however small the pages are', async () => {
    const ids: string[] = [];
    for await (const { id } of listAll(client, '/videos', { params: { query: { limit: 2 } } })) {
      ids.push(id);
      if (ids.length === 1) await unwrap(client.POST('/videos', { body: requestOf(short) }));
    }
    const { pagination } = await unwrap(client.GET('/videos'));
    expect(pagination.total).toBe(ids.length + 1);
    expect(new Set(ids).size).toBe(ids.length);
    const kinds: string[] = [];
    for await (const { kind } of listAll(client, '/credits/transactions')) kinds.push(kind);
    expect(kinds).toEqual(expect.arrayContaining(['grant', 'hold', 'capture', 'release']));
  });

  it('and verifies what the service signs, before and after a rotation of the secret', async () => {
    const { id, secret } = await registerWebhook(system, receiver.url);
    const rotated = await unwrap(
      client.POST('/webhooks/{webhook_id}/rotate-secret', { params: { path: { webhook_id: id } } }),
    );
    const { video } = await render(client, requestOf(short));
    await eventually(() => receiver.calls.filter(({ body }) => body.includes(video.id)).length === 2);
    const calls = receiver.calls.filter(({ body }) => body.includes(video.id));
    for (const known of [secret, rotated.secret]) {
      const events = await Promise.all(calls.map(({ headers, body }) => verifyWebhook({ headers, body }, known)));
      expect(events.map(({ type, data }) => [type, data.id])).toEqual([
        ['video.started', video.id],
        ['video.finished', video.id],
      ]);
    }
    const sent: string[] = [];
    for await (const delivery of listAll(client, '/webhooks/{webhook_id}/deliveries', {
      params: { path: { webhook_id: id } },
    })) {
      if (delivery.video_id === video.id) sent.push(delivery.type);
    }
    expect(sent).toEqual(['video.finished', 'video.started']);
  });
});
