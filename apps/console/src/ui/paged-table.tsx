import { Paged, type PagedProps } from './paged.tsx';
import { Table, type TableProps } from './table.tsx';

type PagedTableProps<Row> = PagedProps<Row> & Omit<TableProps<Row>, 'rows'>;

/** One page of a list of the API as a table, and the way to its other pages. */
export function PagedTable<Row>({ query, empty, onOffset, loading, ...table }: PagedTableProps<Row>) {
  return (
    <Paged query={query} empty={empty} onOffset={onOffset} loading={loading}>
      {(rows) => <Table {...table} rows={rows} />}
    </Paged>
  );
}
