// node deploy/make-compose-files.mjs [folder]
//
// Writes two files that deploy/compose.yaml reads and git does not hold, into deploy/.data. compose.nats.conf has a NATS user
// for each service. compose.env has this machine's passwords, which later runs keep, and the SHA-256 of compose.nats.conf: when
// it changes, Compose starts NATS again.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const folder = process.argv[2] ?? join(HERE, '.data');
mkdirSync(folder, { recursive: true });
const permissions = JSON.parse(readFileSync(join(HERE, '../helm/framewright/files/nats-permissions.json'), 'utf8'));

const passwords = ['postgres', 's3', ...Object.keys(permissions)].map((name) => `${name.toUpperCase()}_PASSWORD`);
const known = knownSecrets();
const secrets = Object.fromEntries([
  ...passwords.map((name) => [name, known[name] ?? `p${randomBytes(20).toString('hex')}`]),
  ['WEBHOOK_SECRET_KEY', known.WEBHOOK_SECRET_KEY ?? randomBytes(32).toString('base64')],
]);
const users = Object.entries(permissions).map(([user, allowed]) => ({
  user,
  password: secrets[`${user.toUpperCase()}_PASSWORD`],
  permissions: allowed,
}));
const nats = {
  port: 4222,
  http_port: 8222,
  max_payload: 8 * 1024 * 1024,
  ping_interval: '5s',
  ping_max: 2,
  jetstream: { store_dir: '/data', sync_interval: 'always' },
  authorization: { users },
};
const natsConfig = `${JSON.stringify(nats, null, 2)}\n`;
write('compose.nats.conf', natsConfig);
const variables = { ...secrets, NATS_CONFIG_SHA256: createHash('sha256').update(natsConfig).digest('hex') };
write(
  'compose.env',
  Object.entries(variables)
    .map(([name, value]) => `${name}=${value}\n`)
    .join(''),
);

function knownSecrets() {
  const file = join(folder, 'compose.env');
  if (!existsSync(file)) return {};
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
}

/** Readable by its owner only; the NATS image runs as root, which can read it. */
function write(name, text) {
  writeFileSync(join(folder, name), text, { mode: 0o600 });
}
