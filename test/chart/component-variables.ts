import { readFileSync } from 'node:fs';
import prettier from 'prettier';
import { parseAllDocuments } from 'yaml';
import { DatabaseConfig } from '#libs/database';
import { NatsConfig } from '#libs/messaging';
import { OutboxConfig } from '#libs/outbox';
import { type ConfigClass, ServiceConfig, variablesOf } from '#libs/runtime';
import { StorageConfig } from '#libs/storage';
import { CreditsConfig } from '../../apps/credits/src/credits.config.js';
import { SingleSignOnConfig } from '../../apps/gateway/src/accounts/single-sign-on/single-sign-on.config.js';
import { GatewayConfig } from '../../apps/gateway/src/gateway.config.js';
import { RendererConfig } from '../../apps/renderer/src/renderer.config.js';
import { VideosConfig } from '../../apps/videos/src/videos.config.js';
import { WebhooksConfig } from '../../apps/webhooks/src/webhooks.config.js';

const CHART = new URL('../../helm/framewright/', import.meta.url);

/** Configuration classes that each component of the chart reads from its environment. */
export const CONFIGS: Record<string, ConfigClass<object>[]> = {
  gateway: [ServiceConfig, NatsConfig, DatabaseConfig, StorageConfig, GatewayConfig, SingleSignOnConfig],
  videos: [ServiceConfig, NatsConfig, DatabaseConfig, StorageConfig, OutboxConfig, VideosConfig],
  credits: [ServiceConfig, NatsConfig, DatabaseConfig, OutboxConfig, CreditsConfig],
  webhooks: [ServiceConfig, NatsConfig, DatabaseConfig, OutboxConfig, WebhooksConfig],
  renderer: [ServiceConfig, NatsConfig, StorageConfig, RendererConfig],
  'renderer-gpu': [ServiceConfig, NatsConfig, StorageConfig, RendererConfig],
};

/** Variables that the platform or a library reads, not one of our classes. */
const FOREIGN = ['NODE_ENV', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'NVIDIA_DRIVER_CAPABILITIES'];

export interface RenderedObject {
  kind: string;
  metadata: { name: string };
  spec: { template: { spec: { containers: { env: { name: string; value?: string }[] }[] } } };
}

interface ObjectSchema {
  properties: Record<string, ObjectSchema>;
}

export const COMPONENTS = Object.keys(CONFIGS);
export const VALUES_SCHEMA = new URL('values.schema.json', CHART);

/** The variables of our configuration classes among `names`. */
export function ourVariables(names: readonly string[]): string[] {
  return names.filter((name) => !FOREIGN.includes(name));
}

/** The variables that a component's configuration reads, sorted. */
export function variablesOfComponent(component: string): string[] {
  return [...new Set(CONFIGS[component]!.flatMap((config) => variablesOf(config)))].sort();
}

/** The objects of a rendered example of the chart. */
export function objectsOfExample(example: string): RenderedObject[] {
  const text = readFileSync(new URL(`examples/${example}.yaml`, CHART), 'utf8');
  return parseAllDocuments(text).map((document) => document.toJS() as RenderedObject);
}

/** The variables that the chart's templates set for a component. */
export function variablesOfChart(component: string): string[] {
  const objects = ['production', 'gpu-beside-cpu'].flatMap(objectsOfExample);
  const deployment = objects.find(
    ({ kind, metadata }) => kind === 'Deployment' && metadata.name === `demo-framewright-${component}`,
  )!;
  return ourVariables(deployment.spec.template.spec.containers[0]!.env.map(({ name }) => name));
}

/** The variables that values may set for a component: `components.<name>.env`. */
export function variablesOfValues(component: string): string[] {
  return Object.keys(envOf(readSchema(), component).properties);
}

/** values.schema.json with every variable that the configuration reads and the chart's templates do not set. */
export function valuesSchema(): Promise<string> {
  const schema = readSchema();
  for (const component of COMPONENTS) {
    const byChart = variablesOfChart(component);
    const names = variablesOfComponent(component).filter((name) => !byChart.includes(name));
    const entries = names.map((name) => [name, { $ref: '#/$defs/value' } as unknown as ObjectSchema]);
    envOf(schema, component).properties = Object.fromEntries(entries) as ObjectSchema['properties'];
  }
  return prettier.format(JSON.stringify(schema, null, 2), { parser: 'json', printWidth: 120 });
}

function readSchema(): ObjectSchema {
  return JSON.parse(readFileSync(VALUES_SCHEMA, 'utf8')) as ObjectSchema;
}

function envOf(schema: ObjectSchema, component: string): ObjectSchema {
  return schema.properties['components']!.properties[component]!.properties['env']!;
}
