import { useMemo } from 'react';
import type { BatchValidation } from '../../api/batches.ts';
import { Button } from '../../ui/button.tsx';
import { formatNumber } from '../../ui/format.ts';
import { Facts, Stack } from '../../ui/panel.tsx';
import { recordNumbers } from '../../ui/read-records.ts';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './batches.module.css';
import { type FaultPlace, faultPlace, withoutPlace } from './fault-place.ts';
import { type CsvFile, withoutRows } from './read-csv.ts';

type Fault = BatchValidation['errors'][number];

interface BatchCheckProps {
  result: BatchValidation;
  file: CsvFile;
  /** Called with the file without the rows that have faults. */
  onFile: (file: CsvFile) => void;
}

/** Result of the check of all rows: the price beside the balance, or the faults by row, line of the file and column. */
export function BatchCheck({ result, file, onFile }: BatchCheckProps) {
  if (!result.valid) return <Faults faults={result.errors} file={file} onFile={onFile} />;
  const { videos, credits, balance, affordable } = result;
  return (
    <Stack gap="small">
      <Facts
        facts={[
          ['Videos', formatNumber(videos ?? 0)],
          ['Price', `${formatNumber(credits ?? 0)} credits`],
          ['Balance', balance === null ? 'Not known now' : `${formatNumber(balance)} credits`],
        ]}
      />
      <p role="status" className={affordable === false ? styles.problem : styles.fine}>
        {affordable === false
          ? `The balance lacks ${formatNumber((credits ?? 0) - (balance ?? 0))} credits.`
          : 'Every row is right.'}
      </p>
      {result.warnings.map(({ message }) => (
        <p key={message} role="note">
          {message}
        </p>
      ))}
    </Stack>
  );
}

function Faults({
  faults,
  file,
  onFile,
}: {
  faults: readonly Fault[];
  file: CsvFile;
  onFile: (file: CsvFile) => void;
}) {
  const { text, start } = file;
  const placed = useMemo(() => {
    const lines = recordNumbers(text);
    return faults.map((fault, index) => {
      const place = faultPlace(fault.field, start.columns);
      // The first line has the names of the columns.
      return { ...fault, ...place, line: place.row === null ? undefined : lines[place.row], id: String(index) };
    });
  }, [faults, text, start]);
  const rows = new Set(placed.flatMap(({ row }) => (row === null ? [] : [row])));
  const isOfRows = placed.every(({ row }) => row !== null);
  return (
    <Stack gap="small">
      <p role="alert" className={styles.problem}>
        {faults.length === 1 ? 'One value is' : `${faults.length}${faults.length >= 100 ? ' or more' : ''} values are`}{' '}
        not accepted. Correct the file and choose it again{isOfRows && ', or render the other rows'}.
      </p>
      {isOfRows && (
        <div>
          <Button onClick={() => onFile(withoutRows(file, rows))}>
            Leave out {rows.size === 1 ? 'this row' : `these ${rows.size} rows`}
          </Button>
        </div>
      )}
      <Table caption="Faults" columns={FAULT_COLUMNS} rows={placed} keyOf={({ id }) => id} />
    </Stack>
  );
}

const FAULT_COLUMNS: readonly Column<Fault & FaultPlace & { line: number | undefined }>[] = [
  { head: 'Row', isEssential: true, align: 'right', cell: ({ row }) => row ?? '–' },
  { head: 'Line', isEssential: true, align: 'right', cell: ({ line }) => line ?? '–' },
  { head: 'Column', isEssential: true, cell: ({ column }) => column ?? '–' },
  {
    head: 'Fault',
    isEssential: true,
    cell: ({ message, ...place }) => <span className={styles.message}>{withoutPlace(message, place)}</span>,
  },
];
