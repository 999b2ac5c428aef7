import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TemplateDocument, unwrap, type VideoRequest } from '#libs/client';
import {
  eventually,
  findTools,
  type Receiver,
  startReceiver,
  newTestOrganization,
  temporaryFolder,
  type TestServer,
  type TestOrganization,
} from '#libs/testing';
import { verifyWebhook } from '../manual/verify-webhook.ts';
import { createTemplate, registerWebhook, serveFiles } from './steps.js';

const ROOT = path.join(import.meta.dirname, '../..');
const MANUAL = path.join(ROOT, 'test/manual');
const EXAMPLES = 'https://example.com';
const FONT_FILES = path.join(ROOT, 'node_modules/@fontsource/inter/files');
/** The folder of the compiled Java example. */
const COMPILED = temporaryFolder('compiled-example');
const NOT_CHECKED: readonly string[] = ['CHECK_SKIPPED', 'ASSET_NOT_CHECKED'];
/** Time limit of a test, ms: compiling the Go example takes long on a busy machine. */
const TIMEOUT_MS = 300_000;

type Example = Record<string, unknown>;
interface Explanation {
  layers: { message: string }[];
}

/** The blocks of code of a guide in a language. */
function blocksOf(guide: string, language: string): string[] {
  const text = readFileSync(path.join(ROOT, `docs/guides/${guide}.md`), 'utf8');
  return Array.from(text.matchAll(new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'gm')), ([, code]) => code!);
}

function examplesOf(guide: string): Example[] {
  return blocksOf(guide, 'json').map((json) => JSON.parse(json) as Example);
}

const isDocument = (example: Example): boolean => 'width' in example && 'pages' in example;
const documents = ['captions', 'fonts', 'csv-to-videos', 'fast-templates'].flatMap((guide) =>
  examplesOf(guide)
    .filter(isDocument)
    .map((document) => ({ guide, name: String(document['name']), document })),
);

/** A delivery of a webhook, and the secret with which it is verified. */
interface Sent {
  secret: string;
  headers: Record<string, string>;
  body: string;
}

/** For Java, which has no parser of JSON of its own. */
const lineOf = ({ secret, headers, body }: Sent): string =>
  [secret, ...Object.values(headers), Buffer.from(body).toString('base64')].join('\t');

/** The examples of verification that another program runs. */
const runnable = await Promise.all(
  [
    { language: 'Python', tool: 'python', args: ['verify_main.py'] },
    { language: 'Go', tool: 'go', args: ['run', 'verify_main.go', 'verify_webhook.go'] },
    { language: 'PHP', tool: 'php', args: ['verify_main.php'] },
    {
      ...{ language: 'Java', tool: 'java', args: ['-cp', COMPILED, 'VerifyMain'] },
      compile: ['-d', COMPILED, 'VerifyMain.java', 'VerifyWebhook.java'],
      write: (sent: readonly Sent[]) => sent.map(lineOf).join('\n'),
    },
  ].map(async (example) => ({ ...example, found: await findTools<string>([example.tool]) })),
);
for (const { language, found } of runnable)
  if ('reason' in found) process.stderr.write(`Skipped: webhooks verified in ${language}. ${found.reason}\n`);

let system: TestOrganization;
let receiver: Receiver;
let files: TestServer;

beforeAll(async () => {
  const font = (weight: number) => readFileSync(path.join(FONT_FILES, `inter-latin-${weight}-normal.woff2`));
  [system, receiver, files] = await Promise.all([
    newTestOrganization(),
    startReceiver(),
    serveFiles({
      '/evening.srt': { type: 'application/x-subrip', body: blocksOf('captions', 'srt')[0]! },
      '/spoken.vtt': { type: 'text/vtt', body: blocksOf('captions', 'vtt')[0]! },
      '/brand-400.woff2': { type: 'font/woff2', body: font(400) },
      '/brand-700.woff2': { type: 'font/woff2', body: font(700) },
    }),
  ]);
}, 240_000);

afterAll(async () => {
  await Promise.all([files.stop(), receiver.stop()]);
}, 60_000);

