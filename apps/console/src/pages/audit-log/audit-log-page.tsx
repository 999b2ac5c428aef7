import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { unwrap } from '#libs/client';
import { auditQuery } from '../../api/audit-log.ts';
import { api } from '../../api/client.ts';
import { ORGANIZATION } from '../../api/query-keys.ts';
import { PAGE_SIZE } from '../../api/list-search.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { AuditEntries } from './audit-entries.tsx';

const route = getRouteApi('/inside/audit-log');

/** The page of changes in the organization, with the actor of each. */
export function AuditLogPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { offset = 0 } = search;
  const query = useQuery({
    queryKey: ORGANIZATION.auditLog(search),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/audit-log', { params: { query: { limit: PAGE_SIZE, offset, ...auditQuery(search) } }, signal })),
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageHeader title="Audit log" description="Who has changed what in your organization, newest first." />
      <AuditEntries query={query} search={search} onSearch={(next) => void navigate({ search: next })} />
    </>
  );
}
