import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { DatabaseConfig } from '#libs/database';
import { NatsConfig } from '#libs/messaging';
import { OutboxConfig } from '#libs/outbox';
import { type ConfigClass, ServiceConfig, variableOf, variablesOf } from '#libs/runtime';
import { StorageConfig } from '#libs/storage';
import { CONFIGS } from './component-variables.js';

const APPS = path.join(import.meta.dirname, '../../apps');
/**
 * Classes whose variables are explained once, in apps/README.md. Those of other classes are explained by each service
 * that has them.
 */
const SHARED: readonly ConfigClass<object>[] = [ServiceConfig, NatsConfig, DatabaseConfig, StorageConfig, OutboxConfig];
const SERVICES = Object.keys(CONFIGS).filter((service) => service !== 'renderer-gpu');
/** Variables whose default depends on the machine and is stated in words. */
const COMPUTED: ReadonlySet<string> = new Set([
  'RENDER_SLOTS',
  'WORK_DIR',
  'WORK_DIR_BYTES',
  'SLOT_MAX_MEMORY_BYTES',
  'DNS_SERVERS',
]);

/** The rows of a README's table of variables, by the names of its columns. */
function rowsOf(readme: string): Record<string, string>[] {
  const lines = readFileSync(path.join(APPS, readme), 'utf8').split('\n');
  const start = lines.findIndex((line) => /^\| variable +\|/.test(line));
  expect(start).toBeGreaterThan(0);
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  const cellsOf = (line: string) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('`', ''));
  const names = cellsOf(lines[start]!);
  return lines
    .slice(start + 2, end < 0 ? undefined : end)
    .map((line) => Object.fromEntries(cellsOf(line).map((cell, at) => [names[at]!, cell])));
}

/** Every variable of the classes with its default, as a README states it. */
function defaultsOf(configs: readonly ConfigClass<object>[]): Record<string, string> {
  return Object.fromEntries(
    configs.flatMap((config) => {
      const values = new Map(
        Object.entries(new config()).map(([property, value]) => [variableOf(property), String(value)]),
      );
      return variablesOf(config).map((name) => [
        name,
        COMPUTED.has(name) ? 'in words' : statedAs(values.get(name), name),
      ]);
    }),
  );
}

/** The variables that may stay unset without a default. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'HEALTH_PORT',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_ORGANIZATION_ID',
]);

function statedAs(value: string | undefined, name: string): string {
  if (value === undefined) return OPTIONAL.has(name) ? 'none' : 'required';
  return value === '' ? 'none' : value;
}

/** Every variable with its default, from a README's rows. */
function statedDefaults(rows: readonly Record<string, string>[]): Record<string, string> {
  return Object.fromEntries(
    rows.map(({ variable = '', default: stated = '' }) => [
      variable,
      COMPUTED.has(variable) ? (stated === '' ? '' : 'in words') : stated.replaceAll(',', ''),
    ]),
  );
}

const hasMeaning = ({ meaning = '' }: Record<string, string>) => meaning.length > 3;

describe.each(SERVICES)('the README of %s', (service) => {
  const rows = rowsOf(`${service}/README.md`);

  it('explains every variable that the service alone has, with its default, and no other', () => {
    const own = CONFIGS[service]!.filter((config) => !SHARED.includes(config));
    expect(statedDefaults(rows)).toEqual(defaultsOf(own));
    expect(rows.filter((row) => !hasMeaning(row))).toEqual([]);
  });
});

describe('apps/README.md', () => {
  const rows = rowsOf('README.md');

  it('explains every variable that services share, with its default, and no other', () => {
    expect(statedDefaults(rows)).toEqual(defaultsOf(SHARED));
    expect(rows.filter((row) => !hasMeaning(row))).toEqual([]);
  });

  it('names the services that read each one', () => {
    const readersOf = (config: ConfigClass<object>) => {
      const readers = SERVICES.filter((service) => CONFIGS[service]!.includes(config));
      return readers.length === SERVICES.length ? 'all' : readers.join(', ');
    };
    const expected = SHARED.flatMap((config) => variablesOf(config).map((name) => [name, readersOf(config)]));
    expect(Object.fromEntries(rows.map((row) => [row['variable'], row['read by']]))).toEqual(
      Object.fromEntries(expected),
    );
  });
});
