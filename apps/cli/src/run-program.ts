import { didYouMean } from '#libs/template';
import { commandHelp, programHelp } from './arguments/help.js';
import { CliError, EXIT, Interrupted } from './cli-error.js';
import type { Run } from './commands/context.js';
import { type CommandName, COMMANDS } from './commands/table.js';
import { Reporter } from './report/reporter.js';
import type { ProgressStream } from './report/progress.js';
import { VERSION } from './version.js';

/** The process that the program runs in. */
interface Surroundings {
  out: { write(text: string): unknown };
  err: ProgressStream;
  environment: NodeJS.ProcessEnv;
  /** Ends the command. */
  abort: AbortController;
}

/** Loaded when they are needed: help and completion start without the engine. */
const RUNS: Record<CommandName, () => Promise<Run>> = {
  render: async () => (await import('./commands/render.js')).render,
  still: async () => (await import('./commands/still.js')).still,
  sheet: async () => (await import('./commands/sheet.js')).sheet,
  dev: async () => (await import('./commands/dev.js')).dev,
  validate: async () => (await import('./commands/validate.js')).validate,
  push: async () => (await import('./commands/stored-template.js')).push,
  pull: async () => (await import('./commands/stored-template.js')).pull,
  diff: async () => (await import('./commands/stored-template.js')).diff,
  mcp: async () => (await import('./commands/mcp.js')).mcp,
  init: async () => (await import('./commands/init.js')).init,
  doctor: async () => (await import('./commands/doctor.js')).doctor,
  completion: async () => (await import('./commands/completion.js')).completion,
};

/** Runs the command of the arguments; returns the exit code. */
export async function runProgram(
  args: readonly string[],
  { out, err, environment, abort }: Surroundings,
): Promise<number> {
  const reporter = new Reporter({ out, err }, args.includes('--json'));
  const interrupt = (): void => abort.abort(new Interrupted());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  try {
    const [name = 'help', ...rest] = args;
    const help = helpOf(name, rest);
    if (help !== undefined) {
      out.write(`${help}\n`);
      return EXIT.done;
    }
    const run = await RUNS[commandOf(name).name]();
    await run(rest, { reporter, signal: abort.signal, environment });
    return reporter.exitCode;
  } catch (error) {
    return reporter.failure(error);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.off(signal, interrupt);
  }
}

/** The text that the arguments ask for; undefined if they name a command to run. */
function helpOf(name: string, rest: readonly string[]): string | undefined {
  if (['--version', '-v', 'version'].includes(name)) return VERSION;
  const asked = name === 'help' || name === '--help' || name === '-h' ? rest[0] : undefined;
  if (asked !== undefined) return commandHelp(commandOf(asked));
  if (['help', '--help', '-h'].includes(name)) return programHelp(COMMANDS, VERSION);
  return rest.includes('--help') || rest.includes('-h') ? commandHelp(commandOf(name)) : undefined;
}

function commandOf(name: string): (typeof COMMANDS)[number] {
  const command = COMMANDS.find((each) => each.name === name);
  if (command) return command;
  const names = COMMANDS.map((each) => each.name);
  const proposal = didYouMean(name, names);
  const message = `there is no command ${name.slice(0, 100)}${proposal}. \`framewright help\` lists them.`;
  throw new CliError(message, EXIT.wrongInput, { code: 'USAGE' });
}
