import { useQuery } from '@tanstack/react-query';
import { Navigate, useRouterState } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import { SessionEnded } from './session-ended.tsx';
import { isOfMember, sessionQuery } from './session.ts';

const WithoutOrganization = lazy(async () => ({
  default: (await import('./own-invitations.tsx')).WithoutOrganization,
}));

/**
 * Shows its children to a signed-in user of an organization, also when the session ends meanwhile, invitations to a user without one, and sends all others to
 * the sign-in page and back.
 */
export function SignedIn({ children }: { children: ReactNode }) {
  const query = useQuery(sessionQuery);
  if (query.data && isOfMember(query.data))
    return (
      <>
        {children}
        <SessionEnded />
      </>
    );
  if (query.data)
    return (
      <Suspense>
        <WithoutOrganization />
      </Suspense>
    );
  if (query.data === null) return <ToSignIn />;
  if (!query.error) return null;
  return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
}

function ToSignIn() {
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const [from] = useState(path); // and not the sign-in page itself, while the router is on its way there
  return <Navigate to="/sign-in" search={from === '/' ? {} : { from }} replace />;
}
