import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { WebhookDelivery } from '#libs/client';
import { DELIVERY_STATUSES, PAGE_SIZE } from '../../api/list-search.ts';
import { deliveriesQuery } from '../../api/webhooks.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { DeliveryBadge, deliveryLabel } from './delivery-badge.tsx';
import styles from './webhooks.module.css';

const route = getRouteApi('/inside/webhooks/$id');

/** What was sent to a webhook, newest first. */
export function DeliveryLog({ webhookId }: { webhookId: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(deliveriesQuery(webhookId, search));
  const setStatus = (value: string) => {
    const status = DELIVERY_STATUSES.find((each) => each === value);
    void navigate({ search: status ? { status } : {}, resetScroll: false });
  };
  return (
    <div>
      <div className={styles.filters}>
        <SelectField
          label="Deliveries"
          value={search.status ?? ''}
          onValue={setStatus}
          options={[
            { value: '', label: 'Every status' },
            ...DELIVERY_STATUSES.map((value) => ({ value, label: deliveryLabel(value) })),
          ]}
        />
      </div>
      <Loaded query={query}>
        {({ data, pagination }) =>
          data.length === 0 ? (
            <EmptyState title="No deliveries">
              {search.status ? 'Nothing matches the filter.' : 'They appear here with the first event.'}
            </EmptyState>
          ) : (
            <>
              <Table caption="Deliveries" columns={columnsOf(webhookId)} rows={data} keyOf={({ id }) => id} />
              <Pagination
                offset={search.offset ?? 0}
                limit={PAGE_SIZE}
                count={data.length}
                total={pagination.total}
                onOffset={(offset) => void navigate({ search: { ...search, offset }, resetScroll: false })}
              />
            </>
          )
        }
      </Loaded>
    </div>
  );
}

const columnsOf = (id: string): readonly Column<WebhookDelivery>[] => [
  {
    head: 'Event',
    isEssential: true,
    isWide: true,
    cell: (delivery) => (
      <Link to="/webhooks/$id/deliveries/$delivery" params={{ id, delivery: delivery.id }} className={styles.name}>
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

function responseOf({ last_attempt }: WebhookDelivery): string {
  if (last_attempt === null) return '–';
  return last_attempt.response_status === null ? 'None' : String(last_attempt.response_status);
}
