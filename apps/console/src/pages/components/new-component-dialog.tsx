import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { BRAND } from '../../api/query-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { TextField } from '../../ui/field.tsx';
import { readForm } from '../../ui/read-form.ts';

/** The contents with which a component begins. */
const FIRST = {
  width: 640,
  height: 160,
  variables: { label: { type: 'string', default: 'Label' } },
  layers: [
    { name: 'back', type: 'shape', fill_color: '#0f766e' },
    {
      ...{ name: 'label', type: 'text', text: '{{label}}', text_color: '#ffffff', font_size: 64 },
      ...{ align: 'center', vertical_align: 'middle' },
    },
  ],
} as const;

/** Creates a component of one text on a color, and opens it. */
export function NewComponentDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const create = useMutation({
    // The types of the document's layers are those of responses.
    mutationFn: (name: string) => unwrap(api.POST('/components', { body: { name, component: FIRST as never } })),
    onSuccess: async ({ name }) => {
      await client.invalidateQueries({ queryKey: BRAND.components });
      await navigate({ to: '/components/$name', params: { name } });
    },
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="New component">
      <DialogForm
        onSubmit={readForm(['name'], ({ name }) => create.mutate(name))}
        onClose={onClose}
        action="Create"
        isBusy={create.isPending}
        error={create.error}
      >
        <TextField
          label="Name"
          name="name"
          hint="By which templates refer to it: a letter, then letters, digits and underscores."
          required
          pattern="[A-Za-z][A-Za-z0-9_]{0,63}"
          autoFocus
        />
      </DialogForm>
    </Dialog>
  );
}
