import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { BRAND } from '../../api/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useNotify } from '../../ui/toast.tsx';

/** Deletes a component that nothing uses. */
export function DeleteComponent({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false);
  const client = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  const remove = useMutation({
    mutationFn: () => unwrap(api.DELETE('/components/{name}', { params: { path: { name } } })),
    onSuccess: async () => {
      notify('The component is deleted.');
      await navigate({ to: '/components' });
      await client.invalidateQueries({ queryKey: BRAND.componentLists });
    },
  });
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={`Delete ${name}?`}
        action="Delete"
        onConfirm={() => remove.mutate()}
        isBusy={remove.isPending}
        error={remove.error}
      >
        All its versions go. Published templates have copies of what they show.
      </ConfirmDialog>
    </>
  );
}
