import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '#libs/client';
import { api } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-state.tsx';
import { readForm } from '../ui/read-form.ts';
import { Stack } from '../ui/panel.tsx';
import { asksForCode, CodeField, useCodeAsked, usePasskeyProof } from './code-field.tsx';
import { Entrance } from './entrance.tsx';
import { linkToken } from './link-token.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { useBegin } from './session.ts';

/** The page that an operator's link opens to set a new password. */
export function PasswordResetPage() {
  const [token] = useState(linkToken);
  const begin = useBegin();
  const proof = usePasskeyProof();
  const reset = useMutation({
    mutationFn: ({ password, code }: { password: string; code: string }) =>
      unwrap(api.POST('/session/password-reset', { body: { token, password, ...proof.proofWith(code) } })),
    onError: () => proof.ask.reset(),
    onSuccess: (session) => begin(session),
  });
  const isAsking = useCodeAsked(reset.error);
  return (
    <Entrance title="Set a new password">
      <form onSubmit={readForm(['password', 'code'], (values) => reset.mutate(values))}>
        <Stack>
          <NewPasswordField label="New password" />
          {isAsking && <CodeField error={reset.error} proof={proof} />}
          {reset.error && !asksForCode(reset.error) && <ErrorNote error={reset.error} />}
          <Button look="primary" type="submit" isBusy={reset.isPending}>
            Set and sign in
          </Button>
        </Stack>
      </form>
    </Entrance>
  );
}
