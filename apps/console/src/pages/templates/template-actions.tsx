import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Template, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { TEMPLATES } from '../../api/query-keys.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { readForm } from '../../ui/read-form.ts';
import { useNotify } from '../../ui/toast.tsx';

/** Actions on a template, except editing it. */
export function TemplateActions({ template, isSmall = false }: { template: Template; isSmall?: boolean }) {
  const [isRenaming, setRenaming] = useState(false);
  const change = useChange(template.id);
  const duplicate = useDuplicate(template.id);
  return (
    <>
      <Menu
        trigger={
          <Button
            aria-label={`More actions for ${template.name}`}
            isBusy={change.isPending || duplicate.isPending}
            {...(isSmall && ({ size: 'small', look: 'quiet' } as const))}
          >
            <Icon name="more" />
          </Button>
        }
      >
        <MenuItem onSelect={() => setRenaming(true)}>Rename</MenuItem>
        <MenuItem onSelect={() => duplicate.mutate()}>Duplicate</MenuItem>
        <MenuItem onSelect={() => change.mutate({ archived: !template.archived })}>
          {template.archived ? 'Take out of the archive' : 'Archive'}
        </MenuItem>
      </Menu>
      <RenameDialog
        key={String(isRenaming)}
        template={template}
        isOpen={isRenaming}
        onClose={() => setRenaming(false)}
      />
    </>
  );
}

function useChange(id: string, onDone?: () => void) {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (body: { name?: string; archived?: boolean }) =>
      unwrap(api.PATCH('/templates/{id}', { params: { path: { id } }, body })),
    onSuccess: async ({ archived }, body) => {
      onDone?.();
      if (body.archived !== undefined) notify(archived ? 'The template is archived.' : 'The template is listed again.');
      await client.invalidateQueries({ queryKey: TEMPLATES.all });
    },
    onError: (error, body) => body.archived !== undefined && notify(error.message),
  });
}

function useDuplicate(id: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const notify = useNotify();
  return useMutation({
    mutationFn: () => unwrap(api.POST('/templates/{id}/duplicate', { params: { path: { id } }, body: {} })),
    onSuccess: async (copy) => {
      notify(`“${copy.name}” is made.`);
      await client.invalidateQueries({ queryKey: TEMPLATES.all });
      await navigate({ to: '/templates/$id', params: { id: copy.id } });
    },
    onError: (error) => notify(error.message),
  });
}

function RenameDialog({ template, isOpen, onClose }: { template: Template; isOpen: boolean; onClose: () => void }) {
  const change = useChange(template.id, onClose);
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Rename the template">
      <DialogForm
        onSubmit={readForm(['name'], ({ name }) => change.mutate({ name: name.trim() }))}
        onClose={onClose}
        action="Rename"
        isBusy={change.isPending}
        error={change.error}
      >
        <TextField label="Name" name="name" required maxLength={200} defaultValue={template.name} />
      </DialogForm>
    </Dialog>
  );
}
