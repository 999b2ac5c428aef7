import { createHash, randomUUID } from 'node:crypto';
import { type ApiClient, createApiClient, type TemplateDocument } from '#libs/client';
import { readResponse } from './read-response.js';
import type { DataFolder, LocalAccess } from './data-folder.js';
import type { LocalSystem } from './local-system.js';
import { askOperator } from './operator-command.js';
import { readSample, SAMPLE_NAMES, type SampleName, SAMPLES_FOLDER } from './samples.js';
import { startSampleServer, type SampleServer } from './sample-server.js';
import { assetsUrl, baseUrl, type Surroundings } from './service-environment.js';

const FIRST_CREDITS = 1_000;
/** Placeholder in the samples' documents for the address at which their pictures are served. */
const SAMPLE_ADDRESS = 'sample:/';

/** Contents that the folder's database was given at its first start; `$DATA_DIR/seed.json`. */
interface Seed {
  org_id: string;
  api_key: string;
  read_key: string;
}

/** Written before the rest of the seed, so that an interrupted first start continues where it stopped. */
interface StartedSeed {
  org_id: string;
  /** Id of the grant: repeated with the same id, the credits are granted once. */
  transfer_id: string;
}

/** The sample templates as stored; `$DATA_DIR/samples.json`. Their documents name the address of the pictures. */
interface StoredSamples {
  readonly pictures_port: number;
  readonly templates: Readonly<Record<SampleName, StoredSample>>;
}

interface StoredSample {
  readonly id: string;
  readonly name: string;
  readonly document_sha256: string;
}

/** Result of {@link prepareAccess}; `close` ends the samples' picture server. */
export interface PreparedAccess {
  readonly access: LocalAccess;
  close(): Promise<void>;
}

/**
 * Gives a ready system what a first caller needs, each thing once: an organization with 1,000 credits, a `read_write` and a
 * `read` key, the sample templates. Serves the samples' pictures and writes `$DATA_DIR/local.json`.
 */
export async function prepareAccess(system: LocalSystem, folder: DataFolder): Promise<PreparedAccess> {
  const place = system.surroundings;
  const seed = await ensureSeed(place, folder);
  const base_url = baseUrl(place.port);
  const api = createApiClient({ baseUrl: base_url, apiKey: seed.api_key });
  const known = folder.read('samples.json') as StoredSamples | undefined;
  const pictures = await startSampleServer(SAMPLES_FOLDER, known?.pictures_port);
  const templates = await ensureSamples(api, known?.templates, pictures);
  folder.write('samples.json', { pictures_port: pictures.port, templates } satisfies StoredSamples);
  const access: LocalAccess = {
    base_url,
    assets_url: assetsUrl(place.port),
    org_id: seed.org_id,
    api_key: seed.api_key,
    read_key: seed.read_key,
    templates: SAMPLE_NAMES.map((sample) => ({ id: templates[sample].id, name: templates[sample].name, sample })),
  };
  folder.write('local.json', access);
  return { access, close: () => pictures.close() };
}

async function ensureSamples(
  api: ApiClient,
  known: StoredSamples['templates'] | undefined,
  pictures: SampleServer,
): Promise<StoredSamples['templates']> {
  const ensure = (name: SampleName): Promise<StoredSample> =>
    ensureSample(api, { name, known: known?.[name] }, pictures);
  return { promo: await ensure('promo'), story: await ensure('story'), card: await ensure('card') };
}

/** The stored template of a sample; stored again if the document or the address of its pictures has changed. */
async function ensureSample(
  api: ApiClient,
  { name: sample, known }: { name: SampleName; known: StoredSample | undefined },
  pictures: SampleServer,
): Promise<StoredSample> {
  const text = readSample(sample, 'document');
  const document = text.replaceAll(SAMPLE_ADDRESS, `${pictures.url}/`);
  const document_sha256 = createHash('sha256').update(document).digest('hex');
  if (known?.document_sha256 === document_sha256) return known;
  const body = JSON.parse(document) as TemplateDocument;
  const { id, name } = await readResponse(api.POST('/templates', { body }));
  return { id, name, document_sha256 };
}

/**
 * A link that signs in as the first owner of the organization, once and within 15 minutes. The user who starts
 * the system operates it.
 */
export async function consoleLink(system: LocalSystem, { org_id }: LocalAccess): Promise<string> {
  const { url } = (await askOperator(system.surroundings, ['console-link', org_id, '--operator'])) as { url: string };
  return url;
}

async function ensureSeed(place: Surroundings, folder: DataFolder): Promise<Seed> {
  const known = folder.read('seed.json') as Seed | StartedSeed | undefined;
  if (known && 'api_key' in known) return known;
  const { org_id, transfer_id } = known ?? (await startSeed(place, folder));
  await askOperator(place, ['credits', 'grant', org_id, String(FIRST_CREDITS), '--transfer-id', transfer_id]);
  const keys = [
    { kind: 'read_write', name: 'npm start' },
    { kind: 'read', name: 'npm start, reads only' },
  ].map(({ kind, name }) => askOperator(place, ['key', 'create', org_id, '--kind', kind, '--name', name]));
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
