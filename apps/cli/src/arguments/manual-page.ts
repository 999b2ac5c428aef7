import type { Command } from './command.js';
import { optionForm, usageLine } from './help.js';

/** The part of the manual's page about the commands, as Markdown. */
export function manualPage(commands: readonly Command[]): string {
  return commands.map(sectionOf).join('\n\n');
}

function sectionOf(command: Command): string {
  const { name, summary, positionals, options, examples, details } = command;
  const rows = [
    ...positionals.map((each): [string, string] => [`<${each.name}>`, each.text]),
    ...Object.entries(options).map(([option, facts]): [string, string] => [optionForm(option, facts), facts.text]),
  ];
  return [
    `### ${name}`,
    `${summary}.`,
    `\`${usageLine(command)}\``,
    ...(details === undefined ? [] : [details]),
    ...(rows.length === 0 ? [] : [table(rows)]),
    ...(examples.length === 0 ? [] : [['```console', ...examples.map((each) => `$ ${each}`), '```'].join('\n')]),
  ].join('\n\n');
}

function table(rows: readonly [string, string][]): string {
  const lines = rows.map(([form, text]) => `| \`${form}\` | ${text.replaceAll('|', '\\|')} |`);
  return ['| argument | meaning |', '| --- | --- |', ...lines].join('\n');
}
