import { beforeAll, describe, expect, it } from '@jest/globals';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';
import { describeMetrics } from '#libs/runtime';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const TABLE = `${ROOT}deploy/metrics.md`;
const BEGIN = '<!-- written by `UPDATE_CHART=1 npm run jest -- test/chart/metrics` from every *.metrics.ts -->\n';

describe('the metrics of all services', () => {
  beforeAll(async () => {
    const files = globSync('{apps,libs}/*/src/**/*.metrics.ts', { cwd: ROOT });
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) await import(`${ROOT}${file}`);
  });

  it('are all in deploy/metrics.md (UPDATE_CHART=1 writes it)', async () => {
    const [introduction] = readFileSync(TABLE, 'utf8').split(BEGIN);
    const rows = describeMetrics().map(
      ({ name, type, labels, help }) =>
        `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
    );
    const table = ['| metric | kind | labels | what |', '| --- | --- | --- | --- |', ...rows].join('\n');
    const text = await prettier.format(`${introduction}${BEGIN}\n${table}\n`, { parser: 'markdown', printWidth: 120 });
    if (process.env['UPDATE_CHART'] === '1') writeFileSync(TABLE, text);
    expect(readFileSync(TABLE, 'utf8')).toBe(text);
  });

  it.each(['org', 'video', 'key', 'tenant', 'customer', 'url', 'address', 'id'])(
    'have no label that tells of %s',
    (word) => {
      const labels = describeMetrics().flatMap(({ labels: each }) => each);
      expect(labels.filter((label) => label.split('_').includes(word))).toEqual([]);
    },
  );

  it('are called as Prometheus wants them called', () => {
    for (const { name, type } of describeMetrics()) {
      expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
      expect(name).not.toMatch(/_(ms|minutes|kb|mb)(_|$)/);
    }
  });
});
