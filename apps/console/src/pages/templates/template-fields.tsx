import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Template } from '#libs/client';
import { type TemplateField, templateFieldsQuery } from '../../api/template-fields.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SelectField } from '../../ui/field.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { PageLinks } from '../../ui/pagination.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './templates.module.css';

const SHOWN = 50;

/** Everything that a request may change, with the value that the template has. */
export function TemplateFields({ template }: { template: Template }) {
  const [which, setWhich] = useState<'set' | 'all'>('set');
  const query = useQuery(templateFieldsQuery(template.id, template.version));
  return (
    <Loaded query={query}>
      {(all) => (
        <div>
          <div className={styles.tools}>
            <SelectField
              label="Fields"
              value={which}
              options={[
                { value: 'set', label: 'With a value in the template' },
                { value: 'all', label: 'All' },
              ]}
              onValue={(value) => setWhich(value === 'all' ? 'all' : 'set')}
            />
          </div>
          <FieldTable key={which} fields={which === 'all' ? all : all.filter(({ is_set }) => is_set)} />
        </div>
      )}
    </Loaded>
  );
}

function FieldTable({ fields }: { fields: readonly TemplateField[] }) {
  const [offset, setOffset] = useState(0);
  if (fields.length === 0) {
    return <EmptyState title="No fields">The template has no variables and no layers yet.</EmptyState>;
  }
  return (
    <>
      <Table
        caption="Fields"
        columns={COLUMNS}
        rows={fields.slice(offset, offset + SHOWN)}
        keyOf={({ path }) => path}
      />
      <PageLinks
        offset={offset}
        limit={SHOWN}
        count={Math.min(SHOWN, fields.length - offset)}
        total={fields.length}
        onOffset={setOffset}
      />
    </>
  );
}

const COLUMNS: readonly Column<TemplateField>[] = [
  { head: 'Field', isEssential: true, cell: ({ path }) => <code>{path}</code> },
  { head: 'Kind', cell: ({ kind, choices }) => (choices === null ? kind : `one of ${choices.length}`) },
  { head: 'Sample', isEssential: true, isWide: true, cell: ({ sample }) => <code>{sampleText(sample)}</code> },
  { head: 'Bounds', cell: boundsText },
];

function sampleText(sample: unknown): string {
  if (sample === null || sample === undefined) return '–';
  return typeof sample === 'string' ? sample : JSON.stringify(sample);
}

/** A bound as it is: fractions are not rounded. */
const bound = (value: number): string => formatNumber(value, 20);

function boundsText({ minimum, maximum, max_length }: TemplateField): string {
  if (minimum !== null && maximum !== null) return `${bound(minimum)} to ${bound(maximum)}`;
  if (minimum !== null) return `from ${bound(minimum)}`;
  if (maximum !== null) return `up to ${bound(maximum)}`;
  return max_length === null ? '' : `up to ${bound(max_length)} characters`;
}
