import { type QueryClient, queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type components, unwrap } from '#libs/client';
import { api } from '../api/client.ts';
import { SESSION } from '../api/query-keys.ts';
import { isSignedOut } from '../api/query-client.ts';

export type Session = components['schemas']['Session'];
/** The session of a user who belongs to the organization. */
export type MemberSession = Session & {
  organization: NonNullable<Session['organization']>;
  role: NonNullable<Session['role']>;
};

/** The signed-in user and organization; null if no user is signed in. */
export const sessionQuery = queryOptions({
  queryKey: SESSION.own,
  queryFn: async ({ signal, client }): Promise<Session | null> => {
    const before = client.getQueryData<Session | null>(SESSION.own) ?? null;
    try {
      const session = await unwrap(api.GET('/session', { signal }));
      client.setQueryData(SESSION.ended, false);
      return session;
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      client.setQueryData(SESSION.ended, before !== null);
      return before;
    }
  },
  staleTime: 60_000,
});

/** Ways to sign in here. */
export const signInOptionsQuery = queryOptions({
  queryKey: SESSION.options,
  queryFn: ({ signal }) => unwrap(api.GET('/session/options', { signal })),
  staleTime: Infinity,
});

/** The session of the page's user. Only pages within the shell have one. */
export function useSession(): MemberSession {
  const { data } = useSuspenseQuery(sessionQuery);
  if (!data || !isOfMember(data)) throw new Error('This page needs a session in an organization.');
  return data;
}

/** Whether a session acts in an organization. */
export function isOfMember(session: Session): session is MemberSession {
  return session.organization !== null && session.role !== null;
}

/** Begins the work of a session: nothing of the one before stays. */
export function useBegin(): (session: Session, to?: string) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  return (session, to = '/') => {
    begin(client, session);
    void navigate({ to });
  };
}

function begin(client: QueryClient, session: Session | null): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION.own[0] });
  client.setQueryData(SESSION.own, session);
}

/** A function that leaves a session that has ended, for the sign-in page. */
export function useLeave(): () => void {
  const client = useQueryClient();
  return () => begin(client, null);
}

export function useSignOut() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => unwrap(api.DELETE('/session')),
    onSuccess: () => begin(client, null),
  });
}

/** A function that chooses another organization of the user, in which requests act from then on. */
export function useChooseOrganization() {
  const beginAt = useBegin();
  return useMutation({
    mutationFn: (organization_id: string) => unwrap(api.PATCH('/session', { body: { organization_id } })),
    onSuccess: (session) => beginAt(session),
  });
}
