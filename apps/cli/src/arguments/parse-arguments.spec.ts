import { describe, expect, it } from '@jest/globals';
import { COMMANDS, RENDER, STILL } from '../commands/table.js';
import { CliError } from '../cli-error.js';
import type { Command } from './command.js';
import { completionScript, SHELLS } from './completion.js';
import { commandHelp } from './help.js';
import { parseArguments } from './parse-arguments.js';

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof CliError) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('arguments', () => {
  it('are typed by the table', () => {
    const { options, positionals } = parseArguments(RENDER, [
      ...['card.json', '-o', 'a.mp4', '--set', 'a=1', '--set=b=2', '--fps', '30', '--force'],
    ]);
    expect(positionals).toEqual(['card.json']);
    expect(options).toMatchObject({ output: 'a.mp4', set: ['a=1', 'b=2'], fps: 30, force: true, json: false });
    expect(options.size).toEqual([]);
    expect(options.data).toBeUndefined();
  });

  it('take a negative number and a text that begins with a dash after =', () => {
    expect(parseArguments(STILL, ['--time=-1']).options.time).toBe(-1);
    expect(parseArguments(STILL, ['--set=title=-']).options.set).toEqual(['title=-']);
  });

  it.each([
    [['--outptu', 'a'], 'render has no option --outptu; did you mean "output"?'],
    [['-x'], 'render has no option -x'],
    [['a.json', 'b.json'], 'render takes at most 1: b.json'],
    [['--fps', 'fast'], '--fps must be a number, not fast'],
    [['--fps='], '--fps must be a number'],
    [['--output'], "Option '-o, --output <value>' argument missing"],
    [['--force=yes'], 'does not take an argument'],
    [['--fps', 'x'.repeat(65_536)], 'must be a number, not xxx'],
  ])('%j are refused by name', (args, message) => {
    const text = refusal(() => parseArguments(RENDER, args));
    expect(text).toContain(message);
    expect(text.length).toBeLessThan(400);
  });
});

describe('the table of commands', () => {
  it('gives every option of every command to help and to each shell', () => {
    for (const command of COMMANDS) {
      const help = commandHelp(command);
      for (const name of Object.keys(command.options)) {
        expect(help).toContain(`--${name}`);
        for (const shell of SHELLS) {
          expect(completionScript(shell, [command])).toContain(shell === 'fish' ? `-l ${name}` : `--${name}`);
        }
      }
    }
  });

  it('has one letter for one option of a command', () => {
    for (const { options } of COMMANDS as readonly Command[]) {
      const letters = Object.values(options).flatMap(({ short }) => short ?? []);
      expect(new Set(letters).size).toBe(letters.length);
    }
  });
});
