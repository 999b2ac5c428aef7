import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type ApiClient, createApiClient, type TemplateDocument } from '#libs/client';
import { answerOf } from './answer-of.js';
import { checkout } from './checkout.js';
import type { DataFolder, LocalAccess } from './data-folder.js';
import type { LocalSystem } from './local-system.js';
import { askOperator } from './operator-command.js';
import { startSampleServer, type SampleServer } from './sample-server.js';
import { assetsUrl, baseUrl, type Surroundings } from './service-environment.js';

const FIRST_CREDITS = 1_000;
/** In the sample's document this stands for the address its pictures are served at. */
const SAMPLE_ADDRESS = 'sample:/';

/** What the folder's database was given at its first start; `$DATA_DIR/seed.json`. */
interface Seed {
  org_id: string;
  api_key: string;
  read_key: string;
}

/** Written before the rest of the seed, so that an interrupted first start goes on where it was. */
interface StartedSeed {
  org_id: string;
  /** Of the grant: repeated with the same id, the credits are granted once. */
  transfer_id: string;
}

/** The sample template as stored; `$DATA_DIR/sample.json`. Its document names the address of the pictures. */
interface SampleTemplate {
  id: string;
  name: string;
  document_sha256: string;
  pictures_port: number;
}

/** What {@link prepareAccess} gives; `close` ends the sample's picture server. */
export interface PreparedAccess {
  readonly access: LocalAccess;
  close(): Promise<void>;
}

/**
 * Gives a ready system what a first caller needs, each thing once: an organization with 1,000 credits, a `read_write` and a
 * `read` key, the sample template. Serves the sample's pictures and writes `$DATA_DIR/local.json`.
 */
export async function prepareAccess(system: LocalSystem, folder: DataFolder): Promise<PreparedAccess> {
  const place = system.surroundings;
  const seed = await ensureSeed(place, folder);
  const base_url = baseUrl(place.port);
  const api = createApiClient({ baseUrl: base_url, apiKey: seed.api_key });
  const known = folder.read('sample.json') as SampleTemplate | undefined;
  const pictures = await startSampleServer(checkout('apps', 'local', 'sample'), known?.pictures_port);
  const template = await ensureSample(api, known, pictures);
  folder.write('sample.json', template);
  const access: LocalAccess = {
    base_url,
    assets_url: assetsUrl(place.port),
    org_id: seed.org_id,
    api_key: seed.api_key,
    read_key: seed.read_key,
    templates: [{ id: template.id, name: template.name }],
  };
  folder.write('local.json', access);
  return { access, close: () => pictures.close() };
}

/** The template already stored, unless the document or its pictures' address has changed since. */
async function ensureSample(
  api: ApiClient,
  known: SampleTemplate | undefined,
  pictures: SampleServer,
): Promise<SampleTemplate> {
  const text = readFileSync(checkout('apps', 'local', 'sample', 'template.json'), 'utf8');
  const document = text.replaceAll(SAMPLE_ADDRESS, `${pictures.url}/`);
  const document_sha256 = createHash('sha256').update(document).digest('hex');
  if (known?.document_sha256 === document_sha256) return known;
  const body = JSON.parse(document) as TemplateDocument;
  const { id, name } = await answerOf(api.POST('/templates', { body }));
  return { id, name, document_sha256, pictures_port: pictures.port };
}

async function ensureSeed(place: Surroundings, folder: DataFolder): Promise<Seed> {
  const known = folder.read('seed.json') as Seed | StartedSeed | undefined;
  if (known && 'api_key' in known) return known;
  const { org_id, transfer_id } = known ?? (await startSeed(place, folder));
  await askOperator(place, ['credits', 'grant', org_id, String(FIRST_CREDITS), '--transfer-id', transfer_id]);
  const keys = ['read_write', 'read'].map((kind) => askOperator(place, ['key', 'create', org_id, '--kind', kind]));
  const [write, read] = (await Promise.all(keys)) as { key: string }[];
  const seed: Seed = { org_id, api_key: write!.key, read_key: read!.key };
  folder.write('seed.json', seed);
  return seed;
}

async function startSeed(place: Surroundings, folder: DataFolder): Promise<StartedSeed> {
  const { id } = (await askOperator(place, ['organization', 'create', 'Local'])) as { id: string };
  const started: StartedSeed = { org_id: id, transfer_id: randomUUID() };
  folder.write('seed.json', started);
  return started;
}
