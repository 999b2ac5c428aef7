// node test/chart/try-api-server.mjs — by hand; needs etcd (Debian: etcd-server) and, once, some minutes to build.
//
// A real API server on this machine, with a namespace that enforces Pod Security "restricted": every object of every value
// set is accepted by server-side apply without a warning, and every pod template as a pod. There are no controllers and no
// nodes, so nothing runs.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import YAML from 'yaml';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { UserError } from '../../apps/local/bootstrap/user-error.mjs';
import { findGo } from '../tools/go.mjs';
import { podTemplateOf } from './restricted.mjs';
import { CUSTOM_RESOURCES } from './schema-sources.mjs';
import { ensureTools } from '../tools/tools.mjs';
import { identity, render, valueSets } from './value-sets.mjs';

const run = promisify(execFile);
const NAMESPACE = 'framewright';
/** Kubernetes is large. */
const BUILD_TIMEOUT_MS = 40 * 60_000;
const START_TIMEOUT_MS = 120_000;
/** Plurals of kinds that are not made by adding one s. */
const PLURALS = {
  NetworkPolicy: 'networkpolicies',
  Ingress: 'ingresses',
  PriorityClass: 'priorityclasses',
  RuntimeClass: 'runtimeclasses',
};
const token = randomBytes(16).toString('hex');
const folder = mkdtempSync(join(tmpdir(), 'framewright-api-'));
const children = [];
let port;

try {
  process.exitCode = (await main()) === 0 ? 0 : 1;
} catch (error) {
  report(error instanceof UserError ? error.message : `${error.stack}\n${lastWords()}`);
  process.exitCode = 1;
} finally {
  for (const child of children.reverse()) {
    child.kill('SIGTERM');
    if (child.exitCode === null) await Promise.race([once(child, 'exit'), delay(15_000)]);
  }
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  const { helm, 'kube-apiserver': apiServer } = await ensureTools(['helm', 'kubernetes'], BUILD_TIMEOUT_MS);
  await startApiServer(apiServer);
  await prepare();
  await checkThatItRefuses();
  let [accepted, refused] = [0, 0];
  for (const set of valueSets()) {
    for (const object of withPods(await render(helm, set))) {
      const faults = await apply(object);
      if (faults.length === 0) accepted += 1;
      else refused += 1;
      for (const fault of faults) report(`${set.name}: ${identity(object)}: ${fault}`);
    }
  }
  report(`${accepted} objects accepted without a warning, ${refused} refused`);
  return refused;
}

