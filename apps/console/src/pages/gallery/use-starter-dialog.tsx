import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { StarterSize } from '../../api/list-search.ts';
import { type Starter, starterQuery } from '../../api/starters.ts';
import { CheckField } from '../../ui/check-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField } from '../../ui/field.tsx';
import { TemplateNameField, useNewTemplate } from '../templates/use-new-template.tsx';
import type { StarterBrand } from './starter-document.ts';

const SIZES = [
  { value: 'all', label: 'All three sizes' },
  { value: 'default', label: 'Landscape only, 1920 × 1080' },
  { value: 'portrait', label: 'Portrait only, 1080 × 1920' },
  { value: 'square', label: 'Square only, 1080 × 1080' },
];

interface UseStarterDialogProps {
  starter: Starter;
  size: StarterSize;
  brand: StarterBrand;
  onClose: () => void;
}

/** Makes a template of a starter and opens it in the editor. */
export function UseStarterDialog({ starter, size, brand, onClose }: UseStarterDialogProps) {
  const [name, setName] = useState(starter.title);
  const [sizes, setSizes] = useState<string>(size === 'default' ? 'all' : size);
  const hasBrand = [brand.colors, brand.fonts, brand.logos].some((each) => Object.keys(each ?? {}).length > 0);
  const [isBranded, setBranded] = useState(true);
  const client = useQueryClient();
  const create = useNewTemplate(async () => {
    const source = await client.query(starterQuery(starter.name));
    const { inBrand, inOneSize } = await import('./starter-document.ts');
    const branded = hasBrand && isBranded ? inBrand(source, brand) : source;
    const document = sizes === 'all' ? branded : inOneSize(branded, sizes);
    return { ...document, name: name.trim() } as never;
  });
  return (
    <Dialog isOpen onClose={onClose} title={`Use “${starter.title}”`}>
      <DialogForm
        onSubmit={() => create.mutate()}
        onClose={onClose}
        action="Use this"
        isBusy={create.isPending}
        error={create.error}
        disabled={name.trim() === ''}
      >
        <TemplateNameField name={name} onName={setName} />
        <SelectField label="Sizes" options={SIZES} value={sizes} onValue={setSizes} />
        {hasBrand && (
          <CheckField
            label="In our brand"
            hint="Its colors, fonts and logo follow the brand of the organization."
            checked={isBranded}
            onChecked={setBranded}
          />
        )}
      </DialogForm>
    </Dialog>
  );
}
