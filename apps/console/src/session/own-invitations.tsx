import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from '../api/client.ts';
import { SESSION } from '../api/query-keys.ts';
import { Button } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-state.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Stack } from '../ui/panel.tsx';
import styles from './banner.module.css';
import { Entrance } from './entrance.tsx';

import { ROLE_TEXTS } from './roles.ts';
import { useBegin, useSignOut } from './session.ts';

type Invitation = components['schemas']['OwnInvitation'];

const ownInvitationsQuery = queryOptions({
  queryKey: SESSION.invitations,
  queryFn: ({ signal }) => unwrap(api.GET('/session/invitations', { signal })),
  staleTime: 60_000,
});

/** The invitations to the user, above every page. There is nothing to see without one, or while they cannot be read. */
export function InvitationBanner() {
  const { data } = useQuery(ownInvitationsQuery);
  if (!data || data.data.length === 0) return null;
  return (
    <section className={styles.banner} aria-label="Invitations to you">
      <Invitations invitations={data.data} />
    </section>
  );
}

/** The page of a user who belongs to no organization. */
export function WithoutOrganization() {
  const query = useQuery(ownInvitationsQuery);
  const signOut = useSignOut();
  return (
    <Entrance title="Join an organization">
      <Loaded query={query}>
        {({ data }) =>
          data.length > 0 ? (
            <Invitations invitations={data} />
          ) : (
            <p>You belong to no organization, and no invitation to you is open. Ask an owner of your organization.</p>
          )
        }
      </Loaded>
      <div>
        <Button onClick={() => signOut.mutate()} isBusy={signOut.isPending}>
          Sign out
        </Button>
      </div>
    </Entrance>
  );
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  return (
    <Stack>
      {invitations.map((invitation) => (
        <Answerable key={invitation.id} invitation={invitation} />
      ))}
    </Stack>
  );
}

function Answerable({ invitation }: { invitation: Invitation }) {
  const { id, organization, role } = invitation;
  const client = useQueryClient();
  const begin = useBegin();
  const params = { path: { id } };
  const onSettled = () => client.invalidateQueries(ownInvitationsQuery);
  const accept = useMutation({
    mutationFn: () => unwrap(api.POST('/session/invitations/{id}/accept', { params })),
    onSuccess: (session) => {
      // A user who has just joined the first organization begins there; any other stays.
      if (session.organizations.length === 1) begin(session);
      else client.setQueryData(SESSION.own, session);
    },
    onSettled,
  });
  const decline = useMutation({
    mutationFn: () => unwrap(api.POST('/session/invitations/{id}/decline', { params })),
    onSettled,
  });
  const error = accept.error ?? decline.error;
  return (
    <article className={styles.row} aria-label={`Invitation to ${organization.name}`}>
      <div className={styles.text}>
        <p>
          <strong>{organization.name}</strong> invites you as <strong>{ROLE_TEXTS[role].label}</strong>.
        </p>
        <p className={styles.note}>{inviterOf(invitation)}</p>
        {error && <ErrorNote error={error} />}
      </div>
      <div className={styles.actions}>
        <Button look="primary" size="small" onClick={() => accept.mutate()} isBusy={accept.isPending}>
          Accept
        </Button>
        <Button size="small" onClick={() => decline.mutate()} isBusy={decline.isPending}>
          Decline
        </Button>
      </div>
    </article>
  );
}

/** The inviter in words. They state if the address is not proven, because it is then not to be trusted. */
function inviterOf({ inviter }: Invitation): string {
  if (inviter === null) return 'The user who invited you is gone.';
  const { name, email, email_proven } = inviter;
  return `Invited by ${name}, ${email}${email_proven ? '' : ' (this address is not proven)'}.`;
}
