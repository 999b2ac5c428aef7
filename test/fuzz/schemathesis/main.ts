import { readFile } from 'node:fs/promises';
import { startSystem } from '#libs/testing';
import { ACCEPTED, ENVIRONMENT, runSchemathesis } from './schemathesis.ts';
import { type AcceptedFinding, faultsOf, WHOLE_RUN } from './verdict.ts';

// `npm run fuzz:schemathesis -- [requests] [seed]`
const [requests = WHOLE_RUN, seed = 1] = process.argv.slice(2).map(Number);

const accepted = (JSON.parse(await readFile(ACCEPTED, 'utf8')) as { entries: AcceptedFinding[] }).entries;
const system = await startSystem(ENVIRONMENT);
try {
  const begun = performance.now();
  const run = await runSchemathesis(system, { requests, seed });
  const seconds = (performance.now() - begun) / 1_000;
  const cases = run.rounds.reduce((sum, { test_cases }) => sum + test_cases.generated, 0);
  const faults = faultsOf(run.rounds, accepted, requests);
  if (run.requests < requests) faults.push(`only ${run.requests} of ${requests} requests`);
  for (const fault of faults) process.stdout.write(`FAULT ${fault}\n`);
  for (const { id, operation, check, reason } of accepted)
    process.stdout.write(`Accepted ${id}: ${check} of ${operation}. ${reason}\n`);
  process.stdout.write(`${run.requests} requests for ${cases} test cases in ${seconds.toFixed(0)} s, seed ${seed}\n`);
  process.stdout.write(`${faults.length} faults, ${accepted.length} accepted findings.\n`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await system.stop();
}
