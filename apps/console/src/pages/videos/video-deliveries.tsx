import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { unwrap, type Video, type WebhookDelivery } from '#libs/client';
import { api } from '../../api/client.ts';
import { WEBHOOKS } from '../../api/query-keys.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { DeliveryBadge } from '../webhooks/delivery-badge.tsx';
import styles from './video-page.module.css';

/** Most webhooks that are asked for deliveries of a video. Organizations have few. */
const MOST = 20;

const REFRESH_MS = 5_000;

/** A delivery, and the id of the webhook that it went to; null for a callback. */
type Sent = WebhookDelivery & { webhook: string | null };

/** The deliveries of the events of a video, to every webhook and to the address that its request named. */
export function VideoDeliveries({ video: { id, status } }: { video: Video }) {
  const query = useQuery({
    queryKey: WEBHOOKS.deliveriesOfVideo({ id, status }),
    queryFn: ({ signal }) => readDeliveries(id, signal),
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return (
    <Panel title="Deliveries of its events">
      <Loaded query={query} loading={<Skeleton lines={2} />}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className={styles.since}>
              No webhook received an event of this video. <Link to="/webhooks">Webhooks</Link>
            </p>
          ) : (
            <Table caption="Deliveries" columns={COLUMNS} rows={deliveries} keyOf={({ id }) => id} />
          )
        }
      </Loaded>
    </Panel>
  );
}

async function readDeliveries(video_id: string, signal: AbortSignal): Promise<Sent[]> {
  const { data: webhooks } = await unwrap(api.GET('/webhooks', { params: { query: { limit: MOST } }, signal }));
  const lists = await Promise.all(
    webhooks.map(async (webhook) => {
      const params = { path: { webhook_id: webhook.id }, query: { video_id } };
      const { data } = await unwrap(api.GET('/webhooks/{webhook_id}/deliveries', { params, signal }));
      return data.map((delivery) => ({ ...delivery, webhook: webhook.id }));
    }),
  );
  const callbacks = await unwrap(api.GET('/callbacks', { params: { query: { video_id } }, signal }));
  return [...lists.flat(), ...callbacks.data.map((delivery) => ({ ...delivery, webhook: null }))].sort((a, b) =>
    a.created_at.localeCompare(b.created_at),
  );
}

const COLUMNS: readonly Column<Sent>[] = [
  {
    head: 'Event',
    isEssential: true,
    cell: ({ id, type, webhook }) =>
      webhook === null ? (
        <Link to="/webhooks/callbacks/$callback" params={{ callback: id }}>
          {type} (callback)
        </Link>
      ) : (
        <Link to="/webhooks/$id/deliveries/$delivery" params={{ id: webhook, delivery: id }}>
          {type}
        </Link>
      ),
  },
  { head: 'Webhook', isWide: true, cell: ({ url }) => new URL(url).host },
  { head: 'Status', isEssential: true, cell: ({ status }) => <DeliveryBadge status={status} /> },
  { head: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  { head: 'Created', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
];
