import { completionScript, SHELLS } from '../arguments/completion.js';
import { parseArguments } from '../arguments/parse-arguments.js';
import { CliError, EXIT } from '../cli-error.js';
import type { Context } from './context.js';
import { COMMANDS, COMPLETION } from './table.js';

/** Writes the completion script of a shell. */
export function completion(args: readonly string[], { reporter }: Context): Promise<void> {
  const { positionals } = parseArguments(COMPLETION, args);
  const shell = SHELLS.find((each) => each === positionals[0]);
  if (!shell) throw new CliError(`there is completion for ${SHELLS.join(', ')}`, EXIT.wrongInput, { code: 'USAGE' });
  reporter.result({}, [completionScript(shell, COMMANDS)]);
  return Promise.resolve();
}
