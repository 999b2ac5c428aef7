import { useId } from 'react';
import type { TemplateField } from '../../api/template-fields.ts';
import { type Column, Table } from '../../ui/table.tsx';
import { TextField } from '../../ui/field.tsx';
import styles from './batches.module.css';
import type { CsvStart } from './read-csv.ts';
import { batchTargets } from './suggest-mapping.ts';

interface ColumnMappingProps {
  start: CsvStart;
  fields: readonly TemplateField[];
  mapping: Readonly<Record<string, string>>;
  onMapping: (mapping: Readonly<Record<string, string>>) => void;
}

/** The target of each column. A column without a target is left out. */
export function ColumnMapping({ start, fields, mapping, onMapping }: ColumnMappingProps) {
  const list = useId();
  const targets = batchTargets(fields);
  const known = new Set(targets);
  const set = (column: string, target: string) => {
    const others = Object.entries(mapping).filter(([name]) => name !== column);
    onMapping(Object.fromEntries(target.trim() === '' ? others : [...others, [column, target.trim()]]));
  };
  const columns: Column<string>[] = [
    { head: 'Column', isEssential: true, cell: (column) => column },
    {
      head: 'Sets',
      isEssential: true,
      cell: (column) => (
        <div className={styles.target}>
          <TextField
            label={`What ${column} sets`}
            isLabelHidden
            list={list}
            placeholder="Left out"
            value={mapping[column] ?? ''}
            fault={isUnknown(mapping[column], known) ? 'Not a field of this template' : undefined}
            onChange={(event) => set(column, event.target.value)}
          />
        </div>
      ),
    },
    {
      head: 'In the first rows',
      isWide: true,
      cell: (column) => start.rows.map((row) => row[start.columns.indexOf(column)]!).join(' · '),
    },
  ];
  return (
    <>
      <datalist id={list}>
        {targets.map((target) => (
          <option key={target} value={target} />
        ))}
      </datalist>
      <Table caption="Columns" columns={columns} rows={start.columns} keyOf={(column) => column} />
    </>
  );
}

/** Options of a video that are not proposed, such as `video.fps`, are known to the API. */
function isUnknown(target: string | undefined, known: ReadonlySet<string>): boolean {
  return target !== undefined && !known.has(target) && !target.startsWith('video.');
}
