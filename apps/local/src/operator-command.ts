import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import { UserError } from './user-error.js';
import { repositoryPath } from './repository-path.js';
import { DataFolder, dataPath } from './data-folder.js';
import { serviceEnvironment, type Surroundings } from './service-environment.js';

const MAIN = repositoryPath('dist', 'apps', 'gateway', 'src', 'operator', 'main.js');

/** `npm run operator -- …`: the gateway's operator command against the system that runs on DATA_DIR. */
export async function operatorCommand(args: readonly string[]): Promise<number> {
  const running = DataFolder.running(dataPath());
  if (!running) throw new UserError(`No system runs on ${dataPath()}. Start it first: npm start`);
  const operator = spawn(process.execPath, [MAIN, ...args], {
    env: serviceEnvironment('gateway', running.system.place, undefined, process.env),
    stdio: 'inherit',
  });
  await once(operator, 'exit');
  return operator.exitCode ?? 1;
}

/** Runs one operator command and returns its answer. */
export async function askOperator(place: Surroundings, args: readonly string[]): Promise<unknown> {
  const env = serviceEnvironment('gateway', place, undefined, process.env);
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args], { env, timeout: 60_000 });
  return JSON.parse(stdout);
}
