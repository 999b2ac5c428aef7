import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { ORGANIZATION } from '../../api/query-keys.ts';
import { PAGE_SIZE } from '../../api/list-search.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { actionsColumn, type Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { hasEnded, type ApiKey, KeyStatus, keyName } from './key-status.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RenameKeyDialog } from './rename-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

/** Actions on a key that have a dialog. */
type Deed = 'rename' | 'revoke';
const route = getRouteApi('/inside/keys');
const KINDS = { read: 'Reads', read_write: 'Reads and writes' } as const satisfies Record<ApiKey['kind'], string>;

/** The API keys of the organization, for its owners. */
export function KeysPage() {
  const { offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const [isNew, setNew] = useState(false);
  const [chosen, setChosen] = useState<{ deed: Deed; of: ApiKey }>();
  const close = () => setChosen(undefined);
  const query = useQuery({
    queryKey: ORGANIZATION.keyList(offset),
    queryFn: ({ signal }) => unwrap(api.GET('/keys', { params: { query: { limit: PAGE_SIZE, offset } }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title="Keys" description="With a key your program calls the API.">
        <Button look="primary" onClick={() => setNew(true)}>
          New key
        </Button>
      </PageHeader>
      <PagedTable
        query={query}
        caption="Keys"
        columns={columns((deed, of) => setChosen({ deed, of }))}
        keyOf={({ id }) => id}
        empty={<EmptyState title="No keys yet">A program needs a key for every request.</EmptyState>}
        onOffset={(next) => void navigate({ search: next === 0 ? {} : { offset: next } })}
      />
      {isNew && <NewKeyDialog onClose={() => setNew(false)} />}
      {chosen?.deed === 'rename' && <RenameKeyDialog of={chosen.of} onClose={close} />}
      {chosen?.deed === 'revoke' && <RevokeKeyDialog of={chosen.of} onClose={close} />}
    </>
  );
}

function columns(onDeed: (deed: Deed, of: ApiKey) => void): readonly Column<ApiKey>[] {
  return [
    { head: 'Name', isWide: true, isEssential: true, cell: (key) => keyName(key) },
    { head: 'Key', cell: ({ starts_with }) => <code>{starts_with}…</code> },
    { head: 'Status', isEssential: true, cell: (key) => <KeyStatus of={key} /> },
    { head: 'Rights', cell: ({ kind }) => KINDS[kind] },
    { head: 'Credits', cell: (key) => spendingOf(key) },
    {
      head: 'Last used',
      align: 'right',
      cell: ({ last_used_at }) => (last_used_at === null ? 'never' : <Time at={last_used_at} />),
    },
    {
      head: 'Expires',
      align: 'right',
      cell: ({ expires_at }) => (expires_at === null ? 'never' : <Time at={expires_at} isLong />),
    },
    { head: 'Created', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
    actionsColumn((key) => <KeyMenu of={key} onDeed={(deed) => onDeed(deed, key)} />),
  ];
}

/** The limits of what the videos of a key may cost. */
function spendingOf({ kind, daily_credits, total_credits }: ApiKey): string {
  if (kind === 'read') return 'none';
  const limits = [
    ...(daily_credits === null ? [] : [`${daily_credits} a day`]),
    ...(total_credits === null ? [] : [`${total_credits} in all`]),
  ];
  return limits.length === 0 ? 'no limit' : limits.join(', ');
}

function KeyMenu({ of, onDeed }: { of: ApiKey; onDeed: (deed: Deed) => void }) {
  return (
    <RowMenu name={keyName(of)}>
      <MenuItem onSelect={() => onDeed('rename')}>Rename</MenuItem>
      {!hasEnded(of) && (
        <>
          <MenuSeparator />
          <MenuItem isDanger onSelect={() => onDeed('revoke')}>
            Revoke
          </MenuItem>
        </>
      )}
    </RowMenu>
  );
}
