import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import YAML from 'yaml';
import { ALERT_CASES, RUNBOOKS } from './paths.mjs';

const run = promisify(execFile);
const NAMESPACE = 'namespace="framewright"';

/**
 * Tests every alert of a PrometheusRule with Prometheus' own tool: it must fire in one case, and must not in another.
 * @param names of everything that the chart renders; series must be about these
 * @returns what is wrong
 */
export async function alertFaults(promtool, { spec }, names) {
  // Every value is read as text: `0x10` is ten zeros to promtool, and sixteen to YAML.
  const cases = YAML.parse(readFileSync(ALERT_CASES, 'utf8'), { schema: 'failsafe' });
  const rules = spec.groups.flatMap((group) => group.rules);
  const faults = [...coverageFaults(rules, cases), ...nameFaults(cases, names), ...runbookFaults(rules)];
  const folder = mkdtempSync(join(tmpdir(), 'framewright-alerts-'));
  try {
    writeFileSync(join(folder, 'rules.yaml'), YAML.stringify(spec));
    writeFileSync(join(folder, 'cases.yaml'), YAML.stringify(promtoolTests(rules, cases)));
    for (const args of [
      ['check', 'rules', '--lint-fatal', 'rules.yaml'],
      ['test', 'rules', 'cases.yaml'],
    ]) {
      const { stdout, stderr, code } = await run(promtool, args, { cwd: folder }).catch((error) => error);
      if (code) faults.push(...`${stdout}${stderr}`.trim().split('\n'));
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return faults;
}

function coverageFaults(rules, cases) {
  const [inRules, inCases] = [rules, cases].map((list) => new Set(list.map(({ alert }) => alert)));
  return [
    ...[...inRules].filter((alert) => !inCases.has(alert)).map((alert) => `${alert} is never shown to fire`),
    ...[...inCases].filter((alert) => !inRules.has(alert)).map((alert) => `${alert} is no alert of the chart`),
  ];
}

/**
 * The names in the cases that no object of the chart has. An alert on such a name would never fire, and a case with the
 * same mistake would not show it.
 */
function nameFaults(cases, names) {
  const series = cases.flatMap(({ fires, quiet }) => Object.keys({ ...fires.series, ...quiet.series }));
  const about = series.flatMap((each) => [...each.matchAll(/(?:deployment|cronjob|job_name|job)="(demo-[^"]+)"/g)]);
  const unknown = new Set(about.map(([, name]) => name).filter((name) => !names.has(name)));
  return [...unknown].map((name) => `the cases are about ${name}, which the chart never renders`);
}

function runbookFaults(rules) {
  const wanted = new Map(rules.map(({ alert, annotations }) => [annotations.runbook_url.split('/').at(-1), alert]));
  const missing = [...wanted].filter(([file]) => !existsSync(join(RUNBOOKS, file)));
  const unused = readdirSync(RUNBOOKS).filter((file) => !wanted.has(file));
  const untitled = [...wanted].filter(
    ([file, alert]) =>
      existsSync(join(RUNBOOKS, file)) && !readFileSync(join(RUNBOOKS, file), 'utf8').startsWith(`# ${alert}\n`),
  );
  return [
    ...missing.map(([file, alert]) => `${alert} has no deploy/runbooks/${file}`),
    ...unused.map((file) => `deploy/runbooks/${file} belongs to no alert`),
    ...untitled.map(([file, alert]) => `deploy/runbooks/${file} does not begin with "# ${alert}"`),
  ];
}

function promtoolTests(rules, cases) {
  const tests = cases.flatMap(({ alert, fires, quiet }) => {
    const rule = rules.find((each) => each.alert === alert);
    const { severity, runbook_url } = { ...rule?.labels, ...rule?.annotations };
    const expected = {
      exp_labels: { severity, ...fires.labels },
      exp_annotations: { summary: fires.summary, runbook_url },
    };
    return [
      testOf(`${alert}, when ${fires.when}`, fires, { alertname: alert, exp_alerts: [expected] }),
      testOf(`no ${alert}, when ${quiet.when}`, quiet, { alertname: alert, exp_alerts: [] }),
    ];
  });
  return { rule_files: ['rules.yaml'], evaluation_interval: '1m', tests };
}

function testOf(name, { series, at }, expectation) {
  return {
    name,
    interval: '1m',
    input_series: Object.entries(series).map(([metric, values]) => ({ series: spelledOut(metric), values })),
    alert_rule_test: [{ eval_time: at, ...expectation }],
  };
}

function spelledOut(series) {
  return series.replace('OURS', `NS, job="demo-framewright-videos"`).replace('NS', NAMESPACE);
}
