import type { ReactNode, SyntheticEvent } from 'react';
import { Button } from './button.tsx';
import { Actions } from './dialog.tsx';
import { ErrorNote } from './error-state.tsx';
import { Stack } from './panel.tsx';

interface DialogFormProps {
  /** Called when the form is submitted. The browser itself sends nothing. */
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
  onClose: () => void;
  /** The verb of the button: what will be done. */
  action: string;
  isBusy: boolean;
  /** The error of the last try; null if there was none. */
  error: Error | null;
  disabled?: boolean;
  children: ReactNode;
}

/** The fields of a dialog, and its two buttons: its action, and leaving it. */
export function DialogForm({ onSubmit, onClose, action, isBusy, error, disabled = false, children }: DialogFormProps) {
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    onSubmit(event);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {children}
        {error && <ErrorNote error={error} />}
        <Actions>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" isBusy={isBusy} disabled={disabled}>
            {action}
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}
