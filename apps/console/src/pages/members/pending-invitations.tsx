import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { ORGANIZATION } from '../../api/query-keys.ts';
import { ROLE_TEXTS } from '../../session/roles.ts';
import { Button } from '../../ui/button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { actionsColumn, type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { useNotify } from '../../ui/toast.tsx';

type Invitation = components['schemas']['Invitation'];
/** Most invitations of an organization. */
const ALL = 100;

/** The invitations that are not accepted yet. */
export function PendingInvitations() {
  const client = useQueryClient();
  const notify = useNotify();
  const query = useQuery({
    queryKey: ORGANIZATION.invitations,
    queryFn: ({ signal }) => unwrap(api.GET('/invitations', { params: { query: { limit: ALL } }, signal })),
  });
  const withdraw = useMutation({
    mutationFn: ({ id }: Invitation) => unwrap(api.DELETE('/invitations/{id}', { params: { path: { id } } })),
    onSuccess: (_nothing, { email }) => notify(`The link of ${email} no longer works.`),
    onError: (error) => notify(error.message),
    onSettled: () => client.invalidateQueries({ queryKey: ORGANIZATION.invitations }),
  });
  return (
    <Panel title="Invitations">
      <Loaded query={query}>
        {({ data }) =>
          data.length === 0 ? (
            <p>No invitation is open.</p>
          ) : (
            <Table
              caption="Pending invitations"
              columns={columns((invitation) => withdraw.mutate(invitation))}
              rows={data}
              keyOf={({ id }) => id}
            />
          )
        }
      </Loaded>
    </Panel>
  );
}

function columns(onWithdraw: (invitation: Invitation) => void): readonly Column<Invitation>[] {
  return [
    { head: 'E-mail', isWide: true, isEssential: true, cell: ({ email }) => email },
    { head: 'Role', cell: ({ role }) => ROLE_TEXTS[role].label },
    { head: 'Expires', align: 'right', cell: ({ expires_at }) => <Time at={expires_at} /> },
    actionsColumn((invitation) => (
      <Button
        look="quiet"
        size="small"
        aria-label={`Withdraw the invitation of ${invitation.email}`}
        onClick={() => onWithdraw(invitation)}
      >
        Withdraw
      </Button>
    )),
  ];
}
