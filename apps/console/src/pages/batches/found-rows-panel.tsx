import { useMemo, useState } from 'react';
import { modificationsOf } from '../../api/caller-request.ts';
import type { TemplateField } from '../../api/template-fields.ts';
import { useStill } from '../../api/use-still.ts';
import { ErrorNote } from '../../ui/error-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { readRecords, recordNumbers } from '../../ui/read-records.ts';
import { StillCanvas } from '../../ui/still-canvas.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './found-rows.module.css';
import { fieldsOfRow, type FoundRow, foundRows } from './found-rows.ts';
import { type CsvFile } from './read-csv.ts';
import type { Mapping } from './suggest-mapping.ts';

const WIDTH = 720;

interface FoundRowsProps {
  file: CsvFile;
  mapping: Mapping;
  fields: readonly TemplateField[];
  template: { readonly template_id: string; readonly version: number };
}

/** The rows with the longest, the shortest and missing values, any of them in the picture. */
export function FoundRowsPanel({ file, mapping, fields, template }: FoundRowsProps) {
  const { columns } = file.start;
  const [records, lines] = useMemo(() => {
    const text = file.text.replace(/^\uFEFF/, '');
    return [readRecords(text, Infinity).slice(1), recordNumbers(text)];
  }, [file.text]);
  const found = useMemo(() => foundRows(columns, records, mapping), [columns, records, mapping]);
  const [chosen, setChosen] = useState<number>();
  const shown = found.find(({ row }) => row === chosen) ?? found[0];
  if (!shown) return <Panel title="Rows to look at">No value is longer, shorter or missing.</Panel>;
  const head: readonly Column<FoundRow>[] = [
    {
      head: 'Row',
      isEssential: true,
      cell: ({ row }) => (
        <button type="button" className={styles.row} aria-pressed={row === shown.row} onClick={() => setChosen(row)}>
          Row {row}
        </button>
      ),
    },
    { head: 'Line', align: 'right', cell: ({ row }) => lines[row] ?? '–' },
    { head: 'Value', isEssential: true, cell: ({ finding, column }) => `${finding} ${column}` },
    { head: 'Text', isWide: true, isEssential: true, cell: ({ value }) => value },
  ];
  return (
    <Panel title="Rows to look at">
      <div className={styles.both}>
        <Table caption="Rows found" columns={head} rows={found} keyOf={({ row }) => String(row)} />
        <RowPicture
          key={`${template.template_id} ${template.version}`}
          {...{ columns, mapping, fields, template }}
          found={shown}
          cells={records[shown.row - 1]!}
        />
      </div>
    </Panel>
  );
}

interface RowPictureProps extends Omit<FoundRowsProps, 'file'> {
  columns: readonly string[];
  found: FoundRow;
  cells: readonly string[];
}

/** The page on which the found value is, with all that its row sets. */
function RowPicture({ columns, mapping, fields, template, found, cells }: RowPictureProps) {
  const { template_id, version } = template;
  const subject = useMemo(
    () => ({ template_id, version, modifications: modificationsOf(fieldsOfRow(columns, cells, { mapping, fields })) }),
    [template_id, version, columns, cells, mapping, fields],
  );
  const page = fields.find(({ path }) => path === mapping[found.column])?.page ?? undefined;
  const { picture, error } = useStill({ subject, width: WIDTH, ...(page !== undefined && { page }) });
  return (
    <div className={styles.picture}>
      {error ? (
        <ErrorNote error={error} />
      ) : (
        <StillCanvas picture={picture} label={`Row ${found.row} in the picture`} />
      )}
    </div>
  );
}
