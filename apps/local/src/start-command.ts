import { UserError } from './user-error.js';
import { DataFolder, dataPath, type LocalAccess } from './data-folder.js';
import { shutdownRequest } from './shutdown-request.js';
import { LocalSystem } from './local-system.js';
import { consoleLink, prepareAccess } from './seed.js';

/** `npm start`: serves until it is asked to end; returns the exit code. */
export async function startCommand(): Promise<number> {
  const ended = shutdownRequest();
  const folder = await DataFolder.open(dataPath());
  const system = new LocalSystem(folder, { port: portFromEnvironment(), report });
  const closing: (() => Promise<void>)[] = [];
  try {
    await Promise.race([serve(system, folder, closing), ended]);
    await ended;
    report('Stopping …');
  } finally {
    await system.stop();
    for (const close of closing) await close();
    folder.close();
  }
  return 0;
}

async function serve(system: LocalSystem, folder: DataFolder, closing: (() => Promise<void>)[]): Promise<void> {
  report(`Starting PostgreSQL, NATS and five services on ${folder.path} …`);
  await system.start();
  const { access, close } = await prepareAccess(system, folder);
  closing.push(close);
  const link = await consoleLink(system, access);
  process.stdout.write(banner({ access, link }, folder.path, system.metricsUrls));
}

function portFromEnvironment(): number {
  const text = process.env['PORT'] ?? '8080';
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UserError(`PORT=${text} is no port (0 to 65535).`);
  return port;
}

function banner(
  { access, link }: { access: LocalAccess; link: string },
  dataFolder: string,
  metricsUrls: readonly string[],
): string {
  const template = access.templates[0];
  const body = JSON.stringify({ template_id: template?.id, format: 'mp4' });
  return `
Framewright is ready.

  Console    ${link}   (signs you in once, within 15 minutes; another: npm run operator -- console-link ${access.org_id})
  API        ${access.base_url}
  API key    ${access.api_key}
  Read key   ${access.read_key}
  Data       ${dataFolder}   (logs in logs/, address and keys in local.json)
  Metrics    ${metricsUrls.join('\n             ')}   (always up to date in processes.json)

For the commands of the manual, in another terminal:

  export BASE_URL=${access.base_url} API_KEY=${access.api_key}

Render the sample:

  curl -s ${access.base_url}/videos -H 'Authorization: Bearer ${access.api_key}' -H 'Content-Type: application/json' -d '${body}'

Ctrl-C stops everything.

`;
}

function report(line: string): void {
  process.stderr.write(`${line}\n`);
}
