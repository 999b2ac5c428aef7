import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '#libs/client';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-state.tsx';
import { TextField } from '../ui/field.tsx';
import { Stack } from '../ui/panel.tsx';
import { readForm } from '../ui/read-form.ts';
import { asksForCode, CodeField, codeOf, useCodeAsked } from './code-field.tsx';
import { Entrance } from './entrance.tsx';
import { linkToken } from './link-token.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useBegin } from './session.ts';

/** The page that an owner's invitation link opens: it makes a member. */
export function InvitationPage() {
  const [token] = useState(linkToken);
  const begin = useBegin();
  const accept = useMutation({
    mutationFn: ({ name, password, code }: Record<'name' | 'password' | 'code', string>) =>
      unwrap(api.POST('/session/invitation', { body: { token, name: name.trim(), password, ...codeOf(code) } })),
    onSuccess: (session) => begin(session),
  });
  const isAsking = useCodeAsked(accept.error);
  return (
    <Entrance title="Accept the invitation">
      <form onSubmit={readForm(['name', 'password', 'code'], (values) => accept.mutate(values))}>
        <Stack>
          <p>
            If you have a password here already, enter that one: you join with your account. Otherwise choose a new one.
          </p>
          <TextField
            label="Your name"
            name="name"
            autoComplete="name"
            pattern=".*\S.*"
            maxLength={200}
            required
            autoFocus
          />
          <NewPasswordField label="Password" />
          {isAsking && <CodeField error={accept.error} />}
          {accept.error && !asksForCode(accept.error) && <ErrorNote error={accept.error} />}
          <Button look="primary" type="submit" isBusy={accept.isPending}>
            Accept and sign in
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
