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
        <TargetField
          column={column}
          list={list}
          target={mapping[column]}
          isKnown={isKnown(mapping[column], known)}
          onTarget={(target) => set(column, target)}
        />
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

interface TargetFieldProps {
  column: string;
  /** The id of the element that lists the known targets. */
  list: string;
  target: string | undefined;
  isKnown: boolean;
  onTarget: (target: string) => void;
}

function TargetField({ column, list, target, isKnown, onTarget }: TargetFieldProps) {
  return (
    <div className={styles.target}>
      <TextField
        label={`What ${column} sets`}
        isLabelHidden
        list={list}
        placeholder="Left out"
        value={target ?? ''}
        fault={isKnown ? undefined : 'Not a field of this template'}
        onChange={(event) => onTarget(event.target.value)}
      />
    </div>
  );
}

/** Options of a video that are not proposed, such as `video.fps`, are known to the API. */
function isKnown(target: string | undefined, known: ReadonlySet<string>): boolean {
  return target === undefined || known.has(target) || target.startsWith('video.');
}
