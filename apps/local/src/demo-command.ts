import { accessSync, constants, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ApiClient, createApiClient, download, untilEnded, type Video, type VideoRequest } from '#libs/client';
import { UserError } from './user-error.js';
import { readResponse } from './read-response.js';
import { checkSample } from './check-sample.js';
import { DataFolder, dataPath, type LocalAccess } from './data-folder.js';
import { shutdownRequest } from './shutdown-request.js';
import { LocalSystem } from './local-system.js';
import { showProgress } from './progress-bar.js';
import { readSample, SAMPLE_NAMES, type SampleName } from './samples.js';
import { prepareAccess } from './seed.js';
import { stageTimes } from './stage-times.js';
import { startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.js';

const RENDER_TIMEOUT_MS = 300_000;
const WEBHOOK_TIMEOUT_MS = 30_000;

/** `npm run demo [-- --sample story]`: renders a sample end to end and reports; returns the exit code. */
export async function demoCommand(args: readonly string[]): Promise<number> {
  const sample = sampleNamed(args);
  const ended = shutdownRequest().then(() => {
    throw new UserError('Stopped.');
  });
  const closing: (() => Promise<void>)[] = [];
  try {
    await Promise.race([demonstrate(sample, closing), ended]);
    return 0;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

async function demonstrate(sample: SampleName, closing: (() => Promise<void>)[]): Promise<void> {
  const system = await borrowSystem(closing);
  const { access } = system;
  const api = createApiClient({ baseUrl: access.base_url, apiKey: access.api_key });
  const receiver = await startWebhookReceiver();
  closing.push(() => receiver.close());
  await register(api, receiver, closing);

  const creditsBefore = await availableCredits(api);
  const { template, modifications } = sampleRequest(sample, access);
  say(`Rendering "${template.name}" with modifications, at ${access.base_url}`);
  const created = await readResponse(
    api.POST('/videos', {
      body: {
        template_id: template.id,
        format: 'mp4',
        modifications,
      },
    }),
  );
  const video = await untilFinished(api, created);
  const event = await finishedEvent(receiver, video);
  const file = await saveFile(api, video);
  const check = await checkSample(file, video);

  say('');
  say(`  File       ${file}`);
  say(`             ${check}`);
  say(`  Webhook    ${event.type} received, signature verified with the standardwebhooks package`);
  say(`  Stages     ${stageTimes(video, event.receivedAt, system.logs)}`);
  say(`  Cost       ${video.credits} credits${await balanceLine(api, creditsBefore)}`);
}

/** The system that runs on DATA_DIR, else a new one on free ports, whose folder is removed with it. */
async function borrowSystem(closing: (() => Promise<void>)[]): Promise<{ access: LocalAccess; logs: string }> {
  const running = DataFolder.running(dataPath());
  if (running) {
    say(`Using the system that runs on ${resolve(dataPath())}.`);
    return { access: running.access, logs: join(dataPath(), 'logs') };
  }
  say('Starting PostgreSQL, NATS and five services …');
  const path = mkdtempSync(join(tmpdir(), 'framewright-demo-'));
  closing.push(() => {
    rmSync(path, { recursive: true, force: true });
    return Promise.resolve();
  });
  const folder = await DataFolder.open(path);
  const system = new LocalSystem(folder, { port: 0, report: say });
  closing.push(() => system.stop());
  await system.start();
  const { access, close } = await prepareAccess(system, folder);
  closing.push(close);
  return { access, logs: folder.file('logs') };
}

async function register(api: ApiClient, receiver: WebhookReceiver, closing: (() => Promise<void>)[]): Promise<void> {
  const webhook = await readResponse(
    api.POST('/webhooks', {
      body: {
        url: receiver.url,
        events: ['video.started', 'video.finished', 'video.failed'],
      },
    }),
  );
  receiver.expectSecret(webhook.secret);
  closing.push(async () => {
    const params = { path: { webhook_id: webhook.id } };
    await api.DELETE('/webhooks/{webhook_id}', { params }).catch(() => undefined); // best effort: the demo is over
  });
}

function sampleNamed(args: readonly string[]): SampleName {
  const [option = '--sample', wanted = 'promo', ...others] = args;
  const name = SAMPLE_NAMES.find((known) => known === wanted);
  if (option === '--sample' && name && others.length === 0) return name;
  throw new UserError(`npm run demo -- --sample <name>, where the name is one of: ${SAMPLE_NAMES.join(', ')}`);
}

/** The stored template of a sample, and the modifications that the demo makes. */
function sampleRequest(
  sample: SampleName,
  access: LocalAccess,
): {
  template: { id: string; name: string };
  modifications: VideoRequest['modifications'];
} {
  const template = access.templates.find((stored) => stored.sample === sample);
  if (!template) throw new UserError('This system has no such sample: it was started by another version.');
  return { template, modifications: JSON.parse(readSample(sample, 'modifications')) as VideoRequest['modifications'] };
}

async function untilFinished(api: ApiClient, { id }: Video): Promise<Video> {
  const bar = showProgress(process.stderr);
  const video = await untilEnded(api, id, {
    timeoutMs: RENDER_TIMEOUT_MS,
    onProgress: ({ progress }) => bar.update(progress),
  }).finally(() => bar.end());
  if (video.status === 'COMPLETED') return video;
  throw new UserError(`The video ended as ${video.status}: ${video.error?.code ?? ''} ${video.error?.message ?? ''}`);
}

async function finishedEvent(receiver: WebhookReceiver, video: Video): Promise<{ type: string; receivedAt: number }> {
  const deadline = Date.now() + WEBHOOK_TIMEOUT_MS;
  for (;;) {
    const event = receiver.events.find(({ type, video: { id } }) => type === 'video.finished' && id === video.id);
    if (event) return event;
    if (receiver.refused > 0) throw new UserError('A webhook came whose signature is wrong.');
    if (Date.now() > deadline) throw new UserError('The webhook video.finished did not come.');
    await delay(50);
  }
}

async function saveFile(api: ApiClient, video: Video): Promise<string> {
  const to = join(downloadFolder(), `${video.id}.mp4`);
  await download(api, video.video_url, { to });
  return to;
}

/** A folder below DATA_DIR, or a temporary one where that is another user's. */
function downloadFolder(): string {
  const folder = resolve(dataPath(), 'demo');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return mkdtempSync(join(tmpdir(), 'framewright-'));
  }
}

async function availableCredits(api: ApiClient): Promise<number | undefined> {
  const { data } = await api.GET('/credits').catch(() => ({ data: undefined }));
  return data?.available;
}

async function balanceLine(api: ApiClient, before: number | undefined): Promise<string> {
  const after = await availableCredits(api);
  return before === undefined || after === undefined ? '' : ` (balance ${before} → ${after})`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
