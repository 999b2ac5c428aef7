import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type components, FAILURE_CODES, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { OPERATOR } from '../../api/query-keys.ts';
import { PAGE_SIZE } from '../../api/list-search.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterField, FilterBar } from '../../ui/filters.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';

type Failure = components['schemas']['Failure'];
const route = getRouteApi('/inside/operator/failures');

/** The latest failed videos of all organizations. */
export function FailuresPage() {
  const { offset = 0, code, organization } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    queryKey: OPERATOR.failures({ offset, code, organization }),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/operator/failures', {
          params: { query: { limit: PAGE_SIZE, offset, code, organization_id: organization } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Failures"
        description="The latest failed videos of all organizations. Their credits are returned."
      />
      <FailureFilters />
      <PagedTable
        query={query}
        caption="Failures"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No failed video">
            {code === undefined && organization === undefined ? 'Nothing has failed.' : 'Nothing matches the filter.'}
          </EmptyState>
        }
        onOffset={(next) => void navigate({ search: (search) => ({ ...search, offset: next }) })}
      />
    </>
  );
}

function FailureFilters() {
  const { code, organization } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <FilterBar>
      <FilterField
        label="Reason"
        every="Every reason"
        values={FAILURE_CODES}
        value={code}
        onValue={(chosen) =>
          void navigate({ search: { ...(chosen && { code: chosen }), ...(organization && { organization }) } })
        }
      />
      {organization !== undefined && (
        <Button onClick={() => void navigate({ search: code ? { code } : {} })}>All organizations</Button>
      )}
    </FilterBar>
  );
}

const COLUMNS: readonly Column<Failure>[] = [
  { head: 'Failed', isEssential: true, cell: ({ finished_at }) => <Time at={finished_at} /> },
  {
    head: 'Organization',
    isEssential: true,
    cell: ({ organization: { id, name } }) => (
      <Link to="/operator/failures" search={(search) => ({ ...search, offset: undefined, organization: id })}>
        {name}
      </Link>
    ),
  },
  { head: 'Reason', cell: ({ error }) => <code>{error.code}</code> },
  { head: 'Message', isWide: true, isEssential: true, cell: ({ error }) => error.message },
  { head: 'Video', cell: ({ id }) => <CopyableId id={id} label="Copy id of the video" /> },
];
