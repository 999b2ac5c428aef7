import type { BatchValidation } from '../../api/batches.ts';
import { formatNumber } from '../../ui/format.ts';
import { Facts, Stack } from '../../ui/panel.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import styles from './batches.module.css';
import { faultPlace, withoutPlace } from './fault-place.ts';

type Fault = BatchValidation['errors'][number];

/** Result of the check of all rows: the price beside the balance, or the faults by row and column. */
export function BatchCheck({ result, columns }: { result: BatchValidation; columns: readonly string[] }) {
  if (!result.valid) return <Faults faults={result.errors} columns={columns} />;
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
    </Stack>
  );
}

function Faults({ faults, columns }: { faults: readonly Fault[]; columns: readonly string[] }) {
  const placed = faults.map((fault, index) => ({ ...fault, ...faultPlace(fault.field, columns), id: String(index) }));
  return (
    <Stack gap="small">
      <p role="alert" className={styles.problem}>
        {faults.length === 1 ? 'One value is' : `${faults.length}${faults.length >= 100 ? ' or more' : ''} values are`}{' '}
        not accepted. Correct the file and choose it again.
      </p>
      <Table caption="Faults" columns={FAULT_COLUMNS} rows={placed} keyOf={({ id }) => id} />
    </Stack>
  );
}

const FAULT_COLUMNS: readonly Column<Fault & { row: number | null; column: string | null }>[] = [
  { head: 'Row', isEssential: true, align: 'right', cell: ({ row }) => row ?? '–' },
  { head: 'Column', isEssential: true, cell: ({ column }) => column ?? '–' },
  {
    head: 'Fault',
    isEssential: true,
    cell: ({ message, ...place }) => <span className={styles.message}>{withoutPlace(message, place)}</span>,
  },
];
