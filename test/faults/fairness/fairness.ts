import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { type ApiClient, createApiClient, type TemplateDocument, unwrap } from '#libs/client';
import { eventually, serve, startSystem, type TestSystem } from '#libs/testing';
import { movingDocument } from '../../e2e/steps.ts';
import { untilFree } from '../../e2e/render-steps.ts';
import { judgeFairness, p95 } from './judge-fairness.ts';

const ORGANIZATIONS = 20;
/** Share of one organization in all short videos. */
const BIG_SHARE = 0.8;
/** Seconds of a page of the long video. A document has at most 50 pages. */
const PAGE_S = 60;
const SETUPS_AT_ONCE = 2;
const PATIENCE = { timeoutMs: 3_600_000, everyMs: 1_000 };
/** A PNG of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Sizes {
  videos: number;
  seconds: number;
  slots: number;
  waitS: number;
}

/**
 * `npm run faults -- fairness [--videos 1000] [--seconds 1800] [--slots 16] [--wait 6]`: short videos of 20 organizations, four
 * fifths of them of a single one, and one long video. First the others' videos alone, then the long one alone, then everything at
 * once. Prints how long the others wait and the long one takes. Each short video waits for a picture, so that a machine needs
 * fewer cores than it has slots. Exits with 1 when the two delay the others, or the others the long one, by too much.
 */
export async function fairness(options: readonly string[]): Promise<void> {
  const sizes = sizesOf(options);
  const pictures = await serve((_request, response) => {
    void delay(sizes.waitS * 1_000).then(() => response.writeHead(200, { 'content-type': 'image/png' }).end(PICTURE));
  });
  const system = await startSystem({
    RENDER_SLOTS: String(sizes.slots),
    ORG_MAX_AT_ONCE: String(Math.max(1, Math.floor(sizes.slots / 4))),
    RATE_LIMIT_PER_MINUTE: '1000000',
  });
  try {
    await compare(await Campaign.prepare(system, sizes, pictures.url), sizes);
  } finally {
    await Promise.all([system.stop(), pictures.stop()]);
  }
}

async function compare(campaign: Campaign, sizes: Sizes): Promise<void> {
  const others = await campaign.submitOthers();
  const waitsAlone = await campaign.waitsOf(others);
  print(`the others alone: p95 wait ${p95(waitsAlone).toFixed(1)} s of ${waitsAlone.length} videos`);
  const longAlone = await campaign.secondsOf(await campaign.submitLong('alone'));
  print(`the long one alone: ${longAlone?.toFixed(1)} s`);
  await campaign.submitBig();
  const long = await campaign.submitLong('beside');
  const waitsBeside = await campaign.waitsOf(await campaign.submitOthers());
  print(`the others beside the two: p95 wait ${p95(waitsBeside).toFixed(1)} s`);
  const longBeside = await campaign.secondsOf(long);
  print(`the long one of ${sizes.seconds} s beside the others: ${longBeside?.toFixed(1)} s`);
  const broken = judgeFairness({
    waitsS: { alone: waitsAlone, beside: waitsBeside },
    longS: { alone: longAlone, beside: longBeside },
  });
  for (const sentence of broken) print(`BROKEN ${sentence}`);
  process.exitCode = broken.length === 0 ? 0 : 1;
}

function sizesOf(options: readonly string[]): Sizes {
  const { values } = parseArgs({
    args: [...options],
    options: {
      videos: { type: 'string', default: '1000' },
      seconds: { type: 'string', default: '1800' },
      slots: { type: 'string', default: '16' },
      wait: { type: 'string', default: '6' },
    },
  });
  const { videos, seconds, slots, wait } = values;
  return { videos: Number(videos), seconds: Number(seconds), slots: Number(slots), waitS: Number(wait) };
}

interface Organization {
  client: ApiClient;
  template: string;
}

const SHORT = {
  name: 'Short',
  width: 64,
  height: 64,
  pages: [
    { number: 1, duration: 0.5, layers: [{ name: 'picture', type: 'image', source_url: 'https://example.com/' }] },
  ],
};

/** Pages on which everything moves. */
function longDocument(name: string, seconds: number): TemplateDocument {
  const { pages, ...rest } = movingDocument(PAGE_S, { width: 1280, height: 720 }) as TemplateDocument;
  const numbers = Array.from({ length: Math.ceil(seconds / PAGE_S) }, (_, n) => n + 1);
  return { ...rest, name, pages: numbers.map((number) => ({ ...pages[0]!, number })) };
}

