// Checks everything that can be known of the chart without a cluster. `--update` writes what is derived from it: the
// rendered examples, the table of network edges and the README's table of values.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import prettier from 'prettier';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { readmeWithValues } from './chart-readme.mjs';
import { alertFaults } from './alerts.mjs';
import { compareExamples, exampleOf } from './examples.mjs';
import { kubeLinterFaults, withKubeLinter } from './kube-linter.mjs';
import { lintFaults } from './lint-rules.mjs';
import { networkEdges, unrestrictedPods } from './network-edges.mjs';
import { namedNetworks, networkRuleFaults } from './network-rules.mjs';
import { CHART, CHART_README, DEPLOY_README, SCHEMAS } from './paths.mjs';
import { podFaults } from './restricted.mjs';
import { ensureTools } from '../tools/tools.mjs';
import { render, valueArguments, valuesOf, valueSets } from './value-sets.mjs';

const run = promisify(execFile);
const update = process.argv.includes('--update');
const AGAIN = 'run `npm run check:chart -- --update` and look at the difference';

/** Rules of kube-score that the chart does not follow, each with the reason. */
const NOT_SCORED = {
  'container-image-pull-policy': 'tags are releases, digests win, and IfNotPresent starts while a registry is away',
  'deployment-has-host-podantiaffinity':
    'topologySpreadConstraints, which kube-score does not know, keep replicas apart',
  'deployment-replicas': 'one replica is a choice of the operator, and KEDA sets its own number',
};

/** Unsafe values, set on top of those of production, and the message with which the chart refuses each. */
const REFUSED = [
  [['exposure.trustedProxies=[]'], /exposure\.trustedProxies is required with exposure\.type ingress/],
  [
    ['exposure.trustedProxies=[]', 'exposure.type="httpRoute"', 'exposure.httpRoute.parentRefs=[{"name":"public"}]'],
    /exposure\.trustedProxies is required with exposure\.type httpRoute/,
  ],
  [['exposure.trustedProxies=["0.0.0.0/0"]'], /trustedProxies/],
  [['exposure.trustedProxies=["::/0"]'], /trustedProxies/],
  [['networkPolicy.postgresqlPeers=[]'], /networkPolicy\.postgresqlPeers is required: where PostgreSQL is/],
  [['networkPolicy.natsPeers=[]'], /networkPolicy\.natsPeers is required: where NATS is/],
  [['networkPolicy.s3Peers=[]'], /networkPolicy\.s3Peers is required: where S3 is/],
  [
    ['tracing.endpoint="http://collector:4318"'],
    /networkPolicy\.tracingPeers is required: where the trace collector is/,
  ],
  [
    ['components.gateway.env.OIDC_ISSUER="https://id.example.com"'],
    /networkPolicy\.oidcPeers is required: where the OpenID provider is/,
  ],
  [['networkPolicy.dnsPeers=[]'], /dnsPeers/],
  [['networkPolicy.kedaPeers=[]'], /kedaPeers/],
];

