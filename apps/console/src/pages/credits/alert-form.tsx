import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { alertQuery } from '../../api/credits.ts';
import { CREDITS } from '../../api/query-keys.ts';
import { useMay } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { TextField } from '../../ui/field.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel, Stack } from '../../ui/panel.tsx';
import { readForm } from '../../ui/read-form.ts';
import { useNotify } from '../../ui/toast.tsx';

type BalanceAlert = components['schemas']['BalanceAlert'];

/** The threshold below which the organization is alerted; owners set it. */
export function AlertPanel() {
  const query = useQuery(alertQuery);
  const mayAdminister = useMay('administer');
  return (
    <Panel title="Alert at a low balance">
      <Loaded query={query}>
        {(alert) => (mayAdminister ? <AlertForm key={alert.below} alert={alert} /> : <p>{inWords(alert)}</p>)}
      </Loaded>
    </Panel>
  );
}

function inWords({ below }: BalanceAlert): string {
  if (below === null) return 'There is no alert for a low balance.';
  return `When fewer than ${formatNumber(below)} credits can be spent, a banner shows it and webhooks are sent alert.low_balance.`;
}

function AlertForm({ alert }: { alert: BalanceAlert }) {
  const client = useQueryClient();
  const notify = useNotify();
  const save = useMutation({
    mutationFn: (below: number | null) => unwrap(api.PUT('/credits/alert', { body: { below } })),
    onSuccess: (saved) => {
      client.setQueryData(CREDITS.alert, saved);
      notify(saved.below === null ? 'There is no alert.' : 'The alert is set.');
    },
  });
  return (
    <form
      style={{ maxWidth: 480 }}
      onSubmit={readForm(['below'], ({ below }) => save.mutate(below.trim() === '' ? null : Number(below)))}
    >
      <Stack>
        <p>{inWords(alert)}</p>
        <TextField
          label="Credits below which to alert; empty for no alert"
          name="below"
          inputMode="numeric"
          pattern="[1-9][0-9]{0,9}"
          defaultValue={alert.below ?? ''}
        />
        {save.error && <ErrorNote error={save.error} />}
        <div>
          <Button type="submit" isBusy={save.isPending}>
            Save
          </Button>
        </div>
      </Stack>
    </form>
  );
}
