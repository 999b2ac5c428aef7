import type { Command, Completion } from './command.js';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** A script that completes commands, options and their values in a shell. */
export function completionScript(shell: Shell, commands: readonly Command[]): string {
  return SCRIPTS[shell](commands);
}

const SCRIPTS: Record<Shell, (commands: readonly Command[]) => string> = { bash, zsh, fish };

function bash(commands: readonly Command[]): string {
  const cases = commands.flatMap((command) => {
    const values = optionsWithValues(command).map(([forms, complete]) => {
      const words = complete === 'file' ? 'compgen -f --' : `compgen -W '${(complete ?? []).join(' ')}' --`;
      return `        ${forms.join('|')}) mapfile -t COMPREPLY < <(${words} "$word"); return ;;`;
    });
    return [
      `    ${command.name})`,
      ...(values.length > 0 ? ['      case $before in', ...values, '      esac'] : []),
      `      options='${longForms(command).join(' ')}' ;;`,
    ];
  });
  return [
    '_framewright() {',
    '  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} options=',
    '  if ((COMP_CWORD == 1)); then',
    `    mapfile -t COMPREPLY < <(compgen -W '${commands.map(({ name }) => name).join(' ')} help' -- "$word")`,
    '    return',
    '  fi',
    '  case ${COMP_WORDS[1]} in',
    ...cases,
    '  esac',
    '  if [[ $word == -* ]]; then mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word")',
    '  else mapfile -t COMPREPLY < <(compgen -f -- "$word"); fi',
    '}',
    'complete -o filenames -F _framewright framewright',
  ].join('\n');
}

function zsh(commands: readonly Command[]): string {
  const cases = commands.map((command) => {
    const options = Object.entries(command.options).map(([name, option]) => {
      const text = option.text.replaceAll(/[[\]:'\\]/g, (character) => `\\${character}`).replaceAll("\\'", "'\\''");
      const repeats = option.kind === 'texts' ? '*' : '';
      return `      '${repeats}--${name}[${text}]${option.kind === 'flag' ? '' : zshValue(option.value, option.complete)}'`;
    });
    return [
      `    ${command.name}) _arguments \\`,
      ...options.map((line) => `${line} \\`),
      "      '*:file:_files' ;;",
    ].join('\n');
  });
  return [
    '#compdef framewright',
    '_framewright() {',
    '  if ((CURRENT == 2)); then',
    `    compadd ${commands.map(({ name }) => name).join(' ')} help`,
    '    return',
    '  fi',
    '  local command=$words[2]',
    '  shift words; ((CURRENT--))',
    '  case $command in',
    ...cases,
    '  esac',
    '}',
    'compdef _framewright framewright',
  ].join('\n');
}

function zshValue(value: string, complete: Completion | undefined): string {
  if (complete === 'file') return `:${value}:_files`;
  return complete ? `:${value}:(${complete.join(' ')})` : `:${value}: `;
}

function fish(commands: readonly Command[]): string {
  const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, (character) => `\\${character}`)}'`;
  return commands
    .flatMap(({ name, summary, options }) => [
      `complete -c framewright -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
      ...Object.entries(options).map(([option, { kind, short, text, ...rest }]) => {
        const complete = 'complete' in rest ? rest.complete : undefined;
        const values = Array.isArray(complete) ? ` -f -a ${quoted(complete.join(' '))}` : '';
        const takes = kind === 'flag' ? '' : complete === 'file' ? ' -r -F' : ` -x${values.replace(' -f', '')}`;
        const letter = short ? ` -s ${short}` : '';
        return `complete -c framewright -n '__fish_seen_subcommand_from ${name}' -l ${option}${letter}${takes} -d ${quoted(text)}`;
      }),
    ])
    .join('\n');
}

function longForms({ options }: Command): string[] {
  return Object.keys(options).map((name) => `--${name}`);
}

function optionsWithValues({ options }: Command): [forms: string[], complete: Completion | undefined][] {
  return Object.entries(options).flatMap(([name, option]) =>
    option.kind === 'flag' ? [] : [[[`--${name}`, ...(option.short ? [`-${option.short}`] : [])], option.complete]],
  );
}