/** The organizations, and what they submit. */
class Campaign {
  private requested = 0;
  private readonly system: TestSystem;
  private readonly sizes: Sizes;
  private readonly pictures: string;
  /** The organization with most videos, the one with the long video, and the others. */
  private readonly organizations: readonly Organization[];

  private constructor(system: TestSystem, sizes: Sizes, pictures: string, organizations: readonly Organization[]) {
    this.system = system;
    this.sizes = sizes;
    this.pictures = pictures;
    this.organizations = organizations;
  }

  static async prepare(system: TestSystem, sizes: Sizes, pictures: string): Promise<Campaign> {
    const credits = 2 * (sizes.videos + sizes.seconds);
    const places = Array.from({ length: ORGANIZATIONS + 1 }, (_, place) => place);
    const organizations = await pLimit(SETUPS_AT_ONCE).map(places, (place) => arrive(system, place, credits));
    await untilFree(system, sizes.slots);
    return new Campaign(system, sizes, pictures, organizations);
  }

  submitBig(): Promise<string> {
    return this.submit(this.organizations[0]!, Math.round(BIG_SHARE * this.sizes.videos));
  }

  /** @returns the batches */
  submitOthers(): Promise<string[]> {
    const each = Math.ceil(((1 - BIG_SHARE) * this.sizes.videos) / (ORGANIZATIONS - 1));
    return Promise.all(this.organizations.slice(2).map((one) => this.submit(one, each)));
  }

  /** Submits a long video of a template of its own, so that nothing is known of its costs. @returns its id */
  async submitLong(name: string): Promise<string> {
    const { client } = this.organizations[1]!;
    const { id } = await unwrap(client.POST('/templates', { body: longDocument(name, this.sizes.seconds) }));
    return (await unwrap(client.POST('/videos', { body: { template_id: id, format: 'mp4', fps: 30 } }))).id;
  }

  /** Waits for the end of batches and returns how long their videos waited for a renderer, s; null for one that failed. */
  async waitsOf(batches: readonly string[]): Promise<(number | null)[]> {
    return eventually(async () => {
      const rows = await this.system.query<{ status: string; waited: number | null }>(
        'videos',
        `SELECT status, extract(epoch FROM started_at - created_at)::float8 AS waited FROM videos WHERE batch_id = ANY ($1)`,
        [batches],
      );
      if (rows.some(({ status }) => status === 'PROCESSING')) throw new Error('videos are PROCESSING');
      return rows.map(({ status, waited }) => (status === 'COMPLETED' ? waited : null));
    }, PATIENCE);
  }

  /** Waits for the end of a video and returns how long it took, s; null if it failed. */
  async secondsOf(id: string): Promise<number | null> {
    return eventually(async () => {
      const [row] = await this.system.query<{ status: string; took: number | null }>(
        'videos',
        `SELECT status, extract(epoch FROM finished_at - created_at)::float8 AS took FROM videos WHERE id = $1`,
        [id],
      );
      if (row?.status === 'PROCESSING') throw new Error('the video is PROCESSING');
      return row?.status === 'COMPLETED' ? row.took : null;
    }, PATIENCE);
  }

  private async submit({ client, template: template_id }: Organization, count: number): Promise<string> {
    const rows = Array.from({ length: count }, () => ({
      '1.picture.source_url': `${this.pictures}/${(this.requested += 1)}.png`, // none is fetched twice
    }));
    return (await unwrap(client.POST('/batches', { body: { template_id, format: 'mp4', rows } }))).id;
  }
}

async function arrive(system: TestSystem, place: number, credits: number): Promise<Organization> {
  const { id } = (await system.operator('organization', 'create', `Organization ${place}`)) as { id: string };
  const { key: apiKey } = (await system.operator('key', 'create', id)) as { key: string };
  await system.operator('credits', 'grant', id, String(credits));
  const client = createApiClient({ baseUrl: system.baseUrl, apiKey });
  const template = await unwrap(client.POST('/templates', { body: SHORT as TemplateDocument }));
  return { client, template: template.id };
}

function print(words: string): void {
  process.stdout.write(`  ${words}\n`);
}
