import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { SESSION } from '../../api/query-keys.ts';
import { isPlaceholder } from '../../session/placeholder-email.ts';
import { NewPasswordField } from '../../session/new-password-field.tsx';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote, faultOf } from '../../ui/error-state.tsx';
import { Stack } from '../../ui/panel.tsx';
import { readForm } from '../../ui/read-form.ts';
import { useNotify } from '../../ui/toast.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

/** Sets a new password, which signs out everywhere else. */
export function PasswordForm() {
  const { user } = useSession();
  const client = useQueryClient();
  const notify = useNotify();
  const form = useRef<HTMLFormElement>(null);
  const change = useMutation({
    mutationFn: ({ password, current_password }: { password: string; current_password: string }) =>
      unwrap(api.PUT('/session/password', { body: { password, ...(user.has_password && { current_password }) } })),
    onSuccess: async () => {
      form.current?.reset();
      notify('Your password is changed. You are signed out everywhere else.');
      await Promise.all([
        client.invalidateQueries({ queryKey: SESSION.own }),
        client.invalidateQueries({ queryKey: SESSION.all }),
      ]);
    },
  });
  const faults = [faultOf(change.error, 'current_password'), faultOf(change.error, 'password')] as const;
  return (
    <form ref={form} onSubmit={readForm(['password', 'current_password'], (values) => change.mutate(values))}>
      <Stack>
        {user.has_password ? (
          <CurrentPasswordField fault={faults[0]} />
        ) : (
          <p>{isPlaceholder(user.email) ? 'Set an e-mail address first. ' : ''}You have no password yet.</p>
        )}
        <NewPasswordField label="New password" fault={faults[1]} />
        {change.error && faults.every((fault) => fault === undefined) && <ErrorNote error={change.error} />}
        <div>
          <Button type="submit" isBusy={change.isPending}>
            {user.has_password ? 'Change the password' : 'Set the password'}
          </Button>
        </div>
      </Stack>
    </form>
  );
}