async function startApiServer(program) {
  const { freePort } = await import('../../dist/libs/embedded/src/index.js');
  const [client, peer] = [await freePort(), await freePort()];
  port = await freePort();
  const url = (at) => `http://127.0.0.1:${at}`;
  start('etcd', [
    ...['--data-dir', join(folder, 'etcd'), '--name', 'only'],
    ...['--listen-client-urls', url(client), '--advertise-client-urls', url(client)],
    ...['--listen-peer-urls', url(peer), '--initial-advertise-peer-urls', url(peer)],
    ...['--initial-cluster', `only=${url(peer)}`],
  ]);
  const key = join(folder, 'accounts.key');
  await run('openssl', ['genrsa', '-out', key, '2048']);
  const tokens = join(folder, 'tokens.csv');
  writeFileSync(tokens, `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  start(program, [
    ...['--etcd-servers', url(client), '--bind-address', '127.0.0.1', '--secure-port', String(port)],
    ...['--cert-dir', join(folder, 'certificates'), '--token-auth-file', tokens, '--authorization-mode', 'RBAC'],
    ...['--service-account-issuer', 'https://kubernetes.default.svc', '--service-account-key-file', key],
    ...['--service-account-signing-key-file', key, '--service-cluster-ip-range', '10.0.0.0/16'],
    ...['--disable-admission-plugins', 'ServiceAccount'], // no controller makes the accounts' tokens
  ]);
  const deadline = Date.now() + START_TIMEOUT_MS;
  while ((await call('GET', '/readyz').catch(() => ({}))).status !== 200) {
    if (Date.now() > deadline || children.some(({ exitCode }) => exitCode !== null)) {
      throw new UserError(`The API server did not start.\n${lastWords()}`);
    }
    await delay(500);
  }
}

function start(program, args) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const log = createWriteStream(join(folder, 'servers.log'), { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  child.on('error', (error) => log.write(`${program}: ${error.message}\n`));
  children.push(child);
}

function lastWords() {
  const log = join(folder, 'servers.log');
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-12).join('\n') : '';
}

/** Makes the namespace, the objects that the chart's objects refer to by name, and the custom resources. */
async function prepare() {
  const { go } = await findGo();
  const definitions = [];
  for (const [module, files] of Object.entries(CUSTOM_RESOURCES)) {
    const { stdout } = await run(go, ['mod', 'download', '-json', module]);
    for (const file of files) definitions.push(YAML.parse(readFileSync(join(JSON.parse(stdout).Dir, file), 'utf8')));
  }
  const enforce = {
    'pod-security.kubernetes.io/enforce': 'restricted',
    'pod-security.kubernetes.io/warn': 'restricted',
  };
  const needed = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE, labels: enforce } },
    { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'front' }, value: 1000 },
    { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'nvidia' }, handler: 'nvidia' },
    ...definitions,
  ];
  for (const object of needed) {
    const [fault] = await apply(object);
    if (fault) throw new UserError(`${identity(object)}: ${fault}`);
  }
  for (const { spec } of definitions) {
    const path = `/apis/${spec.group}/${spec.versions.find(({ storage }) => storage).name}/${spec.names.plural}`;
    while ((await call('GET', path)).status !== 200) await delay(300);
  }
}

/** The objects, and a pod of each template, with what a StatefulSet's controller would add to it. */
function withPods(objects) {
  const pods = objects.flatMap((object) => {
    const template = podTemplateOf(object);
    if (!template) return [];
    const name = `${object.kind}-${object.metadata.name}`.toLowerCase();
    const claimed = (object.spec.volumeClaimTemplates ?? []).map(({ metadata }) => ({
      name: metadata.name,
      emptyDir: {},
    }));
    const spec = { ...template.spec, volumes: [...template.spec.volumes, ...claimed] };
    return [{ apiVersion: 'v1', kind: 'Pod', metadata: { ...template.metadata, name, namespace: NAMESPACE }, spec }];
  });
  return [...objects, ...pods];
}

/** Checks that the namespace refuses a pod with more rights than ours; otherwise the rest would prove nothing. */
async function checkThatItRefuses() {
  const spec = { containers: [{ name: 'any', image: 'any' }] };
  const faults = await apply({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'any', namespace: NAMESPACE }, spec });
  if (!/violates PodSecurity/.test(faults.join())) throw new UserError('The namespace does not enforce "restricted".');
}

/** Server-side apply. @returns the refusal and every warning */
async function apply(object) {
  const { apiVersion, kind, metadata } = object;
  const root = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const within = metadata.namespace ? `/namespaces/${metadata.namespace}` : '';
  const plural = PLURALS[kind] ?? `${kind.toLowerCase()}s`;
  const query = 'fieldManager=check&force=true&fieldValidation=Strict';
  const dry = metadata.namespace ? '&dryRun=All' : ''; // each set stands for itself; all validation and admission runs
  const { status, warnings, body } = await call(
    'PATCH',
    `${root}${within}/${plural}/${metadata.name}?${query}${dry}`,
    object,
  );
  return [...(status < 300 ? [] : [`${status} ${body.slice(0, 400)}`]), ...warnings];
}

async function call(method, path, object) {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/apply-patch+yaml' };
  // The server makes its certificate itself, for this run.
  const sent = request({ host: '127.0.0.1', port, path, method, headers, rejectUnauthorized: false });
  sent.end(object && JSON.stringify(object));
  const [response] = await once(sent, 'response');
  const chunks = [];
  for await (const chunk of response) chunks.push(chunk);
  const warnings = [response.headers.warning ?? []].flat();
  return { status: response.statusCode, warnings, body: Buffer.concat(chunks).toString() };
}
