import { Fragment, type ReactNode } from 'react';
import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { WEBHOOKS } from '../../api/query-keys.ts';
import { callbackQuery, type DeliveryDetails, deliveryQuery, type WebhookEvent } from '../../api/webhooks.ts';
import { useMay } from '../../session/may.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyableId } from '../../ui/copy-button.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Facts, Panel, Stack } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { DeliveryBadge } from './delivery-badge.tsx';
import styles from './webhooks.module.css';

const route = getRouteApi('/inside/webhooks/$id/deliveries/$delivery');
const callbackRoute = getRouteApi('/inside/webhooks/callbacks/$callback');

/** One delivery to a webhook. */
export function DeliveryPage() {
  const { id, delivery: delivery_id } = route.useParams();
  const params = { path: { webhook_id: id, delivery_id } };
  const replay = useReplay(WEBHOOKS.deliveries(id), () =>
    unwrap(api.POST('/webhooks/{webhook_id}/deliveries/{delivery_id}/retry', { params })),
  );
  return (
    <DeliveryView query={useQuery(deliveryQuery(id, delivery_id))} replay={replay}>
      <Link to="/webhooks">Webhooks</Link> ·{' '}
      <Link to="/webhooks/$id" params={{ id }}>
        Deliveries
      </Link>
    </DeliveryView>
  );
}

/** One callback. */
export function CallbackPage() {
  const { callback: callback_id } = callbackRoute.useParams();
  const params = { path: { callback_id } };
  const replay = useReplay(WEBHOOKS.callbacks, () => unwrap(api.POST('/callbacks/{callback_id}/retry', { params })));
  return (
    <DeliveryView query={useQuery(callbackQuery(callback_id))} replay={replay}>
      <Link to="/webhooks">Webhooks</Link> · <Link to="/webhooks/callbacks">Callbacks</Link>
    </DeliveryView>
  );
}

interface DeliveryViewProps {
  query: UseQueryResult<DeliveryDetails>;
  replay: UseMutationResult<unknown, Error, void>;
  /** The way here. */
  children: ReactNode;
}

/** One delivery: its event, every attempt with its response, and a button to send it again. */
function DeliveryView({ query, replay, children }: DeliveryViewProps) {
  const delivery = query.data;
  const mayWrite = useMay('write');
  return (
    <>
      <PageHeader
        title={delivery ? `${delivery.type}${delivery.test ? ' (test)' : ''}` : 'Delivery'}
        trail={children}
        description={delivery && <DeliveryBadge status={delivery.status} />}
      >
        {delivery && mayWrite && (
          <Button isBusy={replay.isPending} onClick={() => replay.mutate()}>
            Send again
          </Button>
        )}
      </PageHeader>
      <Loaded query={query}>
        {(loaded) => (
          <Stack gap="large">
            {replay.error && <ErrorNote error={replay.error} />}
            <Details delivery={loaded} />
          </Stack>
        )}
      </Loaded>
    </>
  );
}

/** Sends an event again, then reads the deliveries below a key again. */
function useReplay(queryKey: readonly unknown[], mutationFn: () => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSuccess: () => client.invalidateQueries({ queryKey }) });
}

function Details({ delivery }: { delivery: DeliveryDetails }) {
  return (
    <>
      <Panel title="Facts">
        <DeliveryFacts delivery={delivery} />
      </Panel>
      <Panel title="Attempts">
        <Attempts delivery={delivery} />
      </Panel>
      <Panel title="Request body">
        <CodeBlock code={indented(delivery.request_body)} label="the body" />
      </Panel>
    </>
  );
}

function DeliveryFacts({ delivery }: { delivery: DeliveryDetails }) {
  return (
    <Facts
      facts={[
        ['webhook-id', <CopyableId key="id" id={delivery.event_id} label="Copy the id of the event" />],
        ['Address', delivery.url],
        ['About', <Subject key="about" delivery={delivery} />],
        ['Created', <Time key="created" at={delivery.created_at} isLong />],
        ...(delivery.next_attempt_at === null
          ? []
          : [['Next attempt', <Time key="next" at={delivery.next_attempt_at} isLong />] as const]),
        ...(delivery.finished_at === null
          ? []
          : [['Ended', <Time key="ended" at={delivery.finished_at} isLong />] as const]),
      ]}
    />
  );
}

type SubjectOf<Event extends string> = Event extends `${infer Subject}.${string}` ? Subject : never;

/** Links to the subjects of events, by the field of a delivery that holds the id. */
const LINKS = {
  video_id: (id) => (
    <Link to="/videos/$id" params={{ id }}>
      Video <code>{id}</code>
    </Link>
  ),
  batch_id: (id) => (
    <Link to="/batches/$id" params={{ id }}>
      Batch <code>{id}</code>
    </Link>
  ),
  alert_id: () => <Link to="/credits">The balance of credits</Link>,
} satisfies Record<`${SubjectOf<WebhookEvent>}_id`, (id: string) => ReactNode>;

/** The subject of the event. */
function Subject({ delivery }: { delivery: DeliveryDetails }) {
  if (delivery.test) return 'Sample data';
  const names = Object.keys(LINKS) as (keyof typeof LINKS)[];
  return names.map((name) => delivery[name] !== null && <Fragment key={name}>{LINKS[name](delivery[name])}</Fragment>);
}

function Attempts({ delivery }: { delivery: DeliveryDetails }) {
  if (delivery.history.length === 0) return <p className={styles.muted}>The first attempt has not ended yet.</p>;
  return (
    <ol className={styles.attempts}>
      {delivery.history.map((attempt) => (
        <li key={attempt.number} className={styles.attempt}>
          <h3>
            Attempt {attempt.number} <AttemptBadge status={attempt.response_status} />
          </h3>
          <p className={styles.muted}>
            <Time at={attempt.started_at} isLong /> · {formatNumber(attempt.duration_ms)} ms
            {attempt.failure !== null && ` · ${attempt.failure}`}
          </p>
          {attempt.response_excerpt !== null && attempt.response_excerpt !== '' && (
            <CodeBlock code={attempt.response_excerpt} label={`the response of attempt ${attempt.number}`} />
          )}
        </li>
      ))}
    </ol>
  );
}

function AttemptBadge({ status }: { status: number | null }) {
  if (status === null) return <Badge tone="bad">No response</Badge>;
  return <Badge tone={status >= 200 && status < 300 ? 'good' : 'bad'}>{String(status)}</Badge>;
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json;
  }
}
