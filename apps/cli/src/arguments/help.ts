import type { Command, Option } from './command.js';

const WIDTH = 100;

/** The help of the program: its commands. */
export function programHelp(commands: readonly Command[], version: string): string {
  const rows = commands.map(({ name, summary }): [string, string] => [name, summary]);
  return [
    `framewright ${version}: videos from templates.`,
    '',
    'Usage: framewright <command> [options]',
    '',
    table(rows),
    '',
    '`framewright help <command>` explains one. Exit codes: 0 done, 1 the input is wrong, 2 try again or mend the machine.',
  ].join('\n');
}

/** The help of a command. */
export function commandHelp(command: Command): string {
  const { summary, positionals, options, examples } = command;
  const ofPositionals = positionals.map(({ name, text }): [string, string] => [`<${name}>`, text]);
  const ofOptions = Object.entries(options).map(([name, option]): [string, string] => [
    optionForm(name, option),
    option.text,
  ]);
  return [
    `${summary}.`,
    '',
    `Usage: ${usageLine(command)}`,
    '',
    table([...ofPositionals, ...ofOptions]),
    ...(examples.length > 0 ? ['', 'Examples:', ...examples.map((example) => `  ${example}`)] : []),
  ].join('\n');
}

/** `framewright render [<template>] [options]`. */
export function usageLine({ name, positionals, options }: Command): string {
  const args = positionals.map((each) => (each.optional ? `[<${each.name}>]` : `<${each.name}>`));
  return ['framewright', name, ...args, ...(Object.keys(options).length > 0 ? ['[options]'] : [])].join(' ');
}

/** `-o, --output <file>`. */
export function optionForm(name: string, option: Option): string {
  const short = option.short ? `-${option.short}, ` : '';
  return `${short}--${name}${option.kind === 'flag' ? '' : ` <${option.value}>`}`;
}

/** Two columns, the second one wrapped. */
function table(rows: readonly [string, string][]): string {
  const first = Math.max(...rows.map(([name]) => name.length)) + 4;
  return rows
    .map(([name, text]) => {
      const [begin = '', ...rest] = wrapped(text, WIDTH - first);
      return [`  ${name.padEnd(first - 2)}${begin}`, ...rest.map((line) => ' '.repeat(first) + line)].join('\n');
    })
    .join('\n');
}

function wrapped(text: string, width: number): string[] {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && line.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines;
}
