import { describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { parse, parseAllDocuments } from 'yaml';
import { DatabaseConfig } from '#libs/database';
import { NatsConfig } from '#libs/messaging';
import { NetGuardConfig } from '#libs/net-guard';
import { OutboxConfig } from '#libs/outbox';
import { type ConfigClass, loadConfig, ServiceConfig, variablesOf } from '#libs/runtime';
import { StorageConfig } from '#libs/storage';
import { CreditsConfig } from '../../apps/credits/src/credits.config.js';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config.js';
import { RendererConfig } from '../../apps/renderer/src/renderer.config.js';
import { VideosConfig } from '../../apps/videos/src/videos.config.js';
import { WebhooksConfig } from '../../apps/webhooks/src/webhooks.config.js';

const CHART = new URL('../../helm/framewright/', import.meta.url);
const chart = (path: string) => readFileSync(new URL(path, CHART), 'utf8');

/** What each component of the chart reads from its environment. */
const CONFIGS: Record<string, ConfigClass<object>[]> = {
  gateway: [ServiceConfig, NatsConfig, DatabaseConfig, StorageConfig, GatewayConfig],
  videos: [ServiceConfig, NatsConfig, DatabaseConfig, StorageConfig, OutboxConfig, VideosConfig],
  credits: [ServiceConfig, NatsConfig, DatabaseConfig, OutboxConfig, CreditsConfig],
  webhooks: [ServiceConfig, NatsConfig, DatabaseConfig, OutboxConfig, NetGuardConfig, WebhooksConfig],
  renderer: [ServiceConfig, NatsConfig, StorageConfig, RendererConfig],
  'renderer-gpu': [ServiceConfig, NatsConfig, StorageConfig, RendererConfig],
};

/** Read by the platform or a library, not by a class of ours. */
const NOT_OURS = ['NODE_ENV', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'NVIDIA_DRIVER_CAPABILITIES'];

interface Rendered {
  kind: string;
  metadata: { name: string };
  spec: { template: { spec: { containers: { env: { name: string; value?: string }[] }[] } } };
}

const objectsOf = (example: string) =>
  parseAllDocuments(chart(`examples/${example}.yaml`)).map((document) => document.toJS() as Rendered);
const objects = ['production', 'gpu-beside-cpu'].flatMap(objectsOf);

const compose = parse(readFileSync(new URL('../../deploy/compose.yaml', import.meta.url), 'utf8'), { merge: true }) as {
  services: Record<string, { environment: Record<string, string> }>;
};

/** The variables that the chart sets by itself. */
function setByChart(component: string): string[] {
  const deployment = objects.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `demo-framewright-${component}`,
  )!;
  const { env } = deployment.spec.template.spec.containers[0]!;
  return env.map(({ name }) => name).filter((name) => !NOT_OURS.includes(name));
}

interface ObjectSchema {
  properties: Record<string, ObjectSchema>;
}

const SCHEMA = new URL('values.schema.json', CHART);
const schema = JSON.parse(chart('values.schema.json')) as ObjectSchema;

/** The schema of the variables that values may set. */
function settable(component: string): ObjectSchema {
  return schema.properties['components']!.properties[component]!.properties['env']!;
}

describe.each(Object.keys(CONFIGS))('the environment of %s in the chart', (component) => {
  const variables = [...new Set(CONFIGS[component]!.flatMap((config) => variablesOf(config)))].sort();

  it('has every variable of its configuration, and no other (UPDATE_CHART=1 lets values set what the chart does not)', () => {
    const own = setByChart(component);
    if (process.env['UPDATE_CHART'] === '1')
      letSet(
        component,
        variables.filter((name) => !own.includes(name)),
      );
    expect([...own, ...Object.keys(settable(component).properties)].sort()).toEqual(variables);
  });
});

it.each(['production', 's3-by-identity', 'volume'])('services understand where %s keeps files', (example) => {
  const deployments = objectsOf(example).filter(({ kind }) => kind === 'Deployment');
  const addresses = deployments
    .flatMap(({ spec }) => spec.template.spec.containers[0]!.env)
    .flatMap(({ name, value }) => (name === 'STORAGE_URL' ? [value] : []));
  expect(addresses.length).toBeGreaterThanOrEqual(3);
  for (const STORAGE_URL of addresses) expect(() => loadConfig(StorageConfig, { STORAGE_URL })).not.toThrow();
});

describe('the environment in deploy/compose.yaml', () => {
  const services = Object.keys(CONFIGS).filter((service) => service in compose.services);

  it.each(services)('of %s has no variable that is not of its configuration', (service) => {
    const variables = CONFIGS[service]!.flatMap((config) => variablesOf(config));
    const set = Object.keys(compose.services[service]!.environment);
    expect(set.filter((name) => !variables.includes(name) && !NOT_OURS.includes(name))).toEqual([]);
  });

  it('says where files are in words that services understand', () => {
    for (const service of ['gateway', 'videos', 'renderer']) {
      const { STORAGE_URL } = compose.services[service]!.environment;
      expect(() => loadConfig(StorageConfig, { STORAGE_URL })).not.toThrow();
    }
  });
});

function letSet(component: string, names: string[]): void {
  const properties = Object.fromEntries(
    names.map((name) => [name, { $ref: '#/$defs/value' } as unknown as ObjectSchema]),
  );
  settable(component).properties = properties;
  writeFileSync(SCHEMA, `${JSON.stringify(schema, null, 2)}\n`);
}
