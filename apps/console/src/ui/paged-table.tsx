import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from './loaded.tsx';
import { PageLinks } from './pagination.tsx';
import { Table, type TableProps } from './table.tsx';

interface PagedTableProps<Row> extends Omit<TableProps<Row>, 'rows'> {
  query: UseQueryResult<{ data: readonly Row[]; pagination: { limit: number; offset: number; total: number } }>;
  /** Placeholder for a list without entries. */
  empty: ReactNode;
  onOffset: (offset: number) => void;
}

/** One page of a list of the API as a table, and the way to its other pages. */
export function PagedTable<Row>({ query, empty, onOffset, ...table }: PagedTableProps<Row>) {
  return (
    <Loaded query={query}>
      {({ data, pagination }) =>
        data.length === 0 && pagination.offset === 0 ? (
          empty
        ) : (
          <div>
            <Table {...table} rows={data} />
            <PageLinks {...pagination} count={data.length} onOffset={onOffset} />
          </div>
        )
      }
    </Loaded>
  );
}
