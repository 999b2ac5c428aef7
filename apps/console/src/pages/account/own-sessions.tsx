import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { SESSION } from '../../api/query-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { actionsColumn, type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useNotify } from '../../ui/toast.tsx';
import styles from './account.module.css';
import { browserName } from './browser-name.ts';

type OwnSession = components['schemas']['OwnSession'];
/** Most sessions of a user. */
const ALL = 50;

/** The browsers in which the user is signed in, and the way out of those that are elsewhere. */
export function OwnSessions() {
  const client = useQueryClient();
  const notify = useNotify();
  const query = useQuery({
    queryKey: SESSION.all,
    queryFn: ({ signal }) => unwrap(api.GET('/session/sessions', { params: { query: { limit: ALL } }, signal })),
  });
  const end = useMutation({
    mutationFn: (session: OwnSession | undefined) =>
      session
        ? unwrap(api.DELETE('/session/sessions/{id}', { params: { path: { id: session.id } } }))
        : unwrap(api.DELETE('/session/sessions')),
    onSuccess: (_nothing, session) =>
      notify(session ? 'You are signed out there.' : 'You are signed out everywhere else.'),
    onSettled: () => client.invalidateQueries({ queryKey: SESSION.all }),
  });
  const isElsewhere = (query.data?.data.length ?? 0) > 1;
  return (
    <Panel
      title="Where you are signed in"
      actions={
        isElsewhere && (
          <Button size="small" onClick={() => end.mutate(undefined)} isBusy={end.isPending}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      <Stack>
        {end.error && <ErrorNote error={end.error} />}
        <Loaded query={query}>
          {({ data }) => (
            <Table
              caption="Your sessions"
              columns={columns((session) => end.mutate(session))}
              rows={data}
              keyOf={({ id }) => id}
            />
          )}
        </Loaded>
      </Stack>
    </Panel>
  );
}

function columns(onEnd: (session: OwnSession) => void): readonly Column<OwnSession>[] {
  return [
    {
      head: 'Browser',
      isEssential: true,
      cell: ({ user_agent, current }) => (
        <span className={styles.browser} title={user_agent ?? undefined}>
          {browserName(user_agent)}
          {current && <Badge tone="good">This one</Badge>}
        </span>
      ),
    },
    { head: 'Address', isWide: true, cell: ({ address }) => address ?? 'unknown' },
    { head: 'Signed in', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
    { head: 'Last used', align: 'right', cell: ({ last_used_at }) => <Time at={last_used_at} /> },
    actionsColumn((session) =>
      session.current ? null : (
        <Button
          look="quiet"
          size="small"
          aria-label={`Sign out there: ${browserName(session.user_agent)}`}
          onClick={() => onEnd(session)}
        >
          Sign out there
        </Button>
      ),
    ),
  ];
}
