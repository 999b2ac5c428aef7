import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { unwrap } from '#libs/client';
import { auditQuery, type ShownEntry } from '../../api/audit-log.ts';
import { api } from '../../api/client.ts';
import { OPERATOR } from '../../api/query-keys.ts';
import { PAGE_SIZE } from '../../api/list-search.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import type { Column } from '../../ui/table.tsx';
import { AuditEntries } from './audit-entries.tsx';

const route = getRouteApi('/inside/operator/audit-log');

/** The page of changes in all organizations and in the installation, with the actor of each. */
export function OperatorAuditLogPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { offset = 0, organization: organization_id } = search;
  const query = useQuery({
    queryKey: OPERATOR.auditLog(search),
    queryFn: ({ signal }) => {
      const params = { query: { limit: PAGE_SIZE, offset, organization_id, ...auditQuery(search) } };
      return unwrap(api.GET('/operator/audit-log', { params, signal }));
    },
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader
        title="Audit log of the installation"
        description="Who has changed what in all organizations and in the installation, newest first."
      />
      <AuditEntries
        query={query}
        search={search}
        onSearch={(next) => void navigate({ search: next })}
        more={[ORGANIZATION]}
      />
    </>
  );
}

const ORGANIZATION: Column<ShownEntry> = {
  head: 'Organization',
  cell: ({ organization }) =>
    organization ? (
      <Link
        to="/operator/audit-log"
        search={({ offset: _page, ...search }) => ({ ...search, organization: organization.id })}
      >
        {organization.name ?? organization.id}
      </Link>
    ) : (
      'The installation'
    ),
};
