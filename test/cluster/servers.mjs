import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../apps/local/bootstrap/paths.mjs';
import { until } from './until.mjs';

const NAMESPACE = 'servers';
const DOMAIN = `${NAMESPACE}.svc.cluster.local`;
const OWNERS = ['gateway', 'videos', 'credits', 'webhooks'];
const PERMISSIONS = JSON.parse(readFileSync(join(ROOT, 'helm/framewright/files/nats-permissions.json'), 'utf8'));

/**
 * PostgreSQL, NATS and an S3-compatible store as another team runs them: in a namespace of their own, with their data in
 * folders of the node. A release learns of them by Secrets alone.
 */
export class Servers {
  constructor(node) {
    this.node = node;
    this.password = passwords(['postgres', 's3', ...Object.keys(PERMISSIONS)]);
    this.sealingKey = randomBytes(32).toString('base64');
  }

  async start() {
    await this.node.apply([namespace(), ...this.configuration(), ...this.workloads()]);
    await this.untilReady();
  }

  untilReady() {
    const ready = ['wait', '--for=condition=Ready', 'pods', '--all', '--timeout=1s'];
    return until('the servers are ready', () => this.kubectl(...ready), 180_000);
  }

  kubectl(...args) {
    return this.node.kubectl('--namespace', NAMESPACE, ...args);
  }

  /** Takes a server away, and waits until it has gone, or has it come back with its data. */
  async scale(name, replicas) {
    await this.kubectl('scale', `statefulset/${name}`, `--replicas=${replicas}`);
    const isDone = async () => {
      const { status } = await this.node.api.get('statefulsets', name, NAMESPACE);
      return status.replicas === replicas && (status.readyReplicas ?? 0) === replicas;
    };
    await until(`there are ${replicas} of ${name}`, isDone, 120_000);
  }

  /** Runs a program in PostgreSQL's pod and returns what it prints. */
  inPostgresql(command, options) {
    const pod = ['--namespace', NAMESPACE, 'exec', '--stdin', 'statefulset/postgresql', '--'];
    return this.node.run(this.node.tools.kubectl, [...pod, ...command], options);
  }

  /**
   * Removes the owners' scripts: from its next start on an empty PostgreSQL has no role and no schema of the services.
   */
  withoutOwners() {
    return this.node.apply([ownersOf({ 'owners.sql': '', 'make-owners.sh': '' })]);
  }

  /** The Secrets that ci/production.yaml names. */
  secrets(namespace) {
    const database = (user) =>
      `postgresql://framewright_${user}:${this.password[user]}@postgresql.${DOMAIN}:5432/framewright`;
    const nats = (user) => `nats://${user}:${this.password[user]}@nats.${DOMAIN}:4222`;
    const services = Object.fromEntries(
      OWNERS.map((user) => [user, { DATABASE_URL: database(user), NATS_URL: nats(user) }]),
    );
    services.webhooks.WEBHOOK_SECRET_KEY = this.sealingKey;
    const contents = {
      ...services,
      renderer: { NATS_URL: nats('renderer') },
      streams: { NATS_URL: nats('streams') },
      scaler: { DATABASE_URL: database('videos') },
      s3: { AWS_ACCESS_KEY_ID: 'framewright', AWS_SECRET_ACCESS_KEY: this.password.s3 },
    };
    return Object.entries(contents).map(([name, data]) => secret(`framewright-${name}`, namespace, data));
  }

  configuration() {
    const file = (path) => readFileSync(join(ROOT, path), 'utf8');
    const variables = OWNERS.map((user) => [`${user.toUpperCase()}_PASSWORD`, this.password[user]]);
    return [
      secret('postgresql', NAMESPACE, {
        POSTGRES_DB: 'framewright',
        POSTGRES_PASSWORD: this.password.postgres,
        ...Object.fromEntries(variables),
      }),
      secret('s3', NAMESPACE, { ROOT_ACCESS_KEY: 'framewright', ROOT_SECRET_KEY: this.password.s3 }),
      secret('nats', NAMESPACE, { 'nats.conf': JSON.stringify(this.natsConfiguration()) }),
      ownersOf({
        'owners.sql': file('helm/framewright/files/owners.sql'),
        'make-owners.sh': file('deploy/make-owners.sh'),
      }),
    ];
  }

