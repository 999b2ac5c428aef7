import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { unwrap } from '#libs/client';
import { api } from '../api/client.ts';
import { SESSION } from '../api/query-keys.ts';
import { Button } from '../ui/button.tsx';
import { Actions, Dialog } from '../ui/dialog.tsx';
import { ErrorNote } from '../ui/error-state.tsx';
import { TextField } from '../ui/field.tsx';
import { Stack } from '../ui/panel.tsx';
import { readForm } from '../ui/read-form.ts';
import { asksForCode, CodeField, useCodeAsked, usePasskeyProof } from './code-field.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { type MemberSession, type Session, useLeave, useSession } from './session.ts';
import { SignInHelp } from './sign-in-help.tsx';

/** Lets a user whose session has ended sign in again over the page, which keeps what stands on it. */
export function SignInAgain() {
  return (
    <Dialog
      isOpen
      onClose={() => undefined}
      title="Your session has ended"
      description="Sign in again to continue. What stands on this page is kept."
      isShownOnce
    >
      <SignInForm />
    </Dialog>
  );
}

function SignInForm() {
  const before = useSession();
  const client = useQueryClient();
  const leave = useLeave();
  const proof = usePasskeyProof();
  const proceed = async (begun: Session) => {
    client.setQueryData(SESSION.own, await inOrganization(begun, before));
    client.setQueryData(SESSION.ended, false);
    await client.invalidateQueries();
  };
  const signIn = useMutation({
    mutationFn: async ({ password, code }: { password: string; code: string }) => {
      const body = { email: before.user.email, password, ...proof.proofWith(code) };
      await proceed(await unwrap(api.POST('/session', { body })));
    },
    onError: () => proof.ask.reset(),
  });
  // Another tab may have signed in, also by a link or single sign-on.
  useEffect(() => {
    const look = () => void client.invalidateQueries({ queryKey: SESSION.own });
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [client]);
  const isAsking = useCodeAsked(signIn.error);
  return (
    <form onSubmit={readForm(['password', 'code'], (values) => signIn.mutate(values))}>
      <Stack>
        <TextField label="E-mail" type="email" autoComplete="username" value={before.user.email} readOnly />
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          autoFocus
        />
        {isAsking && <CodeField error={signIn.error} proof={proof} />}
        {signIn.error && !asksForCode(signIn.error) && <ErrorNote error={signIn.error} />}
        <PasskeySignIn onSession={proceed} />
        <SignInHelp />
        <Actions>
          <Button onClick={leave}>Leave this page</Button>
          <Button look="primary" type="submit" isBusy={signIn.isPending}>
            Sign in
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}

/** The new session, in the organization of the one that has ended. Another user of the address stays where they are. */
async function inOrganization(session: Session, { user, organization }: MemberSession): Promise<Session> {
  if (session.user.id !== user.id) {
    window.location.assign('/console/');
    return session;
  }
  const isElsewhere = session.organization?.id !== organization.id;
  if (!isElsewhere || !session.organizations.some(({ id }) => id === organization.id)) return session;
  return unwrap(api.PATCH('/session', { body: { organization_id: organization.id } }));
}
