import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { TEMPLATES } from '../../api/query-keys.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';

const SIZES = [
  { value: '1920x1080', label: 'Landscape, 1920 × 1080' },
  { value: '1080x1920', label: 'Portrait, 1080 × 1920' },
  { value: '1080x1080', label: 'Square, 1080 × 1080' },
];
/** Seconds of the one page that a new template has. */
const PAGE_S = 5;

/** Creates a template with one empty page and opens it in the editor. */
export function NewTemplateDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [name, setName] = useState('');
  const [size, setSize] = useState('1920x1080');
  const navigate = useNavigate();
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => {
      const [width = 1920, height = 1080] = size.split('x').map(Number);
      const pages = [{ number: 1, duration: PAGE_S, background_color: '#f2f2ef', layers: [] }];
      return unwrap(api.POST('/templates', { body: { name: name.trim(), width, height, pages } }));
    },
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: TEMPLATES.all });
      await navigate({ to: '/templates/$id/edit', params: { id } });
    },
  });
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="New template">
      <DialogForm
        onSubmit={() => create.mutate()}
        onClose={onClose}
        action="Create"
        isBusy={create.isPending}
        error={create.error}
        disabled={name.trim() === ''}
      >
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField label="Size" options={SIZES} value={size} onValue={setSize} />
      </DialogForm>
    </Dialog>
  );
}
