import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { ORGANIZATION } from '../../api/query-keys.ts';
import { PAGE_SIZE } from '../../api/list-search.ts';
import { ROLE_TEXTS } from '../../session/roles.ts';
import { useSession } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { Stack } from '../../ui/panel.tsx';
import { actionsColumn, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { PendingInvitations } from './pending-invitations.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';

type Member = components['schemas']['Member'];
/** Actions on a member that have a dialog. */
type Deed = 'role' | 'remove';
const route = getRouteApi('/inside/members');

/** The users of the organization and its invitations; for owners. */
export function MembersPage() {
  const { offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const { user } = useSession();
  const [isInviting, setInviting] = useState(false);
  const [chosen, setChosen] = useState<{ deed: Deed; member: Member }>();
  const close = () => setChosen(undefined);
  const query = useQuery({
    queryKey: ORGANIZATION.memberList(offset),
    queryFn: ({ signal }) => unwrap(api.GET('/members', { params: { query: { limit: PAGE_SIZE, offset } }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title="Members" description="Who may sign in to this organization, and what each of them may do.">
        <Button look="primary" onClick={() => setInviting(true)}>
          Invite
        </Button>
      </PageHeader>
      <Stack gap="large">
        <PagedTable
          query={query}
          caption="Members"
          columns={columns(user.id, (deed, member) => setChosen({ deed, member }))}
          keyOf={({ id }) => id}
          empty={null} // who reads the list is in it
          onOffset={(next) => void navigate({ search: next === 0 ? {} : { offset: next } })}
        />
        <PendingInvitations />
      </Stack>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
      {chosen?.deed === 'role' && <RoleDialog member={chosen.member} onClose={close} />}
      {chosen?.deed === 'remove' && <RemoveMemberDialog member={chosen.member} onClose={close} />}
    </>
  );
}

function columns(ownId: string, onDeed: (deed: Deed, member: Member) => void): readonly Column<Member>[] {
  return [
    { head: 'Name', isEssential: true, cell: ({ id, name }) => (id === ownId ? `${name} (you)` : name) },
    { head: 'E-mail', isWide: true, cell: ({ email }) => email },
    { head: 'Role', isEssential: true, cell: ({ role }) => ROLE_TEXTS[role].label },
    { head: 'Member since', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
    actionsColumn((member) => (
      <RowMenu name={member.name}>
        <MenuItem onSelect={() => onDeed('role', member)}>Change the role</MenuItem>
        <MenuSeparator />
        <MenuItem isDanger onSelect={() => onDeed('remove', member)}>
          Remove
        </MenuItem>
      </RowMenu>
    )),
  ];
}
