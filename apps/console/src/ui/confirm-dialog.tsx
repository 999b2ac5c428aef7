import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Actions, Dialog } from './dialog.tsx';
import { ErrorNote } from './error-state.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose: () => void;
  title: string;
  /** The consequences, and whether they can be undone. */
  children: ReactNode;
  /** The verb of the button: what will be done. */
  action: string;
  onConfirm: () => void;
  isBusy?: boolean;
  error?: Error | null;
  look?: 'danger' | 'primary';
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({
  children,
  action,
  onConfirm,
  isBusy,
  error,
  look = 'danger',
  ...dialog
}: ConfirmDialogProps) {
  return (
    <Dialog {...dialog} description={children}>
      {error && <ErrorNote error={error} />}
      <Actions>
        <Button onClick={dialog.onClose}>Cancel</Button>
        <Button look={look} isBusy={isBusy ?? false} onClick={onConfirm}>
          {action}
        </Button>
      </Actions>
    </Dialog>
  );
}
