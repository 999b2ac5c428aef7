import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../api/client.ts';
import { SESSION } from '../api/query-keys.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-state.tsx';
import { TextField } from '../ui/field.tsx';
import { Stack } from '../ui/panel.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { readForm } from '../ui/read-form.ts';
import { asksForCode, CodeField, useCodeAsked, usePasskeyProof } from './code-field.tsx';
import { Entrance } from './entrance.tsx';
import styles from './invitation-page.module.css';
import { linkToken } from './link-token.ts';
import { NewPasswordField } from './new-password-field.tsx';
import { isPlaceholder } from './placeholder-email.ts';
import { ROLE_TEXTS } from './roles.ts';
import { useBegin } from './session.ts';

/** The page that an owner's invitation link opens: it says who invites to what, and makes a member. */
export function InvitationPage() {
  const [token] = useState(linkToken);
  const { data, error } = useQuery({
    queryKey: SESSION.invitation,
    queryFn: () => unwrap(api.POST('/session/invitation/show', { body: { token } })),
    staleTime: Infinity,
  });
  if (error)
    return (
      <Entrance title="This invitation does not work">
        <ErrorNote error={error} />
        <p>An invitation works once, and for 7 days. Ask who invited you for another.</p>
      </Entrance>
    );
  return (
    <Entrance title={data ? `Join ${data.organization.name}` : 'Your invitation'}>
      {data ? (
        <>
          <Summary invitation={data} />
          <AcceptForm token={token} />
        </>
      ) : (
        <Skeleton lines={4} />
      )}
    </Entrance>
  );
}

type Invitation = components['schemas']['ShownInvitation'];

function Summary({ invitation: { organization, role, email, inviter } }: { invitation: Invitation }) {
  return (
    <div className={styles.summary}>
      <p>
        {inviter ? <strong>{inviter.name}</strong> : 'A former member'} invites you to{' '}
        <strong>{organization.name}</strong> as <strong>{ROLE_TEXTS[role].label}</strong>:{' '}
        {ROLE_TEXTS[role].may.toLowerCase()}.
      </p>
      <p className={styles.note}>
        For {email}
        {inviter && !isPlaceholder(inviter.email) && `, by ${inviter.email}`}
        {inviter && !inviter.email_proven && ' (this address is not proven)'}.
      </p>
    </div>
  );
}

function AcceptForm({ token }: { token: string }) {
  const begin = useBegin();
  const proof = usePasskeyProof();
  const accept = useMutation({
    mutationFn: ({ name, password, code }: Record<'name' | 'password' | 'code', string>) =>
      unwrap(
        api.POST('/session/invitation', { body: { token, name: name.trim(), password, ...proof.proofWith(code) } }),
      ),
    onError: () => proof.ask.reset(),
    onSuccess: (session) => begin(session),
  });
  const isAsking = useCodeAsked(accept.error);
  return (
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
        {isAsking && <CodeField error={accept.error} proof={proof} />}
        {accept.error && !asksForCode(accept.error) && <ErrorNote error={accept.error} />}
        <Button look="primary" type="submit" isBusy={accept.isPending}>
          Accept and sign in
        </Button>
      </Stack>
    </form>
  );
}
