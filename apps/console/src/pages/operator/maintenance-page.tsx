import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { OPERATOR, SESSION } from '../../api/query-keys.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Actions } from '../../ui/dialog.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Facts, Panel, Stack } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';

type State = components['schemas']['MaintenanceState'];
type Order = components['schemas']['SetMaintenanceBody'];
const DEFAULT_MINUTES = 5;
const MOST_MINUTES = 1_440;

/** Stops new videos, and lets them begin again. */
export function MaintenancePage() {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: OPERATOR.maintenance,
    queryFn: ({ signal }) => unwrap(api.GET('/operator/maintenance', { signal })),
  });
  const change = useMutation({
    mutationFn: (body: Order) => unwrap(api.PUT('/operator/maintenance', { body })),
    onSuccess: async (state) => {
      client.setQueryData<State>(OPERATOR.maintenance, state);
      await client.invalidateQueries({ queryKey: SESSION.own }); // the banner
    },
  });
  return (
    <>
      <PageHeader
        title="Maintenance"
        description="New videos and batches are refused with the status 503. Everything else works, and videos that were accepted are finished."
      />
      <Loaded query={query}>
        {(state) => (
          <Panel
            title="New videos"
            actions={<Badge tone={state.on ? 'bad' : 'good'}>{state.on ? 'Refused' : 'Accepted'}</Badge>}
          >
            <Stack>
              {state.on ? (
                <On state={state} onOff={() => change.mutate({ on: false })} isBusy={change.isPending} />
              ) : (
                <Off onOrder={(order) => change.mutate(order)} isBusy={change.isPending} error={change.error} />
              )}
              {state.on && change.error && <ErrorNote error={change.error} />}
            </Stack>
          </Panel>
        )}
      </Loaded>
    </>
  );
}

function On({ state, onOff, isBusy }: { state: State; onOff: () => void; isBusy: boolean }) {
  return (
    <>
      <Facts
        facts={[
          ['Since', <Time key="since" at={state.since!} isLong />],
          ['Callers try again', `after ${formatNumber(state.retry_after! / 60, 1)} minutes`],
          ['Message', state.message ?? 'The service is under maintenance'],
        ]}
      />
      <Actions>
        <Button look="primary" onClick={onOff} isBusy={isBusy}>
          Accept new videos
        </Button>
      </Actions>
    </>
  );
}

interface OffProps {
  onOrder: (order: Order) => void;
  isBusy: boolean;
  error: Error | null;
}

function Off({ onOrder, isBusy, error }: OffProps) {
  const [message, setMessage] = useState('');
  const [minutes, setMinutes] = useState(String(DEFAULT_MINUTES));
  const [isAsking, setAsking] = useState(false);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setAsking(true);
  };
  const order = () => {
    const text = message.trim();
    onOrder({ on: true, retry_after: Math.round(Number(minutes) * 60), ...(text !== '' && { message: text }) });
  };
  return (
    <form style={{ maxWidth: 480 }} onSubmit={submit}>
      <Stack>
        <TextAreaField
          label="Message"
          hint="What callers read, and every user above each page. Leave it empty for the usual one."
          rows={2}
          maxLength={500}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <TextField
          label="Callers try again after, in minutes"
          type="number"
          min={1}
          max={MOST_MINUTES}
          required
          value={minutes}
          onChange={(event) => setMinutes(event.target.value)}
        />
        <Actions>
          <Button look="danger" type="submit">
            Refuse new videos
          </Button>
        </Actions>
      </Stack>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title="Refuse new videos of all organizations?"
        action="Refuse new videos"
        onConfirm={order}
        isBusy={isBusy}
        error={error}
      >
        From now on no user can order a video or a batch, until you accept new videos again.
      </ConfirmDialog>
    </form>
  );
}
