import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Webhook } from '#libs/client';
import { webhookQuery } from '../../api/webhooks.ts';
import { useMay } from '../../session/may.ts';
import { CopyableId } from '../../ui/copy-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Facts, Panel, Stack } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { DeliveryLog } from './delivery-log.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import styles from './webhooks.module.css';
import { WebhookBadge } from './webhooks-page.tsx';

const route = getRouteApi('/inside/webhooks/$id');

/** A webhook with its deliveries, and the actions on it. */
export function WebhookPage() {
  const { id } = route.useParams();
  const query = useQuery(webhookQuery(id));
  const webhook = query.data;
  const mayWrite = useMay('write');
  return (
    <>
      <PageHeader
        title={webhook ? new URL(webhook.url).host : 'Webhook'}
        trail={<Link to="/webhooks">Webhooks</Link>}
        description={webhook && <WebhookBadge webhook={webhook} />}
      >
        {webhook && mayWrite && <WebhookActions webhook={webhook} />}
      </PageHeader>
      <Loaded query={query}>
        {(loaded) => (
          <Stack gap="large">
            {loaded.disabled_reason !== null && <p className={styles.reason}>{loaded.disabled_reason}</p>}
            <Panel title="Facts">
              <WebhookFacts webhook={loaded} />
            </Panel>
            <DeliveryLog webhookId={id} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  return (
    <Facts
      facts={[
        ['URL', webhook.url],
        ['Events', webhook.events.join(', ')],
        ['Id', <CopyableId key="id" id={webhook.id} label="Copy the id" />],
        ['Created', <Time key="created" at={webhook.created_at} isLong />],
        ['Changed', <Time key="changed" at={webhook.updated_at} isLong />],
      ]}
    />
  );
}
