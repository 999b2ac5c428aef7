import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { SESSION } from '../api/query-keys.ts';

/** Loaded when a session has ended. */
const SignInAgain = lazy(async () => ({ default: (await import('./sign-in-again.tsx')).SignInAgain }));

/** Asks for the password when the session has ended. */
export function SessionEnded() {
  const { data: isEnded } = useQuery({
    queryKey: SESSION.ended,
    queryFn: () => false,
    initialData: false,
    staleTime: Infinity,
  });
  return <Suspense>{isEnded && <SignInAgain />}</Suspense>;
}
