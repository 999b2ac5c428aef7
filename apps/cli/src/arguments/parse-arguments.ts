import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { errnoOf, messageOf } from '#libs/errors';
import { didYouMean } from '#libs/template';
import { CliError } from '../cli-error.js';
import type { Command, Option, OptionValues } from './command.js';

/** The arguments of a command after its name. */
export interface ParsedArguments<Row extends Command> {
  readonly options: OptionValues<Row['options']>;
  readonly positionals: readonly string[];
}

/**
 * Reads the arguments of a command.
 *
 * @throws CliError that names the argument
 */
export function parseArguments<Row extends Command>(command: Row, args: readonly string[]): ParsedArguments<Row> {
  const { values, positionals } = parsed(command, args);
  const most = command.positionals.length;
  if (positionals.length > most) {
    throw usage(command, `takes ${most === 0 ? 'no argument' : `at most ${most}`}: ${shorten(positionals[most]!)}`);
  }
  const missing = command.positionals.find(({ optional }, index) => !optional && positionals[index] === undefined);
  if (missing) throw usage(command, `needs <${missing.name}>`);
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, option]) => [name, valueOf(command, name, option, values[name])]),
  );
  return { options: options as OptionValues<Row['options']>, positionals };
}

function parsed(command: Command, args: readonly string[]): ReturnType<typeof parseArgs> {
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    Object.entries(command.options).map(([name, { kind, short }]) => [
      name,
      { type: kind === 'flag' ? 'boolean' : 'string', multiple: kind === 'texts', ...(short && { short }) },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const code = errnoOf(error) ?? '';
    if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') throw unknownOption(command, args);
    if (!code.startsWith('ERR_PARSE_ARGS_')) throw error;
    const [problem = ''] = messageOf(error).split(/\. |\n/);
    throw usage(command, `does not take this: ${problem.replace(/\.$/, '')}`);
  }
}

function unknownOption(command: Command, args: readonly string[]): CliError {
  const names = Object.keys(command.options);
  const shorts = Object.values(command.options).map(({ short }) => short);
  const given = args.map((arg) => arg.split('=')[0]!);
  const unknown = given.find((arg) =>
    arg.startsWith('--') ? !names.includes(arg.slice(2)) : /^-[^-\d]/.test(arg) && !shorts.includes(arg[1]),
  );
  const proposal = didYouMean(unknown?.replace(/^--?/, '') ?? '', names);
  return usage(command, `has no option ${shorten(unknown ?? '')}${proposal}`);
}

function valueOf(command: Command, name: string, { kind }: Option, value: unknown): unknown {
  if (kind === 'flag') return value === true;
  if (kind === 'texts') return value ?? [];
  if (kind === 'text' || typeof value !== 'string') return value;
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) {
    throw usage(command, `--${name} must be a number, not ${shorten(value)}`);
  }
  return number;
}

function usage({ name }: Command, problem: string): CliError {
  return new CliError(`${name} ${problem}. \`framewright help ${name}\` lists what it takes.`, 1, { code: 'USAGE' });
}

function shorten(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`;
}
