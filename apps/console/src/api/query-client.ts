import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { FramewrightError } from '#libs/client';
import { SESSION } from './query-keys.ts';

function create(): QueryClient {
  const onError = (error: Error): void => {
    if (isSignedOut(error)) client.setQueryData(SESSION.own, null);
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

export function isSignedOut(error: unknown): boolean {
  return error instanceof FramewrightError && error.status === 401;
}

export const queryClient = create();
