/** An end that the user can do something about; `message` says what. */
export class Advice extends Error {
  name = 'Advice';
}

/** One line of progress. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}
