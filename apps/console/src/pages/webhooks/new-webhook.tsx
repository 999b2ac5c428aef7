import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { WEBHOOKS } from '../../api/query-keys.ts';
import type { WebhookEvent } from '../../api/webhooks.ts';
import { useMay } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';

const INITIAL = { url: '', events: ['video.finished', 'video.failed'] as const };

/** A button that creates a webhook, shows its secret, then opens it. */
export function NewWebhook() {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const create = useMutation({
    mutationFn: (body: { url: string; events: WebhookEvent[] }) => unwrap(api.POST('/webhooks', { body })),
    onSuccess: async () => {
      setOpen(false);
      await client.invalidateQueries({ queryKey: WEBHOOKS.lists });
    },
  });
  const mayWrite = useMay('write');
  const leave = () => {
    const id = create.data?.id;
    create.reset();
    if (id !== undefined) void navigate({ to: '/webhooks/$id', params: { id } });
  };
  if (!mayWrite) return null;
  return (
    <>
      <Button look="primary" onClick={() => setOpen(true)}>
        New webhook
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="New webhook">
        <WebhookForm
          initial={INITIAL}
          action="Create"
          isBusy={create.isPending}
          error={create.error}
          onSubmit={(body) => create.mutate(body)}
          onClose={() => setOpen(false)}
        />
      </Dialog>
      <SecretDialog secret={create.data?.secret} onClose={leave} />
    </>
  );
}