describe('a template of a guide', () => {
  function store(document: object): Promise<string> {
    return createTemplate(system, JSON.parse(JSON.stringify(document).replaceAll(EXAMPLES, files.url)) as object);
  }

  /**
   * Validates a request, repeatedly until a renderer has replied in time: one that has just started, or is busy, may
   * not.
   */
  function validate(template: string, modifications?: object, explain = false) {
    const request = { template_id: template, format: 'mp4', ...(modifications && { modifications }) } as VideoRequest;
    const body = { ...request, explain };
    return eventually(async () => {
      const found = await unwrap(system.client.POST('/videos/validate', { body }));
      return !found.warnings.some(({ code }) => NOT_CHECKED.includes(code)) && found;
    });
  }

  it.each(documents)('is drawn without an error or a warning: $guide, $name', async ({ document }) => {
    const template = await store(document);
    // The values of the variables that the document itself has none for.
    const variables = Object.entries((document['variables'] ?? {}) as Record<string, Example>)
      .filter(([, variable]) => !('default' in variable))
      .map(([name]) => [name, 'Lamp']);
    const found = await validate(template, { variables: Object.fromEntries(variables) as object });
    expect(found).toMatchObject({ valid: true, errors: [], warnings: [] });
    if (variables.length > 0) return; // a frame needs them
    const frame = await system.fetch(`/templates/${template}/frame`);
    expect([frame.status, frame.headers.get('content-type')]).toEqual([200, 'image/png']);
  });

  it('shows the captions of a request in place of its own', async () => {
    const [document, modifications] = examplesOf('captions');
    const template = await store(document!);
    expect(await validate(template, modifications)).toMatchObject({ valid: true, errors: [], warnings: [] });
  });

  it('is explained as the guide shows it', async () => {
    const [document, shown] = examplesOf('fast-templates') as [Example, { explanation: Explanation }];
    const { explanation } = await validate(await store(document), {}, true);
    const { layers, ...totals } = shown.explanation;
    const [costliest] = layers;
    const message = costliest!.message.replace(/…$/, '');
    expect(explanation).toMatchObject(totals);
    expect(explanation!.layers[0]).toEqual({ ...costliest, message: expect.stringContaining(message) });
  });

  it('is warned of a family that is not available, as the guide shows it', async () => {
    const warning = examplesOf('fonts').find((example) => 'severity' in example)!;
    const document = structuredClone(documents.find(({ guide }) => guide === 'fonts')!.document) as TemplateDocument;
    Object.assign(document.pages[0]!.layers![0]!, { font_family: warning['value'] });
    expect((await validate(await store(document))).warnings).toEqual([warning]);
  });
});

describe('the code that verifies a webhook', () => {
  /** Whether each of {@link deliveries} is valid. */
  const EXPECTED = [true, true, false, false, false];
  let deliveries: Sent[];

  /** A real delivery; one with a former secret's signature before its own; and three that are not valid. */
  beforeAll(async () => {
    const { id, secret } = await registerWebhook(system, receiver.url);
    const params = { path: { webhook_id: id } };
    const { event_id } = await unwrap(system.client.POST('/webhooks/{webhook_id}/test', { params }));
    const call = await eventually(() => {
      return receiver.calls.find((received) => received.headers['webhook-id'] === event_id) ?? false;
    });
    const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
    const headers = Object.fromEntries(names.map((name) => [name, call.headers[name]!]));
    const valid = { secret, headers, body: call.body };
    const late = String(Math.floor(Date.now() / 1_000) - 600);
    deliveries = [
      valid,
      {
        ...valid,
        headers: { ...headers, 'webhook-signature': `v1,${'A'.repeat(43)}= ${headers['webhook-signature']}` },
      },
      { ...valid, body: call.body.replace('"video.started"', '"video.failed"') },
      { ...valid, headers: { ...headers, 'webhook-timestamp': late } },
      { ...valid, secret: `whsec_${Buffer.alloc(32).toString('base64')}` },
    ];
    expect(deliveries[2]!.body).not.toBe(call.body);
  });

  it('in TypeScript', () => {
    const isValid = ({ secret, headers, body }: Sent): boolean => {
      try {
        return (verifyWebhook(secret, headers, Buffer.from(body)) as { type: string }).type === 'video.started';
      } catch {
        return false;
      }
    };
    expect(deliveries.map(isValid)).toEqual(EXPECTED);
  });

  for (const { language, tool, args, found, ...special } of runnable) {
    const { compile, write = JSON.stringify } = { compile: undefined, write: undefined, ...special };
    // What is skipped counts as failed in CI, where all languages can be had.
    ('tools' in found ? it : it.skip)(
      `in ${language}`,
      async () => {
        const { tools } = found as { tools: Record<string, string> };
        if (compile) await promisify(execFile)(tools['javac']!, compile, { cwd: MANUAL });
        const running = promisify(execFile)(tools[tool]!, args, { cwd: MANUAL });
        running.child.stdin!.end(write(deliveries));
        expect(JSON.parse((await running).stdout)).toEqual(EXPECTED);
      },
      TIMEOUT_MS,
    );
  }
});
