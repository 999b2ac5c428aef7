import { oneFault } from '../users/account-faults.js';

/** Fewer different characters than this are soon tried. */
const LEAST_DIFFERENT = 5;
/** Letters that must be left when the words that guessers try first, digits and signs are taken out. */
const LEAST_OWN_LETTERS = 4;
/** Part of the steps from one character to the next that may be those of an alphabet or a keyboard. */
const MOST_STEPS_OF_A_ROW = 0.7;

/** Words with which the passwords begin or end that guessers try first. */
const TRIED_FIRST =
  /pass(?:word|wort)|letmein|iloveyou|admin(?:istrator)?|welcome|changeme|secret|login|framewright|qwert[yz]|monkey|dragon/g;
const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'qwertzuiop', 'asdfghjkl', 'zxcvbnm'];

/** @throws AppError VALIDATION_ERROR for a new password that is easy to guess */
export function assertHardToGuess(password: string, { email, name }: { email: string; name: string }): void {
  const weakness = weaknessOf(password, [email, name]);
  if (weakness !== undefined) throw oneFault('password', 'INVALID_VALUE', `password is easy to guess: ${weakness}`);
}

/**
 * The reason why a new password is easy to guess, as the end of a sentence; undefined for one that is not known to be. It
 * refuses what NIST SP 800-63B advises to refuse: repetitions, rows, words of context and the commonest passwords.
 *
 * @param names of the user: e-mail address and name
 */
export function weaknessOf(password: string, names: readonly string[]): string | undefined {
  const text = password.toLowerCase();
  if (new Set(text).size < LEAST_DIFFERENT) return 'it has too few different characters';
  if (/^(.{1,16})\1+$/s.test(text)) return 'it repeats the same characters';
  if (shareOfRows(text) > MOST_STEPS_OF_A_ROW) return 'its characters follow each other on the keyboard';
  const own = names.reduce((rest, name) => withoutName(rest, name.toLowerCase()), text);
  if (own !== text && lettersOf(own) < LEAST_OWN_LETTERS) return 'it is made of your name or e-mail address';
  const rare = text.replace(TRIED_FIRST, '');
  if (rare !== text && lettersOf(rare) < LEAST_OWN_LETTERS) return 'it is one of the commonest passwords';
  return undefined;
}

function withoutName(text: string, name: string): string {
  const parts = name.split(/[^\p{L}\p{N}]+/u).filter((part) => part.length >= LEAST_OWN_LETTERS);
  return parts.reduce((rest, part) => rest.replaceAll(part, ''), text);
}

function lettersOf(text: string): number {
  return text.match(/\p{L}/gu)?.length ?? 0;
}

/** Part of the steps that lead to the neighbor in a row, or to the same character. */
function shareOfRows(text: string): number {
  let steps = 0;
  for (let at = 1; at < text.length; at += 1) {
    const pair = text.slice(at - 1, at + 1);
    const turned = pair[1]! + pair[0]!;
    if (pair[0] === pair[1] || ROWS.some((row) => row.includes(pair) || row.includes(turned))) steps += 1;
  }
  return steps / (text.length - 1);
}
