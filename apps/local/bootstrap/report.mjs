/** Writes one line of progress to stderr; stdout belongs to the command. */
export function report(line) {
  process.stderr.write(`${line}\n`);
}
