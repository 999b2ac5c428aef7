import { type TemplateDocument, unwrap, type Video, type VideoRequest } from '#libs/client';
import { type Answer, eventually, serve, type TestServer, type TestOrganization } from '#libs/testing';

export type { Video as VideoAnswer } from '#libs/client';

/** A request whose literals TypeScript has widened. */
type LooseRequest = Omit<VideoRequest, 'format'> & { format: string };

/** Moving text and shapes for `durationS` seconds: enough for a renderer to be busy with. */
export function movingDocument(durationS: number, size: { width: number; height: number }): object {
  const layer = (row: number) => ({
    name: `row ${row}`,
    type: 'text',
    text: `Row ${row} of a picture that never stands still`,
    font_size: Math.round(size.height / 12),
    text_color: '#ffffff',
    y: `${row * 18}%`,
    height: '18%',
    enter: { type: 'slide', direction: row % 2 ? 'left' : 'right', duration: durationS * 0.9 },
  });
  return {
    name: `Moving for ${durationS} s`,
    ...size,
    pages: [{ number: 1, duration: durationS, background_color: '#0f3d3e', layers: [0, 1, 2, 3, 4].map(layer) }],
  };
}

/** Keyframes of a layer that moves for a second before and after a time of its page, s. */
export function movedAt(timeS: number): object {
  return {
    x: [
      { time: timeS - 1, value: 0 },
      { time: timeS + 1, value: 100 },
    ],
  };
}

/** Half a second of one text. */
export const SHORT = {
  name: 'Short',
  width: 64,
  height: 64,
  pages: [{ number: 1, duration: 0.5, layers: [{ name: 'title', type: 'text', text: 'Short' }] }],
};

/** A valid document. Skia needs about a minute for one of its frames: no two layers are equal, so each is painted. */
export const SLOW = {
  name: 'Slow',
  width: 3_840,
  height: 2_160,
  pages: [
    {
      number: 1,
      duration: 0.5,
      layers: Array.from({ length: 100 }, (_, n) => ({
        ...{ name: `text ${n}`, type: 'text', text: `Slow ${n}`, font_size: 400, x: 400, y: 400 },
        ...{ blur: 40, blend_mode: 'overlay' },
      })),
    },
  ],
};

export async function createTemplate(system: TestOrganization, document: object): Promise<string> {
  return (await unwrap(system.client.POST('/templates', { body: document as TemplateDocument }))).id;
}

export function createVideo(system: TestOrganization, request: LooseRequest): Promise<Video> {
  return unwrap(system.client.POST('/videos', { body: request as VideoRequest }));
}

/** Reads a video, riding out a gateway that is being started again. */
export async function readVideo(system: TestOrganization, id: string): Promise<Video> {
  return eventually(() => unwrap(system.client.GET('/videos/{id}', { params: { path: { id } } })));
}

export async function untilEnded(system: TestOrganization, id: string, timeoutMs = 100_000): Promise<Video> {
  return eventually(
    async () => {
      const video = await readVideo(system, id);
      if (video.status === 'PROCESSING') throw new Error(`still PROCESSING at ${video.progress} %`);
      return video;
    },
    { timeoutMs, everyMs: 200 },
  );
}

export async function untilDrawing(system: TestOrganization, id: string): Promise<void> {
  await eventually(async () => (await readVideo(system, id)).progress > 0, { everyMs: 100 });
}

/** The organization's credits. */
export async function balance(system: TestOrganization): Promise<{ available: number; held: number }> {
  return unwrap(system.client.GET('/credits'));
}

export function registerWebhook(system: TestOrganization, url: string): Promise<{ id: string; secret: string }> {
  return unwrap(
    system.client.POST('/webhooks', { body: { url, events: ['video.started', 'video.finished', 'video.failed'] } }),
  );
}

/** The error of an answer, as docs/api.md shapes it. */
export function errorOf({ body }: Answer): { code: string; message: string; details?: unknown } {
  return (body as { error: { code: string; message: string; details?: unknown } }).error;
}

/** A web server on loopback with fixed answers by path. */
export function serveFiles(
  files: Readonly<Record<string, { type: string; body: Buffer | string }>>,
): Promise<TestServer> {
  return serve((request, response) => {
    const file = files[request.url ?? ''];
    if (!file) response.writeHead(404).end('nothing here');
    else response.writeHead(200, { 'content-type': file.type }).end(file.body);
  });
}

/** Begins a session by the token of a link. @returns its cookie, as a request sends it */
export async function signIn(system: TestOrganization, path: string, body: object): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const begun = await system.fetch(path, { method: 'POST', key: null, headers, body: JSON.stringify(body) });
  return begun.headers.get('set-cookie')!.split(';')[0]!;
}
