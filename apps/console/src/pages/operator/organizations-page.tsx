import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { OPERATOR } from '../../api/query-keys.ts';
import { PAGE_SIZE } from '../../api/list-search.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { MenuItem } from '../../ui/menu.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { actionsColumn, type Column, rowTitle } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { GrantDialog } from './grant-dialog.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import { NewOrganizationDialog } from './new-organization-dialog.tsx';

type Organization = components['schemas']['OperatorOrganization'];
/** Actions on an organization that have a dialog. */
type Deed = 'grant' | 'limit';
const route = getRouteApi('/inside/operator/organizations');

/** All organizations of the installation. */
export function OrganizationsPage() {
  const { offset = 0, search } = route.useSearch();
  const navigate = route.useNavigate();
  const [isNew, setNew] = useState(false);
  const [chosen, setChosen] = useState<{ deed: Deed; organization: Organization }>();
  const query = useOrganizations({ offset, search });
  const close = () => setChosen(undefined);
  return (
    <>
      <PageHeader title="All organizations" description="Everyone who uses this installation, newest first.">
        <Button look="primary" onClick={() => setNew(true)}>
          New organization
        </Button>
      </PageHeader>
      <FilterBar>
        <SearchField
          label="Name or id"
          value={search ?? ''}
          onSearch={(text) => void navigate({ search: text === '' ? {} : { search: text } })}
        />
      </FilterBar>
      <PagedTable
        query={query}
        caption="Organizations"
        columns={columns((deed, organization) => setChosen({ deed, organization }))}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No such organization">No name contains this text, and no id is equal to it.</EmptyState>
        }
        onOffset={(next) => void navigate({ search: (given) => ({ ...given, offset: next }) })}
      />
      {isNew && <NewOrganizationDialog onClose={() => setNew(false)} />}
      {chosen?.deed === 'grant' && <GrantDialog organization={chosen.organization} onClose={close} />}
      {chosen?.deed === 'limit' && <LimitDialog organization={chosen.organization} onClose={close} />}
    </>
  );
}

function useOrganizations({ offset, search }: { offset: number; search: string | undefined }) {
  return useQuery({
    queryKey: OPERATOR.organizationList({ offset, search }),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/operator/organizations', { params: { query: { limit: PAGE_SIZE, offset, search } }, signal })),
    placeholderData: keepPreviousData,
  });
}

function columns(onDeed: (deed: Deed, organization: Organization) => void): readonly Column<Organization>[] {
  return [
    {
      head: 'Name',
      isWide: true,
      isEssential: true,
      cell: ({ id, name }) => (
        <Link to="/operator/organizations/$id" params={{ id }} className={rowTitle}>
          {name}
        </Link>
      ),
    },
    { head: 'Id', cell: ({ id }) => <CopyableId id={id} label="Copy id" /> },
    {
      head: 'Credits',
      isEssential: true,
      align: 'right',
      cell: ({ balance }) => formatNumber(balance.available),
    },
    { head: 'Held', align: 'right', cell: ({ balance }) => formatNumber(balance.held) },
    { head: 'Videos running', align: 'right', cell: ({ running_videos }) => formatNumber(running_videos) },
    {
      head: 'Requests a minute',
      align: 'right',
      cell: ({ rate_limit }) => (rate_limit === null ? 'default' : formatNumber(rate_limit)),
    },
    { head: 'Created', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
    actionsColumn((organization) => (
      <RowMenu name={organization.name}>
        <MenuItem onSelect={() => onDeed('grant', organization)}>Grant credits</MenuItem>
        <MenuItem onSelect={() => onDeed('limit', organization)}>Change the rate limit</MenuItem>
      </RowMenu>
    )),
  ];
}
