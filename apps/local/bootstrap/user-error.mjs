/** An expected failure; `message` states what the user can change. */
export class UserError extends Error {
  name = 'UserError';
}
