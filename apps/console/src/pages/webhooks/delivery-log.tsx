import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { WebhookDelivery } from '#libs/client';
import { deliveriesQuery } from '../../api/webhooks.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { type Column, rowTitle } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import { DeliveryFilter } from './delivery-filter.tsx';

const route = getRouteApi('/inside/webhooks/$id');

/** Deliveries to a webhook, newest first. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(deliveriesQuery(webhookId, search));
  return (
    <div>
      <DeliveryFilter
        label="Deliveries"
        status={search.status}
        onSearch={(chosen) => void navigate({ search: chosen, resetScroll: false })}
      />
      <PagedTable
        query={query}
        caption="Deliveries"
        columns={columnsOf(webhookId)}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No deliveries">
            {search.status ? 'Nothing matches the filter.' : 'They appear here with the first event.'}
          </EmptyState>
        }
        onOffset={(offset) => void navigate({ search: { ...search, offset }, resetScroll: false })}
      />
    </div>
  );
}

const columnsOf = (id: string): readonly Column<WebhookDelivery>[] => [
  {
    head: 'Event',
    isEssential: true,
    isWide: true,
    cell: (delivery) => (
      <Link to="/webhooks/$id/deliveries/$delivery" params={{ id, delivery: delivery.id }} className={rowTitle}>
        {delivery.type}
        {delivery.test && ' (test)'}
      </Link>
    ),
  },
  { head: 'Status', isEssential: true, cell: ({ status }) => <DeliveryBadge status={status} /> },
  { head: 'Response', cell: responseOf },
  { head: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  { head: 'Created', isEssential: true, align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
];

/** The status of the response to the last attempt. */
export function responseOf({ last_attempt }: WebhookDelivery): string {
  if (last_attempt === null) return '–';
  return last_attempt.response_status === null ? 'None' : String(last_attempt.response_status);
}
