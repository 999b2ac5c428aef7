import { useBlocker } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { failureText } from './failure-text.ts';
import { type DraftSync, useDraft } from './draft-scope.tsx';

/** Saves the last changes when the editor is left, and asks if that fails. When a tab is closed, the browser asks. */
export function LeaveQuestion() {
  const draft = useDraft();
  const leaving = useBlocker({
    shouldBlockFn: draft.saver.isHeldBack,
    enableBeforeUnload: draft.saver.isUnsaved,
    withResolver: true,
  });
  useEffect(() => {
    if (draft.status === 'saved') leaving.proceed?.();
  }, [draft.status, leaving]);
  return (
    <ConfirmDialog
      isOpen={leaving.status === 'blocked'}
      onClose={() => leaving.reset?.()}
      title="Leave without your last changes?"
      action="Leave without them"
      onConfirm={() => leaving.proceed?.()}
    >
      {reasonOf(draft)}
    </ConfirmDialog>
  );
}

function reasonOf({ whose, error }: DraftSync): string {
  if (whose) return `${whose} Your last changes are not saved: choose in the editor what to continue with.`;
  if (error) return `Your last changes are not saved. ${failureText(error)} The editor tries again.`;
  return 'Your last changes are still being saved.';
}
