// npm run test:clone [-- <script> …]: tries each npm command that README.md and CONTRIBUTING.md name, or those that run these
// scripts, as a newcomer would: from an empty clone of the last commit, on a minimal Debian with git, Node and npm, with an empty
// home. All that may come from outside is what the registries have, and npm's cache. Needs Linux, root and Debian's mmdebstrap.
//
// A command that takes long is tried in a short form. One that is still at work after its time counts as working,
// because a missing requirement shows within the first minutes. Logs and the table are in .data/clone.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installDebianPackages } from '../../apps/local/bootstrap/debian.mjs';
import { ROOT } from '../../apps/local/bootstrap/paths.mjs';
import { report } from '../../apps/local/bootstrap/report.mjs';
import { UserError } from '../../apps/local/bootstrap/user-error.mjs';
import { commandsNamed, scriptOf } from '../documents/commands-named.mjs';

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md'];
const INSIDE = fileURLToPath(new URL('inside.mjs', import.meta.url));

try {
  if (process.platform !== 'linux' || process.getuid() !== 0) throw new UserError('This needs Linux and root.');
  if (!existsSync('/usr/bin/mmdebstrap')) await installDebianPackages(['mmdebstrap']);
  process.exitCode = await run(commandsToTry(process.argv.slice(2)));
} catch (error) {
  report(error instanceof UserError ? error.message : error.stack);
  process.exitCode = 1;
}

function commandsToTry(scripts) {
  const texts = DOCUMENTS.map((document) => readFileSync(join(ROOT, document), 'utf8'));
  const commands = [...new Set(texts.flatMap(commandsNamed))];
  const wanted = commands.filter((command) => scripts.length === 0 || scripts.includes(scriptOf(command)));
  if (wanted.length === 0) throw new UserError(`There are: ${[...new Set(commands.map(scriptOf))].join(', ')}.`);
  return wanted;
}

/** Runs commands in namespaces of mounts and processes that end with this process. */
async function run(commands) {
  const folder = mkdtempSync(join(tmpdir(), 'framewright-clone-'));
  const logs = join(ROOT, '.data/clone');
  mkdirSync(logs, { recursive: true });
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child=SIGKILL', '--mount-proc'];
  const inside = spawn('unshare', [...namespaces, process.execPath, INSIDE], {
    stdio: ['pipe', 'inherit', 'inherit'],
    env: { ...process.env, CLONE_FOLDER: folder, CLONE_LOGS: logs, CLONE_COMMANDS: JSON.stringify(commands) },
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => inside.stdin.end());
  const [code] = await once(inside, 'exit');
  rmSync(folder, { recursive: true, force: true });
  return code ?? 1;
}
