import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Webhook } from '#libs/client';
import { webhooksQuery } from '../../api/webhooks.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { type Column, rowTitle } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import { NewWebhook } from './new-webhook.tsx';

const route = getRouteApi('/inside/webhooks');

export function WebhooksPage() {
  const { offset = 0 } = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(webhooksQuery(offset));
  return (
    <>
      <PageHeader title="Webhooks" description="Addresses of yours that receive what happens to your videos.">
        <Link to="/webhooks/callbacks" className={buttonClass()}>
          Callbacks
        </Link>
        <NewWebhook />
      </PageHeader>
      <PagedTable
        query={query}
        caption="Webhooks"
        columns={COLUMNS}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No webhooks yet">
            With a webhook your program receives each finished video and need not ask.
          </EmptyState>
        }
        onOffset={(next) => void navigate({ search: next === 0 ? {} : { offset: next } })}
      />
    </>
  );
}

export function WebhookBadge({ webhook }: { webhook: Webhook }) {
  if (webhook.enabled) return <Badge tone="good">Enabled</Badge>;
  return webhook.disabled_reason === null ? <Badge>Disabled</Badge> : <Badge tone="bad">Disabled by the service</Badge>;
}

const COLUMNS: readonly Column<Webhook>[] = [
  {
    head: 'URL',
    isEssential: true,
    isWide: true,
    cell: ({ id, url }) => (
      <Link to="/webhooks/$id" params={{ id }} className={rowTitle}>
        {url}
      </Link>
    ),
  },
  { head: 'Status', isEssential: true, cell: (webhook) => <WebhookBadge webhook={webhook} /> },
  { head: 'Events', cell: ({ events }) => events.map((event) => event.replace('video.', '')).join(', ') },
  { head: 'Created', align: 'right', cell: ({ created_at }) => <Time at={created_at} /> },
];
