import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import prettier from 'prettier';
import { describeMetrics } from '#libs/runtime';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const BEGIN = '<!-- written by `npm run generate:chart` from every *.metrics.ts -->\n';

export const METRICS_DOCUMENT = `${ROOT}deploy/metrics.md`;

/** Loads every metric of every service. @returns how many files declare some */
export async function loadMetrics(): Promise<number> {
  const files = globSync('{apps,libs}/*/src/**/*.metrics.ts', { cwd: ROOT });
  for (const file of files) await import(`${ROOT}${file}`);
  return files.length;
}

/** deploy/metrics.md with its table of the loaded metrics; the text before the table is kept. */
export async function metricsDocument(): Promise<string> {
  const [introduction] = readFileSync(METRICS_DOCUMENT, 'utf8').split(BEGIN);
  const rows = describeMetrics().map(
    ({ name, type, labels, help }) =>
      `| \`${name}\` | ${type} | ${labels.map((label) => `\`${label}\``).join(', ')} | ${help} |`,
  );
  const table = ['| metric | kind | labels | what |', '| --- | --- | --- | --- |', ...rows].join('\n');
  return prettier.format(
    `${introduction}${BEGIN}
${table}
`,
    {
      parser: 'markdown',
      ...(await prettier.resolveConfig(METRICS_DOCUMENT)),
    },
  );
}
