import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { WebhookDelivery } from '#libs/client';
import { callbacksQuery } from '../../api/webhooks.ts';
import { useMay } from '../../session/may.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { type Column, rowTitle } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { CallbackSecretAction } from './callback-secret-action.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { DeliveryFilter } from './delivery-filter.tsx';
import { responseOf } from './delivery-log.tsx';

const route = getRouteApi('/inside/webhooks/callbacks');

/** Deliveries to the addresses that requests named, newest first. */
export function CallbacksPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(callbacksQuery(search));
  const mayWrite = useMay('write');
  return (
    <>
      <PageHeader
        title="Callbacks"
        trail={<Link to="/webhooks">Webhooks</Link>}
        description="Events that were sent to the webhook_url of a request."
      >
        {mayWrite && <CallbackSecretAction />}
      </PageHeader>
      <DeliveryFilter
        label="Callbacks"
        status={search.status}
        onSearch={(chosen) => void navigate({ search: chosen, resetScroll: false })}
      />
      <PagedTable
        query={query}
        caption="Callbacks"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No callbacks">
            {search.status
              ? 'Nothing matches the filter.'
              : 'They appear here with the first request that names a webhook_url.'}
          </EmptyState>
        }
        onOffset={(offset) => void navigate({ search: { ...search, offset }, resetScroll: false })}
      />
    </>
  );
}

const COLUMNS: readonly Column<WebhookDelivery>[] = [
  {
    head: 'Event',
    isEssential: true,
    cell: ({ id, type }) => (
      <Link to="/webhooks/callbacks/$callback" params={{ callback: id }} className={rowTitle}>
        {type}
      </Link>
    ),
  },
  { head: 'Address', isWide: true, cell: ({ url }) => url },
  { head: 'Status', isEssential: true, cell: ({ status }) => <DeliveryBadge status={status} /> },
  { head: 'Response', cell: responseOf },
  { head: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  { head: 'Created', isEssential: true, align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
];
