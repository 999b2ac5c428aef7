/** An end that the user can do something about; `message` says what, and no stack trace follows. */
export class Advice extends Error {
  override name = 'Advice';
}
