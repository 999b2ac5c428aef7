import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Child, lastLines } from '#libs/embedded';
import { eventually } from './eventually.js';
import { systemEnvironment } from './system.js';
import { localProgram, readAccess, runOperator, TestOrganization } from './test-organization.js';
import { currentTestRun, startOnce, type TestRun } from './test-run.js';

/**
 * A new organization on the system that the whole test run shares: for tests that neither tune, kill nor look into it. The
 * system is started by whichever test needs it first, and ends with the run.
 */
export async function newTestOrganization(): Promise<TestOrganization> {
  const run = currentTestRun();
  const dataFolder = join(run.folder, 'system');
  const environment = systemEnvironment(dataFolder, {});
  await sharedSystem(run, dataFolder, environment);
  const operator = (...args: string[]): Promise<unknown> => runOperator(environment, args);
  const { id } = (await operator('organization', 'create', 'Test')) as { id: string };
  const [write, read] = (await Promise.all([
    operator('key', 'create', id, '--kind', 'read_write'),
    operator('key', 'create', id, '--kind', 'read'),
    operator('credits', 'grant', id, '1000'),
  ])) as { key: string }[];
  const access = { ...readAccess(dataFolder), org_id: id, api_key: write!.key, read_key: read!.key, templates: [] };
  return new TestOrganization(() => access, environment);
}

async function sharedSystem(run: TestRun, dataFolder: string, environment: NodeJS.ProcessEnv): Promise<void> {
  const logFile = join(run.folder, 'system.log');
  await startOnce(run, 'system', async () => {
    const options = { env: environment, logFile, lifetime: run.pid, orphanSignal: 'TERM' } as const;
    await Child.start(process.execPath, ['--enable-source-maps', localProgram(), 'start'], options);
  });
  await eventually(
    () => {
      if (!existsSync(join(dataFolder, 'local.json')))
        throw new Error(`The system of the test run does not start:\n${lastLines(logFile, 15)}`);
    },
    { timeoutMs: 120_000 },
  );
}
