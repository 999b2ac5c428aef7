import { parseArgs } from 'node:util';
import { BRIEFS, documentFor, missed } from '../../agents/briefs.ts';
import { correct } from '../../agents/clumsy-agent.ts';
import { clumsy, CLUMSY_FAULTS } from '../../agents/faults.ts';
import { localApi } from '../../agents/local-api.ts';
import { runModel } from '../../agents/model-agent.ts';

const USAGE = 'npm run bench -- agents [--endpoint <URL with /v1> --model <name>], the key in MODEL_API_KEY';

/**
 * Measures whether an agent makes a video without findings: a scripted one that makes each typical fault in each brief, and with
 * an endpoint a model that gets the briefs.
 */
export async function agentsBench(options: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...options],
    options: { endpoint: { type: 'string' }, model: { type: 'string' }, briefs: { type: 'string' } },
  });
  if ((values.endpoint === undefined) !== (values.model === undefined)) throw new Error(USAGE);
  if (values.endpoint === undefined || values.model === undefined) await scripted();
  else await ofModel({ url: values.endpoint, model: values.model }, Number(values.briefs ?? BRIEFS.length));
}

async function scripted(): Promise<void> {
  const calls: number[] = [];
  let runs = 0;
  for (const { outcome } of BRIEFS) {
    for (const fault of CLUMSY_FAULTS) {
      const context = { api: localApi(), secret: 'none', nowMs: 0 };
      const run = await correct(clumsy(documentFor(outcome), [fault]), context);
      runs += 1;
      if (run.isClean) calls.push(run.calls);
      else print(`not clean: ${fault.name}: ${run.left.map(({ message }) => message).join(' | ')}`);
    }
  }
  print(`${BRIEFS.length} briefs × ${CLUMSY_FAULTS.length} faults: ${calls.length} of ${runs} clean`);
  for (const [count, those] of [...Map.groupBy(calls, (each) => each)].toSorted(([a], [b]) => a - b)) {
    print(`  after ${count} calls: ${those.length}`);
  }
}

async function ofModel(endpoint: { url: string; model: string }, most: number): Promise<void> {
  const sums = { first: 0, all: 0, calls: 0, tokens: 0 };
  const briefs = BRIEFS.slice(0, most);
  for (const { ask, outcome } of briefs) {
    const api = localApi();
    const key = process.env['MODEL_API_KEY'];
    const run = await runModel(ask, { ...endpoint, key }, { api, secret: 'none', nowMs: 0 });
    const without = run.templateId === null ? ['there is no draft'] : missed(api.draftOf(run.templateId), outcome);
    const isDone = run.isClean && without.length === 0;
    sums.first += isDone && run.isFirstClean ? 1 : 0;
    sums.all += isDone ? 1 : 0;
    sums.calls += run.calls;
    sums.tokens += run.tokens;
    print(`${isDone ? 'done' : 'failed'} in ${run.calls} calls: ${ask.slice(0, 80)} ${without.join(', ')}`);
  }
  const share = (count: number) => `${Math.round((100 * count) / briefs.length)} %`;
  print(`${endpoint.model}: at the first try ${share(sums.first)}, at all ${share(sums.all)}`);
  print(
    `  ${(sums.calls / briefs.length).toFixed(1)} calls and ${Math.round(sums.tokens / briefs.length)} tokens a brief`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
