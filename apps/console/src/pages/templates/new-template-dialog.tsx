import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/field.tsx';
import { TemplateNameField, useNewTemplate } from './use-new-template.tsx';

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
  const create = useNewTemplate(() => {
    const [width = 1920, height = 1080] = size.split('x').map(Number);
    const pages = [{ number: 1, duration: PAGE_S, background_color: '#f2f2ef', layers: [] }];
    return { name: name.trim(), width, height, pages };
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
        <TemplateNameField name={name} onName={setName} />
        <SelectField label="Size" options={SIZES} value={size} onValue={setSize} />
      </DialogForm>
    </Dialog>
  );
}
