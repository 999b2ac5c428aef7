import type { EntityManager } from '@mikro-orm/postgresql';
import { endSessionsOf } from '../accounts/sign-in/sessions.js';
import { findUser, normalEmail, ownerOfEmail, type UserRow } from '../accounts/users/users.js';
import type { Ended } from '../auth/credential-ends.js';

/** An operator's changes of a user; absent fields stay. */
export interface UserChange {
  /** Proven from then on. */
  email?: string;
  operator?: boolean;
  /** Whether the user is disabled: cannot sign in any more, and all sessions have ended. */
  disabled?: boolean;
}

/** The user as changed and the sessions that have ended with it, or why nothing was changed. */
export type ChangedUser =
  | { outcome: 'changed'; user: UserRow; ended: Ended }
  | { outcome: 'unknown' }
  | { outcome: 'refused'; field: keyof UserChange; reason: string };

/** Changes a user. An installation that has an operator keeps one. */
export async function changeUser(em: EntityManager, id: string, change: UserChange): Promise<ChangedUser> {
  return em.transactional(async (tx) => {
    const operators = await lockOperators(tx);
    const user = await findUser(tx, id);
    if (!user) return { outcome: 'unknown' };
    const { operator = user.operator, disabled = user.disabled_at !== null } = change;
    const isLast = operators.length === 1 && operators[0]!.id === id;
    if (isLast && (!operator || disabled)) {
      const field = operator ? 'disabled' : 'operator';
      return { outcome: 'refused', field, reason: 'the installation must keep an operator' };
    }
    const email = normalEmail(change.email ?? user.email);
    const owner = change.email === undefined ? undefined : await ownerOfEmail(tx, email);
    if (owner && owner.id !== id)
      return { outcome: 'refused', field: 'email', reason: 'another user has this address' };
    await tx.execute(
      `UPDATE users SET operator = ?, disabled_at = CASE WHEN ? THEN coalesce(disabled_at, now()) END,
              email = ?, email_proven = email_proven OR ? WHERE id = ?`,
      [operator, disabled, email, change.email !== undefined, id],
    );
    const ended = disabled ? await endSessionsOf(tx, id) : [];
    return { outcome: 'changed', user: (await findUser(tx, id))!, ended };
  });
}

/** Locks the operators, so that of two who demote each other only one succeeds. */
async function lockOperators(em: EntityManager): Promise<{ id: string }[]> {
  return em.execute('SELECT id FROM users WHERE operator AND disabled_at IS NULL ORDER BY id FOR NO KEY UPDATE');
}
