import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { PAGE_SIZE } from '../../api/list-search.ts';
import { ORGANIZATION } from '../../api/query-keys.ts';
import { type RequestSearch, STATUS_CLASSES } from '../../api/request-search.ts';
import { type LoggedRequest, requestQuery, STATUS_LABELS } from '../../api/requests.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar, FilterField } from '../../ui/filters.tsx';
import { formatNumber } from '../../ui/format.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { CreatorFilter } from '../videos/creator-filter.tsx';
import { callerInWords, RequestDialog } from './request-dialog.tsx';
import { RequestStatus } from './request-status.tsx';

const route = getRouteApi('/inside/requests');

/** The last requests of the organization to the API, to find one by the id that its response had. */
export function RequestsPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [shown, setShown] = useState<LoggedRequest>();
  const { offset = 0, ...filter } = search;
  const onSearch = (next: RequestSearch) => {
    setShown(undefined);
    void navigate({ search: next });
  };
  const query = useQuery({
    queryKey: ORGANIZATION.requests(search),
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/requests', { params: { query: { limit: PAGE_SIZE, offset, ...requestQuery(search) } }, signal }),
      ),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Requests"
        description="The last requests to the API: all with a key, and those of members and previews that failed."
      >
        <Button isBusy={query.isFetching} onClick={() => void query.refetch()}>
          Refresh
        </Button>
      </PageHeader>
      <RequestFilters filter={filter} onFilter={onSearch} />
      <PagedTable
        query={query}
        caption="Requests"
        columns={columns(setShown)}
        keyOf={({ request_id, created_at, path }) => `${request_id} ${created_at} ${path}`}
        empty={
          <EmptyState title="No requests">
            {Object.keys(filter).length > 0
              ? 'Nothing matches the filter. A request appears a few seconds after its end, and the oldest make room for new ones.'
              : 'The requests of your programs appear here.'}
          </EmptyState>
        }
        onOffset={(next) => onSearch({ ...filter, ...(next > 0 && { offset: next }) })}
      />
      {shown && <RequestDialog request={shown} onClose={() => setShown(undefined)} onSelect={onSearch} />}
    </>
  );
}

interface RequestFiltersProps {
  filter: Omit<RequestSearch, 'offset'>;
  onFilter: (filter: RequestSearch) => void;
}

function RequestFilters({ filter, onFilter }: RequestFiltersProps) {
  const change = (changed: { [Name in keyof RequestSearch]: RequestSearch[Name] | undefined }) => {
    const all = Object.entries({ ...filter, ...changed });
    onFilter(Object.fromEntries(all.filter(([, value]) => Boolean(value))));
  };
  return (
    <FilterBar>
      <SearchField
        label="Request id"
        placeholder="X-Request-Id"
        value={filter.request ?? ''}
        onSearch={(text) => change({ request: text || undefined })}
      />
      <CreatorFilter label="Sent by" value={filter.by} onValue={(by) => change({ by })} />
      <FilterField
        label="Status"
        every="Every status"
        values={STATUS_CLASSES}
        labelOf={(each) => `${STATUS_LABELS[each]} (${each})`}
        value={filter.status}
        onValue={(status) => change({ status })}
      />
      {Object.keys(filter).length > 0 && <Button onClick={() => onFilter({})}>Show all</Button>}
    </FilterBar>
  );
}

function columns(onOpen: (request: LoggedRequest) => void): readonly Column<LoggedRequest>[] {
  return [
    { head: 'When', cell: ({ created_at }) => <Time at={created_at} /> },
    {
      head: 'Request',
      isWide: true,
      isEssential: true,
      cell: (request) => (
        <RowButton onClick={() => onOpen(request)}>
          <b>{request.method}</b> {request.path ?? request.route ?? 'an unknown path'}
        </RowButton>
      ),
    },
    { head: 'Error', cell: ({ error_code }) => (error_code === null ? '–' : <code>{error_code}</code>) },
    { head: 'Sent by', cell: ({ caller }) => callerInWords(caller) },
    { head: 'Duration', align: 'right', cell: ({ duration_ms }) => `${formatNumber(duration_ms)} ms` },
    { head: 'Status', align: 'right', isEssential: true, cell: ({ status }) => <RequestStatus status={status} /> },
  ];
}
