import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { FramewrightError } from '#libs/client';
import { SESSION } from './query-keys.ts';

function create(): QueryClient {
  const onError = (error: Error): void => {
    if (isSignedOut(error)) noteSignedOut();
  };
  const client = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    // No repetitions here: the client of the API repeats the requests that may be repeated. Without a network they fail,
    // and the page states it; otherwise it would wait without a word.
    defaultOptions: {
      queries: { retry: false, staleTime: 5_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}

/** Notes that there is no session any more. One that has ended under a page is renewed over it (`SessionEnded`). */
export function noteSignedOut(): void {
  if (queryClient.getQueryData(SESSION.own)) queryClient.setQueryData(SESSION.ended, true);
  else queryClient.setQueryData(SESSION.own, null);
}

export function isSignedOut(error: unknown): boolean {
  return error instanceof FramewrightError && error.status === 401;
}

export const queryClient = create();
