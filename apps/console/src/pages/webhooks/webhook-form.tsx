import { useState } from 'react';
import type { WebhookEvent } from '../../api/webhooks.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { EVENT_MEANINGS } from './webhook-events.ts';
import styles from './webhooks.module.css';

interface WebhookFormProps {
  initial: { url: string; events: readonly WebhookEvent[] };
  action: string;
  isBusy: boolean;
  error: Error | null;
  onSubmit: (values: { url: string; events: WebhookEvent[] }) => void;
  onClose: () => void;
}

/** Form for the URL of a webhook and the events it receives. */
export function WebhookForm({ initial, action, isBusy, error, onSubmit, onClose }: WebhookFormProps) {
  const [url, setUrl] = useState(initial.url);
  const [events, setEvents] = useState<readonly WebhookEvent[]>(initial.events);
  const choose = (event: WebhookEvent, isChosen: boolean) =>
    setEvents(
      EVENT_MEANINGS.map(([each]) => each).filter((each) => (each === event ? isChosen : events.includes(each))),
    );
  return (
    <DialogForm
      onSubmit={() => onSubmit({ url: url.trim(), events: [...events] })}
      onClose={onClose}
      action={action}
      isBusy={isBusy}
      error={error}
      disabled={url.trim() === '' || events.length === 0}
    >
      <TextField
        label="URL"
        type="url"
        required
        maxLength={2048}
        placeholder="https://example.com/hooks/framewright"
        value={url}
        onChange={(event) => setUrl(event.target.value)}
      />
      <fieldset className={styles.events}>
        <legend>Events</legend>
        {EVENT_MEANINGS.map(([event, meaning]) => (
          <CheckField
            key={event}
            label={event}
            hint={meaning}
            checked={events.includes(event)}
            onChecked={(isChosen) => choose(event, isChosen)}
          />
        ))}
      </fieldset>
    </DialogForm>
  );
}
