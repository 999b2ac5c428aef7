import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { loadConfig } from '#libs/runtime';
import { StorageConfig } from '#libs/storage';
import {
  COMPONENTS,
  objectsOfExample,
  ourVariables,
  valuesSchema,
  VALUES_SCHEMA,
  variablesOfChart,
  variablesOfComponent,
  variablesOfValues,
} from './component-variables.js';

const compose = parse(readFileSync(new URL('../../deploy/compose.yaml', import.meta.url), 'utf8'), { merge: true }) as {
  services: Record<string, { environment: Record<string, string> }>;
};

it.each(COMPONENTS)(
  'the environment of %s in the chart has every variable of its configuration, and no other',
  (component) => {
    const inChart = [...variablesOfChart(component), ...variablesOfValues(component)].sort();
    expect(inChart).toEqual(variablesOfComponent(component));
  },
);

it('values.schema.json has the variables that values may set (npm run generate:chart writes it)', async () => {
  expect(readFileSync(VALUES_SCHEMA, 'utf8')).toBe(await valuesSchema());
});

it.each(['production', 's3-by-identity', 'volume'])('services accept the storage address of %s', (example) => {
  const deployments = objectsOfExample(example).filter(({ kind }) => kind === 'Deployment');
  const addresses = deployments
    .flatMap(({ spec }) => spec.template.spec.containers[0]!.env)
    .flatMap(({ name, value }) => (name === 'STORAGE_URL' ? [value] : []));
  expect(addresses.length).toBeGreaterThanOrEqual(3);
  for (const STORAGE_URL of addresses) expect(() => loadConfig(StorageConfig, { STORAGE_URL })).not.toThrow();
});

describe('the environment in deploy/compose.yaml', () => {
  const services = COMPONENTS.filter((service) => service in compose.services);

  it.each(services)('of %s has no variable that is not of its configuration', (service) => {
    const set = ourVariables(Object.keys(compose.services[service]!.environment));
    expect(set.filter((name) => !variablesOfComponent(service).includes(name))).toEqual([]);
  });

  it('names the storage by an address that services accept', () => {
    for (const service of ['gateway', 'videos', 'renderer']) {
      const { STORAGE_URL } = compose.services[service]!.environment;
      expect(() => loadConfig(StorageConfig, { STORAGE_URL })).not.toThrow();
    }
  });
});
