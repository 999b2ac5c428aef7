import { startSystem } from '#libs/testing';
import { fuzz } from './fuzz.ts';

// `npm run fuzz -- [requests] [seed]`
const [requests = '20000', seed = String(Date.now() % 1_000_000_000)] = process.argv.slice(2);

const system = await startSystem();
try {
  process.stdout.write(`${requests} requests, seed ${seed}\n`);
  const begun = performance.now();
  const report = await fuzz(system, { requests: Number(requests), seed: Number(seed) });
  const seconds = (performance.now() - begun) / 1_000;
  for (const [name, count] of [...report.answers].sort())
    process.stdout.write(`  ${String(count).padStart(6)}  ${name}\n`);
  process.stdout.write(`${report.requests} requests in ${seconds.toFixed(0)} s\n`);
  for (const [kind, fault] of report.faults) process.stdout.write(`FAULT ${kind}\n    ${fault}\n`);
  const verdict =
    report.faults.size === 0 ? 'Every answer is as documented, none a 5xx' : `${report.faults.size} faults`;
  process.stdout.write(`${verdict}.\n`);
  process.exitCode = report.faults.size === 0 ? 0 : 1;
} finally {
  await system.stop();
}
