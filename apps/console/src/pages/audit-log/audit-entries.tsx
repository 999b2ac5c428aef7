import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { actionInWords, actorInWords, type AllAuditSearch, type ShownEntry } from '../../api/audit-log.ts';
import { Button } from '../../ui/button.tsx';
import { DayFields } from '../../ui/day-fields.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterBar } from '../../ui/filters.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './audit-log.module.css';
import { EntryDialog } from './entry-dialog.tsx';
import { OutcomeBadge } from './outcome-badge.tsx';

interface AuditEntriesProps {
  query: UseQueryResult<{ data: ShownEntry[]; pagination: { limit: number; offset: number; total: number } }>;
  search: AllAuditSearch;
  onSearch: (search: AllAuditSearch) => void;
  /** Columns that not every reader has. */
  more?: readonly Column<ShownEntry>[];
}

/** A page of the audit log with its filters; an entry opens with everything that is known of it. */
export function AuditEntries({ query, search, onSearch, more = [] }: AuditEntriesProps) {
  const [shown, setShown] = useState<ShownEntry>();
  const filter = filterOf(search);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <>
      <AuditFilters filter={filter} onFilter={onSearch} />
      <PagedTable
        query={query}
        caption="Audit log"
        columns={columns(setShown, more)}
        keyOf={({ id }) => id}
        empty={
          <EmptyState title="No entries">
            {isFiltered ? 'Nothing matches the filter.' : 'Every change appears here as soon as it is made.'}
          </EmptyState>
        }
        onOffset={(offset) => onSearch({ ...filter, offset })}
      />
      {shown && (
        <EntryDialog
          entry={shown}
          onClose={() => setShown(undefined)}
          onSelect={(further) => {
            setShown(undefined);
            onSearch({ ...filter, ...further });
          }}
        />
      )}
    </>
  );
}

/** The search without its page: only what selects entries. */
function filterOf({ offset: _page, ...filter }: AllAuditSearch): Omit<AllAuditSearch, 'offset'> {
  return filter;
}

interface AuditFiltersProps {
  filter: Omit<AllAuditSearch, 'offset'>;
  onFilter: (filter: AllAuditSearch) => void;
}

function AuditFilters({ filter, onFilter }: AuditFiltersProps) {
  const { from, to, ...others } = filter;
  return (
    <FilterBar>
      <DayFields
        from={from}
        to={to}
        onDays={(days) =>
          onFilter({ ...others, ...(days.from && { from: days.from }), ...(days.to && { to: days.to }) })
        }
      />
      {Object.keys(filter).length > 0 && <Button onClick={() => onFilter({})}>Show all</Button>}
    </FilterBar>
  );
}

function columns(onOpen: (entry: ShownEntry) => void, more: readonly Column<ShownEntry>[]): Column<ShownEntry>[] {
  return [
    { head: 'When', isEssential: true, cell: ({ created_at }) => <Time at={created_at} /> },
    {
      head: 'What',
      isEssential: true,
      cell: (entry) => (
        <span className={styles.what}>
          <Button look="quiet" size="small" onClick={() => onOpen(entry)}>
            {actionInWords(entry.action)}
          </Button>
          {entry.target.name !== null && <span className={styles.name}>{entry.target.name}</span>}
        </span>
      ),
    },
    { head: 'Who', isWide: true, cell: ({ actor }) => actorInWords(actor) },
    ...more,
    { head: 'Outcome', align: 'right', cell: ({ status }) => <OutcomeBadge status={status} /> },
  ];
}
