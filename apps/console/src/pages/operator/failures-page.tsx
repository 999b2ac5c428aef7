import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { PAGE_SIZE } from '../../api/list-search.ts';
import { FAILURE_CODES } from '../../api/operator-search.ts';
import { Button } from '../../ui/button.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './failures-page.module.css';

type Failure = components['schemas']['Failure'];
const route = getRouteApi('/inside/operator/failures');

/** The latest failed videos of all organizations. */
export function FailuresPage() {
  const { offset = 0, code, organization } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery({
    queryKey: ['operator', 'failures', { offset, code, organization }],
    queryFn: ({ signal }) =>
      unwrap(
        api.GET('/operator/failures', {
          params: { query: { limit: PAGE_SIZE, offset, code, organization_id: organization } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
  const setCode = (value: string) => {
    const chosen = FAILURE_CODES.find((each) => each === value);
    void navigate({ search: { ...(chosen && { code: chosen }), ...(organization && { organization }) } });
  };
  return (
    <>
      <PageHeader
        title="Failures"
        description="The latest failed videos of all organizations. Their credits returned."
      />
      <div className={styles.filters}>
        <SelectField
          label="Reason"
          value={code ?? ''}
          onValue={setCode}
          options={[{ value: '', label: 'Every reason' }, ...FAILURE_CODES.map((value) => ({ value, label: value }))]}
        />
        {organization !== undefined && (
          <Button onClick={() => void navigate({ search: code ? { code } : {} })}>All organizations</Button>
        )}
      </div>
      <Loaded query={query}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState title="No failed video">
              {code === undefined && organization === undefined ? 'Nothing has failed.' : 'Nothing matches the filter.'}
            </EmptyState>
          ) : (
            <>
              <Table caption="Failures" columns={COLUMNS} rows={data} keyOf={({ id }) => id} />
              <Pagination
                offset={offset}
                limit={PAGE_SIZE}
                count={data.length}
                total={pagination.total}
                onOffset={(next) => void navigate({ search: (search) => ({ ...search, offset: next }) })}
              />
            </>
          )
        }
      </Loaded>
    </>
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