  natsConfiguration() {
    const users = Object.entries(PERMISSIONS).map(([user, permissions]) => ({
      user,
      password: this.password[user],
      permissions,
    }));
    return {
      port: 4222,
      http_port: 8222,
      max_payload: 8 * 1024 * 1024,
      ping_interval: '5s',
      ping_max: 2,
      jetstream: { store_dir: '/data' },
      authorization: { users },
    };
  }

  workloads() {
    const postgresql = {
      image: 'postgres:15-bookworm', // the oldest version that is supported; embedded servers are the newest
      envFrom: [{ secretRef: { name: 'postgresql' } }],
      readinessProbe: probe({ exec: { command: ['pg_isready', '--host', '127.0.0.1', '--username', 'postgres'] } }),
      volumeMounts: [
        { name: 'data', mountPath: '/var/lib/postgresql' },
        { name: 'configuration', mountPath: '/owners.sql', subPath: 'owners.sql' },
        { name: 'configuration', mountPath: '/docker-entrypoint-initdb.d/make-owners.sh', subPath: 'make-owners.sh' },
      ],
    };
    const nats = {
      image: 'nats:2.12.2-alpine',
      args: ['--config', '/etc/nats/nats.conf'],
      readinessProbe: probe({ httpGet: { path: '/healthz', port: 8222 } }),
      volumeMounts: [
        { name: 'data', mountPath: '/data' },
        { name: 'configuration', mountPath: '/etc/nats' },
      ],
    };
    const s3 = {
      image: 'versity/versitygw:v1.8.0',
      command: ['sh', '-c', 'mkdir -p /data/framewright && exec versitygw "$@"', 's3'],
      args: ['--port', ':7070', '--health', '/health', '--quiet', 'posix', '/data'],
      envFrom: [{ secretRef: { name: 's3' } }],
      readinessProbe: probe({ httpGet: { path: '/health', port: 7070 } }),
      volumeMounts: [{ name: 'data', mountPath: '/data' }],
    };
    return [
      ...this.server('postgresql', [5432], postgresql, { configMap: { name: 'postgresql' } }),
      ...this.server('nats', [4222, 8222], nats, { secret: { secretName: 'nats' } }),
      ...this.server('s3', [7070], s3, { emptyDir: {} }),
    ];
  }

  server(name, ports, container, configuration) {
    const metadata = { name, namespace: NAMESPACE };
    const labels = { app: name };
    const path = join(this.node.folder, 'servers', name);
    mkdirSync(path, { recursive: true });
    const volumes = [
      { name: 'data', hostPath: { path } },
      { name: 'configuration', ...configuration },
    ];
    const spec = {
      automountServiceAccountToken: false,
      terminationGracePeriodSeconds: 10,
      containers: [{ name, ...container }],
      volumes,
    };
    return [
      {
        apiVersion: 'v1',
        kind: 'Service',
        metadata,
        spec: { selector: labels, ports: ports.map((port) => ({ name: `port-${port}`, port })) },
      },
      {
        apiVersion: 'apps/v1',
        kind: 'StatefulSet',
        metadata,
        spec: {
          serviceName: name,
          replicas: 1,
          selector: { matchLabels: labels },
          template: { metadata: { labels }, spec },
        },
      },
    ];
  }
}

/** The scripts that PostgreSQL's image runs when it makes the database. */
function ownersOf(data) {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'postgresql', namespace: NAMESPACE }, data };
}

function namespace() {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } };
}

function secret(name, namespace, stringData) {
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace }, stringData };
}

function probe(check) {
  return { ...check, periodSeconds: 2, timeoutSeconds: 5, failureThreshold: 30 };
}

/** Passwords that begin with a letter, because nats-server reads "12e4" as a number. */
function passwords(users) {
  return Object.fromEntries(users.map((user) => [user, `p${randomBytes(20).toString('hex')}`]));
}
