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

/** A delivery, and the webhook that it went to. */
type Sent = WebhookDelivery & { webhook: { id: string; url: string } };

/** The deliveries of the events of a video, by every webhook. */
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
      return data.map((delivery) => ({ ...delivery, webhook }));
    }),
  );
  return lists.flat().sort((a, b) => a.created_at.localeCompare(b.created_at));
}

const COLUMNS: readonly Column<Sent>[] = [
  {
    head: 'Event',
    isEssential: true,
    cell: ({ id, type, webhook }) => (
      <Link to="/webhooks/$id/deliveries/$delivery" params={{ id: webhook.id, delivery: id }}>
        {type}
      </Link>
    ),
  },
  { head: 'Webhook', isWide: true, cell: ({ webhook }) => new URL(webhook.url).host },
  { head: 'Status', isEssential: true, cell: ({ status }) => <DeliveryBadge status={status} /> },
  { head: 'Attempts', align: 'right', cell: ({ attempts }) => attempts },
  { head: 'Created', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
];
