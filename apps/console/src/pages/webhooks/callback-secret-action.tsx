import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';

/** A button that makes a new secret for the callbacks of the organization and shows it once. */
export function CallbackSecretAction() {
  const [isOpen, setOpen] = useState(false);
  const rotate = useMutation({
    mutationFn: () => unwrap(api.POST('/callbacks/rotate-secret')),
    onSuccess: () => setOpen(false),
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>New secret</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Make a new secret?"
        action="Make it"
        look="primary"
        onConfirm={() => rotate.mutate()}
        isBusy={rotate.isPending}
        error={rotate.error}
      >
        It signs all callbacks of the organization. For 24 hours they are signed with the old secret too.
      </ConfirmDialog>
      <SecretDialog secret={rotate.data?.secret} onClose={() => rotate.reset()} />
    </>
  );
}
