import { useMutation, useQueryClient } from '@tanstack/react-query';
import { unwrap } from '#libs/client';
import { api } from '../api/client.ts';
import { SESSION } from '../api/query-keys.ts';
import { DialogForm } from '../ui/dialog-form.tsx';
import { faultOf } from '../ui/error-state.tsx';
import { TextField } from '../ui/field.tsx';
import { readForm } from '../ui/read-form.ts';
import { useNotify } from '../ui/toast.tsx';
import { isPlaceholder } from './placeholder-email.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useSession } from './session.ts';

/** Sets the e-mail address and the first password of a user who has none. */
export function FirstPasswordForm({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const client = useQueryClient();
  const notify = useNotify();
  const set = useMutation({
    mutationFn: async ({ email, password }: { email: string; password: string }) => {
      // The address first: it needs no password as long as there is none, so that a refused password can be corrected.
      if (email !== user.email) await unwrap(api.PATCH('/session/user', { body: { email } }));
      await unwrap(api.PUT('/session/password', { body: { password } }));
    },
    onSuccess: async (_nothing, { email }) => {
      onClose();
      notify(`From now on you sign in as ${email} with your password.`);
      await client.invalidateQueries({ queryKey: SESSION.own });
    },
  });
  return (
    <DialogForm
      onSubmit={readForm(['email', 'password'], ({ email, password }) => set.mutate({ email: email.trim(), password }))}
      onClose={onClose}
      action="Set and keep"
      isBusy={set.isPending}
      error={faultOf(set.error, 'password') === undefined ? set.error : null}
    >
      <TextField
        label="E-mail"
        hint="The name with which you sign in. Nothing is sent to it."
        name="email"
        type="email"
        autoComplete="username"
        maxLength={254}
        defaultValue={isPlaceholder(user.email) ? '' : user.email}
        required
      />
      <NewPasswordField label="Password" fault={faultOf(set.error, 'password')} />
    </DialogForm>
  );
}
