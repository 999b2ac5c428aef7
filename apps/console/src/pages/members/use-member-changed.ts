import { useQueryClient } from '@tanstack/react-query';
import { ORGANIZATION } from '../../api/query-keys.ts';
import { may } from '../../session/may.ts';
import { sessionQuery, useBegin } from '../../session/session.ts';

/**
 * Follows up on the change of a member, who may be the user: then the session has changed too, and a user who may no
 * longer see the members leaves their page.
 */
export function useMemberChanged(): () => Promise<void> {
  const client = useQueryClient();
  const begin = useBegin();
  return async () => {
    const before = client.getQueryData(sessionQuery.queryKey);
    const session = await client.query({ ...sessionQuery, staleTime: 0 });
    if (session === null) return; // the shell leads to the sign-in page
    const isElsewhere = session.organization?.id !== before?.organization?.id;
    if (isElsewhere || !may(session, 'administer')) begin(session);
    else await client.invalidateQueries({ queryKey: ORGANIZATION.members });
  };
}
