import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { unwrap } from '#libs/client';
import { api } from '../api/client.ts';
import { Button, buttonClass } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-state.tsx';
import { TextField } from '../ui/field.tsx';
import { readForm } from '../ui/read-form.ts';
import { Loaded } from '../ui/loaded.tsx';
import { Stack } from '../ui/panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { asksForCode, CodeField, useCodeAsked, usePasskeyProof } from './code-field.tsx';
import { Entrance } from './entrance.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { Refusal } from './refusal.tsx';
import { SignInHelp } from './sign-in-help.tsx';
import { signInOptionsQuery, useBegin } from './session.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  const { from, refused } = route.useSearch();
  const options = useQuery(signInOptionsQuery);
  const begin = useBegin();
  return (
    <Entrance title="Sign in">
      <Loaded query={options} loading={<Skeleton lines={3} />}>
        {({ password, single_sign_on }) => (
          <Stack gap="large">
            {refused !== undefined && <Refusal reason={refused} provider={single_sign_on ?? 'Single sign-on'} />}
            {single_sign_on !== null && (
              <a className={buttonClass({ look: password ? 'plain' : 'primary' })} href={singleSignOnAddress(from)}>
                Continue with {single_sign_on}
              </a>
            )}
            {password && <PasswordForm />}
            <PasskeySignIn onSession={(session) => begin(session, from)} />
          </Stack>
        )}
      </Loaded>
    </Entrance>
  );
}

/** The address whose response redirects to the provider. */
function singleSignOnAddress(from: string | undefined): string {
  return `/v1/session/single-sign-on${from === undefined ? '' : `?from=${encodeURIComponent(from)}`}`;
}

function PasswordForm() {
  const { from } = route.useSearch();
  const begin = useBegin();
  const proof = usePasskeyProof();
  const signIn = useMutation({
    mutationFn: ({ code, ...body }: Record<'email' | 'password' | 'code', string>) =>
      unwrap(api.POST('/session', { body: { ...body, ...proof.proofWith(code) } })),
    onError: () => proof.ask.reset(),
    onSuccess: (session) => begin(session, from),
  });
  const isAsking = useCodeAsked(signIn.error);
  return (
    <form onSubmit={readForm(['email', 'password', 'code'], (values) => signIn.mutate(values))}>
      <Stack>
        <TextField label="E-mail" name="email" type="email" autoComplete="username" required autoFocus />
        <TextField label="Password" name="password" type="password" autoComplete="current-password" required />
        {isAsking && <CodeField error={signIn.error} proof={proof} />}
        {signIn.error && !asksForCode(signIn.error) && <ErrorNote error={signIn.error} />}
        <Button look="primary" type="submit" isBusy={signIn.isPending}>
          Sign in
        </Button>
        <SignInHelp />
      </Stack>
    </form>
  );
}
