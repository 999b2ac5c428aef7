import { beforeAll, describe, expect, it } from '@jest/globals';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAllDocuments } from 'yaml';
import { countProcess, describeMetrics } from '#libs/runtime';
import { loadMetrics, metricsDocument, METRICS_DOCUMENT } from './metrics-table.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Labels that a scrape gives every metric, and a histogram its buckets. */
const OF_THE_TARGET = ['namespace', 'job', 'pod', 'le'];

interface Rule {
  kind: string;
  spec: { groups: { rules: { expr: string }[] }[] };
}
interface Dashboard {
  panels: { targets?: { expr: string }[] }[];
}

/** The PromQL expressions of the chart. */
const EXPRESSIONS = {
  alerts(): string[] {
    const documents = parseAllDocuments(readFileSync(`${ROOT}helm/framewright/examples/monitoring.yaml`, 'utf8'));
    const objects = documents.map((document) => document.toJS() as Rule | null);
    const { spec } = objects.find((object) => object?.kind === 'PrometheusRule')!;
    return spec.groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
  },
  dashboards(): string[] {
    const files = globSync('helm/framewright/files/dashboards/*.json', { cwd: ROOT });
    const dashboards = files.map((file) => JSON.parse(readFileSync(`${ROOT}${file}`, 'utf8')) as Dashboard);
    return dashboards.flatMap(({ panels }) => panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)));
  },
};

/** Every series of our processes that an expression names, with the labels it selects by. */
function metricsIn(expression: string): [name: string, labels: string[]][] {
  return [...expression.matchAll(/\b((?:framewright|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name, matchers = '']) => {
      const labels = [...matchers.matchAll(/\b(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => label!);
      return [name!, labels];
    },
  );
}

describe('the metrics of all services', () => {
  beforeAll(async () => {
    expect(await loadMetrics()).toBeGreaterThan(5);
  });

  it('are all in deploy/metrics.md (npm run generate:chart writes it)', async () => {
    expect(readFileSync(METRICS_DOCUMENT, 'utf8')).toBe(await metricsDocument());
  });

  it.each(['alerts', 'dashboards'])('are all that %s use, except those of Kubernetes', (what) => {
    countProcess();
    const known = new Map(describeMetrics().map(({ name, labels }) => [name, new Set([...labels, ...OF_THE_TARGET])]));
    const expressions = EXPRESSIONS[what as keyof typeof EXPRESSIONS]();
    expect(expressions.length).toBeGreaterThan(15);
    const faults = expressions.flatMap(metricsIn).filter(([name, labels]) => {
      const its = known.get(name) ?? known.get(name.replace(/_(bucket|count|sum)$/, ''));
      return !its || labels.some((label) => !its.has(label));
    });
    expect(faults).toEqual([]);
  });

  it.each(['org', 'video', 'key', 'tenant', 'customer', 'url', 'address', 'id'])(
    'have no label that names %s',
    (word) => {
      const labels = describeMetrics().flatMap(({ labels: each }) => each);
      expect(labels.filter((label) => label.split('_').includes(word))).toEqual([]);
    },
  );

  it('follow the naming rules of Prometheus', () => {
    for (const { name, type } of describeMetrics().filter((each) => each.name.startsWith('framewright_'))) {
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      expect(name).not.toMatch(/_(ms|minutes|kb|mb)(_|$)/);
    }
  });
});
