import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { ORGANIZATION } from '../../api/query-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { readForm } from '../../ui/read-form.ts';
import { ShownOnce } from '../../ui/shown-once.tsx';

type Body = components['schemas']['CreateKeyBody'];

const KINDS = [
  { value: 'read_write', label: 'Read and write' },
  { value: 'read', label: 'Read only' },
] as const;
const DAYS = ['', '30', '90', '365'] as const;
const ASKS = [
  { value: 'yes', label: 'Show the price first' },
  { value: 'no', label: 'May spend without asking' },
] as const;
const DAY_MS = 86_400_000;

/** Creates a key, and shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: (body: Body) => unwrap(api.POST('/keys', { body })),
    onSuccess: () => client.invalidateQueries({ queryKey: ORGANIZATION.keys }),
  });
  const created = create.data;
  return (
    <Dialog isOpen onClose={onClose} title={created ? 'The new key' : 'New key'} isShownOnce={created !== undefined}>
      {created ? (
        <ShownOnce code={created.key} label="the key" done="I have stored it" onDone={onClose}>
          It is shown only now. Store it where your program reads its secrets, and not in its code.
        </ShownOnce>
      ) : (
        <KeyForm
          onBody={(body) => create.mutate(body)}
          onClose={onClose}
          isBusy={create.isPending}
          error={create.error}
        />
      )}
    </Dialog>
  );
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

interface KeyFormProps {
  onBody: (body: Body) => void;
  onClose: () => void;
  isBusy: boolean;
  error: Error | null;
}

function KeyForm({ onBody, onClose, isBusy, error }: KeyFormProps) {
  const [kind, setKind] = useState<string>('read_write');
  const [days, setDays] = useState<string>('');
  const [asks, setAsks] = useState<string>('yes');
  const submit = readForm(['name', 'daily', 'total'], ({ name, daily, total }) =>
    onBody({
      name: name.trim(),
      kind: kind === 'read' ? 'read' : 'read_write',
      ...(daily !== '' && { daily_credits: Number(daily) }),
      ...(total !== '' && { total_credits: Number(total) }),
      asks_before_spending: asks === 'yes',
      ...(days !== '' && { expires_at: inDays(Number(days)) }),
    }),
  );
  return (
    <DialogForm onSubmit={submit} onClose={onClose} action="Create" isBusy={isBusy} error={error}>
      <TextField
        label="Name"
        name="name"
        hint="What uses the key, so that you know which one to revoke."
        pattern=".*\S.*"
        maxLength={200}
        required
        autoFocus
      />
      <SelectField label="Rights" value={kind} onValue={setKind} options={KINDS} />
      <SelectField
        label="Expires"
        value={days}
        onValue={setDays}
        options={DAYS.map((value) => ({ value, label: value === '' ? 'Never' : `In ${value} days` }))}
      />
      {kind === 'read_write' && <SpendingFields asks={asks} onAsks={setAsks} />}
    </DialogForm>
  );
}

/** The limits of what the videos of a key may cost. A key that reads makes none. */
function SpendingFields({ asks, onAsks }: { asks: string; onAsks: (value: string) => void }) {
  return (
    <>
      <TextField
        label="Credits a day"
        name="daily"
        hint="Most that its videos may cost on one day, in UTC. Empty: no limit."
        pattern="\d{1,9}"
        inputMode="numeric"
      />
      <TextField
        label="Credits in all"
        name="total"
        hint="Most that its videos may cost together. Empty: no limit."
        pattern="\d{1,9}"
        inputMode="numeric"
      />
      <SelectField label="Agents with this key" value={asks} onValue={onAsks} options={ASKS} />
    </>
  );
}
