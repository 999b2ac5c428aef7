import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap, type Webhook } from '#libs/client';
import { api } from '../../api/client.ts';
import { WEBHOOKS } from '../../api/query-keys.ts';
import { type WebhookEvent, webhookQuery } from '../../api/webhooks.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { useNotify } from '../../ui/toast.tsx';
import { RecoverDialog } from './recover-dialog.tsx';
import { SecretDialog } from './secret-dialog.tsx';
import { WebhookForm } from './webhook-form.tsx';

type Opened = 'edit' | 'rotate' | 'recover' | 'delete';

export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  const change = useChange(webhook);
  return (
    <>
      <TestAction id={webhook.id} />
      <Menu
        trigger={
          <Button aria-label="More actions">
            <Icon name="more" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setOpened('edit')}>Edit</MenuItem>
        <MenuItem onSelect={() => change.mutate({ enabled: !webhook.enabled })}>
          {webhook.enabled ? 'Disable' : 'Enable'}
        </MenuItem>
        <MenuItem onSelect={() => setOpened('rotate')}>Rotate the secret</MenuItem>
        <MenuItem onSelect={() => setOpened('recover')}>Send missed events again</MenuItem>
        <MenuSeparator />
        <MenuItem isDanger onSelect={() => setOpened('delete')}>
          Delete
        </MenuItem>
      </Menu>
      <EditDialog webhook={webhook} isOpen={opened === 'edit'} onClose={close} />
      <RotateDialog id={webhook.id} isOpen={opened === 'rotate'} onClose={close} />
      <RecoverDialog id={webhook.id} isOpen={opened === 'recover'} onClose={close} />
      <DeleteDialog id={webhook.id} isOpen={opened === 'delete'} onClose={close} />
    </>
  );
}

interface DialogState {
  isOpen: boolean;
  onClose: () => void;
}

/** Changes some fields of a webhook. */
function useChange({ id }: Webhook, onDone?: () => void) {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (body: { url?: string; events?: WebhookEvent[]; enabled?: boolean }) =>
      unwrap(api.PUT('/webhooks/{webhook_id}', { params: { path: { webhook_id: id } }, body })),
    onSuccess: async (changed) => {
      client.setQueryData(webhookQuery(id).queryKey, changed);
      notify('The webhook is changed.');
      onDone?.();
      await client.invalidateQueries({ queryKey: WEBHOOKS.lists });
    },
    onError: (error) => notify(error.message),
  });
}

function TestAction({ id }: { id: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const test = useMutation({
    mutationFn: () => unwrap(api.POST('/webhooks/{webhook_id}/test', { params: { path: { webhook_id: id } } })),
    onSuccess: async (delivery) => {
      await client.invalidateQueries({ queryKey: WEBHOOKS.deliveries(id) });
      await navigate({ to: '/webhooks/$id/deliveries/$delivery', params: { id, delivery: delivery.id } });
    },
    onError: (error) => notify(error.message),
  });
  return (
    <Button isBusy={test.isPending} onClick={() => test.mutate()}>
      Send a test event
    </Button>
  );
}

function EditDialog({ webhook, isOpen, onClose }: DialogState & { webhook: Webhook }) {
  const change = useChange(webhook, onClose);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Edit the webhook">
      <WebhookForm
        initial={webhook}
        action="Save"
        isBusy={change.isPending}
        error={change.error}
        onSubmit={(values) => change.mutate(values)}
        onClose={onClose}
      />
    </Dialog>
  );
}

function RotateDialog({ id, isOpen, onClose }: DialogState & { id: string }) {
  const rotate = useMutation({
    mutationFn: () =>
      unwrap(api.POST('/webhooks/{webhook_id}/rotate-secret', { params: { path: { webhook_id: id } } })),
    onSuccess: onClose,
  });
  return (
    <>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={onClose}
        title="Rotate the secret?"
        action="Rotate"
        look="primary"
        onConfirm={() => rotate.mutate()}
        isBusy={rotate.isPending}
        error={rotate.error}
      >
        For 24 hours deliveries are signed with the old secret and with the new one.
      </ConfirmDialog>
      <SecretDialog secret={rotate.data?.secret} onClose={() => rotate.reset()} />
    </>
  );
}

function DeleteDialog({ id, isOpen, onClose }: DialogState & { id: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE('/webhooks/{webhook_id}', { params: { path: { webhook_id: id } } })),
    onSuccess: async () => {
      notify('The webhook is deleted.');
      await navigate({ to: '/webhooks' });
      client.removeQueries({ queryKey: WEBHOOKS.one(id) });
      await client.invalidateQueries({ queryKey: WEBHOOKS.lists });
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Delete this webhook?"
      action="Delete"
      onConfirm={() => remove.mutate()}
      isBusy={remove.isPending}
      error={remove.error}
    >
      Nothing more is sent to it, and its deliveries are removed. This cannot be undone.
    </ConfirmDialog>
  );
}
