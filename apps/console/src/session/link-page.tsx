import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { unwrap } from '#libs/client';
import { api } from '../api/client.ts';
import { SESSION } from '../api/query-keys.ts';
import { buttonClass } from '../ui/button.tsx';
import { ErrorNote } from '../ui/error-state.tsx';
import { Entrance } from './entrance.tsx';
import { linkToken } from './link-token.ts';
import { useBegin } from './session.ts';

/** The page that the link printed by `npm start` opens: it signs in, once. */
export function LinkPage() {
  const begin = useBegin();
  // A query and no mutation: it is sent once, however often React mounts the page.
  const { data, error } = useQuery({
    queryKey: SESSION.link,
    queryFn: () => unwrap(api.POST('/session/link', { body: { token: linkToken() } })),
    staleTime: Infinity,
  });
  const enter = useEffectEvent(() => data && begin(data));
  useEffect(() => enter(), [data]);
  return (
    <Entrance title={error ? 'This link does not work' : 'Signing in …'}>
      {error && (
        <>
          <ErrorNote error={error} />
          <p>
            A link works once, and for 15 minutes. <code>npm run operator -- console-link</code> makes another.
          </p>
          <Link to="/sign-in" className={buttonClass()}>
            Sign in with a password
          </Link>
        </>
      )}
    </Entrance>
  );
}