const steps = {
  lint: async ({ tools, sets }) => {
    for (const set of sets) await run(tools.helm, ['lint', '--strict', '--quiet', CHART, ...valueArguments(set)]);
    return [];
  },
  'closed values': async ({ tools, sets }) => {
    const unknown = ['nope=1', 'image.nope=1', 'components.nope.replicas=1', 'components.gateway.env.NOPE=1'];
    const accepted = [];
    for (const value of unknown) {
      const args = ['template', CHART, ...valueArguments(sets[0]), '--set', value];
      const refused = await run(tools.helm, args).then(
        () => false,
        (error) => /additional properties/.test(error.stderr),
      );
      if (!refused) accepted.push(`an unknown value is accepted: ${value}`);
    }
    return accepted;
  },
  'refused values': async ({ tools, sets }) => {
    const production = sets.find(({ name }) => name === 'production');
    const faults = [];
    for (const [values, message] of REFUSED) {
      const args = [
        'template',
        CHART,
        ...valueArguments(production),
        ...values.flatMap((value) => ['--set-json', value]),
      ];
      const { stderr = '' } = await run(tools.helm, args, { maxBuffer: 1 << 26 }).catch((error) => error);
      if (!message.test(stderr))
        faults.push(`${values.join(' ')}: not refused, or without saying ${message}: ${stderr}`);
    }
    return faults;
  },
  'rendered examples': ({ sets, rendered }) => {
    const texts = new Map(
      sets.map((set) => [`${set.name}.yaml`, exampleOf(set, rendered.get(set.name), rendered.get(set.base))]),
    );
    texts.set('network.txt', edgesText(rendered));
    const faults = compareExamples(texts, { update });
    return faults.length > 0 ? [...faults, AGAIN] : [];
  },
  'API schemas': ({ tools, rendered }) => {
    const location = join(SCHEMAS, '{{ .ResourceKind }}{{ .KindSuffix }}.json');
    return eachSet(rendered, (objects) =>
      pipe(tools.kubeconform, ['-strict', '-schema-location', location, '-output', 'text', '-'], objects),
    );
  },
  'kube-score': ({ tools, sets, rendered }) => {
    const ignored = Object.keys(NOT_SCORED).flatMap((rule) => ['--ignore-test', rule]);
    const args = ['score', '--ignore-container-cpu-limit', '--kubernetes-version', 'v1.36', '--output-format', 'ci'];
    return eachSet(rendered, async (objects, name) => {
      const own = sets.find((set) => set.name === name).notScored.flatMap((rule) => ['--ignore-test', rule]);
      const lines = await pipe(tools['kube-score'], [...args, ...ignored, ...own, '-'], objects);
      return lines.filter((line) => !/^\[(OK|SKIPPED)\]/.test(line));
    });
  },
  'lint rules': ({ rendered }) => eachSet(rendered, lintFaults),
  "kube-linter's checks": async ({ tools }) => {
    const { stdout } = await run(tools['kube-score'], ['list']);
    const offered = stdout.split('\n').map((line) => line.split(',')[0]);
    return kubeLinterFaults(offered, Object.keys(NOT_SCORED));
  },
  'nats.conf': ({ tools, rendered }) =>
    eachSet(rendered, async (objects) => {
      const configs = objects.flatMap((object) => (object.kind === 'Secret' && object.stringData?.['nats.conf']) || []);
      const answers = await Promise.all(configs.map((text) => natsFaults(tools['nats-server'], text)));
      return answers.flat();
    }),
  'restricted pods': ({ rendered }) =>
    eachSet(rendered, (objects, name) =>
      objects.flatMap((object) => podFaults(object, { writableRoot: name === 'live-reload' })),
    ),
  'network policies': ({ sets, rendered }) =>
    eachSet(rendered, (objects, name) => {
      if (name === 'no-network-policies') return [];
      const named = namedNetworks(valuesOf(sets.find((set) => set.name === name)));
      return [...unrestrictedPods(objects), ...networkRuleFaults(objects, named)];
    }),
  alerts: ({ tools, rendered }) => {
    const rule = rendered.get('monitoring').find(({ kind }) => kind === 'PrometheusRule');
    const names = [...rendered.values()].flatMap((objects) => objects.map(({ metadata }) => metadata.name));
    return alertFaults(tools.promtool, rule, new Set(names));
  },
  'unit tests': async ({ tools }) => {
    const { stdout } = await run(tools['helm-unittest'], ['--strict', '--color=false', CHART]).catch((error) => error);
    const [, passed, total] = /Tests:\s+(?:\d+ failed, )?(\d+) passed, (?:\d+ [a-z]+, )*(\d+) total/.exec(stdout) ?? [];
    return Number(passed) > 0 && passed === total ? [] : stdout.trim().split('\n');
  },
  READMEs: async () => {
    const texts = { [CHART_README]: readmeWithValues, [DEPLOY_README]: withKubeLinter };
    const stale = [];
    for (const [path, derive] of Object.entries(texts)) {
      const before = readFileSync(path, 'utf8');
      const now = await prettier.format(derive(before), {
        parser: 'markdown',
        ...(await prettier.resolveConfig(path)),
      });
      if (now === before) continue;
      if (update) writeFileSync(path, now);
      else stale.push(`${path} is not what it is made from says: ${AGAIN}`);
    }
    return stale;
  },
};

function edgesText(rendered) {
  const text = (name) => `# ${name}\n${networkEdges(rendered.get(name)).join('\n')}\n`;
  return `Who may open connections to whom, from the rendered NetworkPolicies.\n\n${text('production')}\n${text('development')}`;
}

async function eachSet(rendered, check) {
  const faults = [];
  for (const [name, objects] of rendered) {
    for (const fault of await check(objects, name)) faults.push(`${name}: ${fault}`);
  }
  return faults;
}

/** Faults that nats-server finds in a configuration. */
async function natsFaults(natsServer, text) {
  const folder = mkdtempSync(join(tmpdir(), 'framewright-nats-'));
  const file = join(folder, 'nats.conf');
  try {
    writeFileSync(file, text);
    await run(natsServer, ['-t', '--config', file]);
    return [];
  } catch (error) {
    return error.stderr.trim().split('\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The lines that a program prints about objects on its standard input; none if it finds no fault. */
async function pipe(program, args, objects) {
  const child = run(program, args, { maxBuffer: 1 << 26 });
  child.child.stdin.end(objects.map((object) => `---\n${JSON.stringify(object)}\n`).join(''));
  const { stdout, stderr, code } = await child.catch((error) => error);
  const lines = `${stdout}${stderr}`.split('\n').filter(Boolean);
  return code && lines.length === 0 ? [`${program} ended with ${code}`] : lines;
}

async function main() {
  const tools = await ensureTools();
  const sets = valueSets();
  const rendered = new Map();
  for (const set of sets) rendered.set(set.name, await render(tools.helm, set));
  let failed = 0;
  for (const [name, step] of Object.entries(steps)) {
    const faults = await step({ tools, sets, rendered });
    report(
      faults.length === 0
        ? `ok      ${name}`
        : `FAILED  ${name}\n${faults.map((fault) => `        ${fault}`).join('\n')}`,
    );
    if (faults.length > 0) failed += 1;
  }
  const objects = [...rendered.values()].reduce((sum, each) => sum + each.length, 0);
  report(
    `${sets.length} value sets, ${objects} objects, ${Object.keys(steps).length - failed} checks passed, ${failed} failed`,
  );
  return failed;
}

try {
  process.exitCode = (await main()) === 0 ? 0 : 1;
} catch (error) {
  report(error.name === 'UserError' ? `\n${error.message}\n` : `${error.stderr ?? ''}${error.stack}`);
  process.exitCode = 1;
}
