import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { SESSION } from '../../api/query-keys.ts';
import { isPlaceholder } from '../../session/placeholder-email.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote, faultOf } from '../../ui/error-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { Stack } from '../../ui/panel.tsx';
import { readForm } from '../../ui/read-form.ts';
import { useNotify } from '../../ui/toast.tsx';
import { CurrentPasswordField } from './current-password-field.tsx';

type User = components['schemas']['SessionUser'];

/** Changes the name and the e-mail address; another address asks for the password. */
export function ProfileForm() {
  const { user } = useSession();
  const shownEmail = isPlaceholder(user.email) ? '' : user.email;
  const client = useQueryClient();
  const notify = useNotify();
  const [email, setEmail] = useState(shownEmail);
  const isOther = email.trim().toLowerCase() !== shownEmail;
  const change = useMutation({
    mutationFn: (body: components['schemas']['UpdateUserBody']) => unwrap(api.PATCH('/session/user', { body })),
    onSuccess: (session) => {
      client.setQueryData(SESSION.own, session);
      notify('Your account is changed.');
    },
  });
  const fault = faultOf(change.error, 'current_password');
  const submit = readForm(['name', 'current_password'], ({ name, current_password }) =>
    change.mutate({
      name: name.trim(),
      ...(isOther && { email: email.trim(), ...(user.has_password && { current_password }) }),
    }),
  );
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          pattern=".*\S.*"
          maxLength={200}
          defaultValue={user.name}
          required
        />
        <TextField
          label="E-mail"
          hint={hintOf(user)}
          type="email"
          autoComplete="username"
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          required={user.has_password}
        />
        {isOther && user.has_password && <CurrentPasswordField fault={fault} />}
        {change.error && fault === undefined && <ErrorNote error={change.error} />}
        <div>
          <Button type="submit" isBusy={change.isPending}>
            Save
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function hintOf({ email, email_proven }: User): string {
  if (isPlaceholder(email)) return 'The name with which you sign in. You have none yet.';
  if (email_proven) return 'The name with which you sign in.';
  return 'The name with which you sign in. It is not verified, so invitations find you by their links only.';
}
