/** An expected failure; `message` states what the user can change, and no stack trace is printed. */
export class UserError extends Error {
  override name = 'UserError';
}
