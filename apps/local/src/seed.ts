import { readFileSync } from 'node:fs';
import { callApi } from './api-client.js';
import { checkout } from './checkout.js';
import type { DataFolder, LocalAccess } from './data-folder.js';
import type { LocalSystem } from './local-system.js';
import { askOperator } from './operator-command.js';
import { startSampleServer } from './sample-server.js';
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

/** The sample template as stored; its document names the pictures' address, so another address makes another template. */
interface SampleTemplate {
  id: string;
  name: string;
  pictures_url: string;
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
  const known = folder.read('sample.json') as SampleTemplate | undefined;
  const pictures = await startSampleServer(checkout('apps', 'local', 'sample'), known?.pictures_port);
  const api = { baseUrl: baseUrl(place.port), key: seed.api_key };
  let template = known;
  if (template?.pictures_url !== pictures.url) {
    const document = readFileSync(checkout('apps', 'local', 'sample', 'template.json'), 'utf8');
    const body = JSON.parse(document.replaceAll(SAMPLE_ADDRESS, `${pictures.url}/`)) as { name: string };
    const created = (await callApi(api, 'POST', '/templates', body)) as { id: string };
    template = { id: created.id, name: body.name, pictures_url: pictures.url, pictures_port: pictures.port };
    folder.write('sample.json', template);
  }
  const access: LocalAccess = {
    base_url: api.baseUrl,
    assets_url: assetsUrl(place.port),
    ...seed,
    templates: [{ id: template.id, name: template.name }],
  };
  folder.write('local.json', access);
  return { access, close: () => pictures.close() };
}

async function ensureSeed(place: Surroundings, folder: DataFolder): Promise<Seed> {
  const known = folder.read('seed.json') as Seed | undefined;
  if (known) return known;
  const org = (await askOperator(place, ['organization', 'create', 'Local'])) as { id: string };
  await askOperator(place, ['credits', 'grant', org.id, String(FIRST_CREDITS)]);
  const keys = ['read_write', 'read'].map((kind) => askOperator(place, ['key', 'create', org.id, '--kind', kind]));
  const [write, read] = (await Promise.all(keys)) as { key: string }[];
  const seed: Seed = { org_id: org.id, api_key: write!.key, read_key: read!.key };
  folder.write('seed.json', seed);
  return seed;
}
