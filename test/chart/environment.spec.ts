import { describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { DatabaseConfig } from '#libs/database';
import { NatsConfig } from '#libs/messaging';
import { NetGuardConfig } from '#libs/net-guard';
import { type ConfigClass, ServiceConfig, variablesOf } from '#libs/runtime';
import { StorageConfig } from '#libs/storage';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config.js';
import { RendererConfig } from '../../apps/renderer/src/renderer.config.js';
import { VideosConfig } from '../../apps/videos/src/videos.config.js';
import { WebhooksConfig } from '../../apps/webhooks/src/webhooks.config.js';

const CHART = new URL('../../helm/framewright/', import.meta.url);
const chart = (path: string) => readFileSync(new URL(path, CHART), 'utf8');

/** What each component of the chart reads from its environment. */
const CONFIGS: Record<string, ConfigClass<object>[]> = {
  gateway: [ServiceConfig, NatsConfig, DatabaseConfig, StorageConfig, GatewayConfig],
  videos: [ServiceConfig, NatsConfig, DatabaseConfig, StorageConfig, VideosConfig],
  credits: [ServiceConfig, NatsConfig, DatabaseConfig],
  webhooks: [ServiceConfig, NatsConfig, DatabaseConfig, NetGuardConfig, WebhooksConfig],
  renderer: [ServiceConfig, NatsConfig, StorageConfig, RendererConfig],
  'renderer-gpu': [ServiceConfig, NatsConfig, StorageConfig, RendererConfig],
};

/** Read by the platform or a library, not by a class of ours. */
const NOT_OURS = ['NODE_ENV', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'NVIDIA_DRIVER_CAPABILITIES'];

interface Rendered {
  kind: string;
  metadata: { name: string };
  spec: { template: { spec: { containers: { env: { name: string }[] }[] } } };
}

const objects = ['production', 'gpu-beside-cpu'].flatMap((example) =>
  parseAllDocuments(chart(`examples/${example}.yaml`)).map((document) => document.toJS() as Rendered),
);

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

function letSet(component: string, names: string[]): void {
  const properties = Object.fromEntries(
    names.map((name) => [name, { $ref: '#/$defs/value' } as unknown as ObjectSchema]),
  );
  settable(component).properties = properties;
  writeFileSync(SCHEMA, `${JSON.stringify(schema, null, 2)}\n`);
}
