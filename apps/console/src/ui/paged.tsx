import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Loaded } from './loaded.tsx';
import { PageLinks } from './pagination.tsx';

export interface PagedProps<Row> {
  query: UseQueryResult<{ data: readonly Row[]; pagination: { limit: number; offset: number; total: number } }>;
  /** Placeholder for a list without entries. */
  empty: ReactNode;
  onOffset: (offset: number) => void;
  /** Placeholder while the list is read. */
  loading?: ReactNode;
}

/** One page of a list of the API, and the way to its other pages. */
export function Paged<Row>({
  query,
  empty,
  onOffset,
  loading,
  children,
}: PagedProps<Row> & { children: (rows: readonly Row[]) => ReactNode }) {
  return (
    <Loaded query={query} loading={loading}>
      {({ data, pagination }) =>
        data.length === 0 && pagination.offset === 0 ? (
          empty
        ) : (
          <div>
            {children(data)}
            <PageLinks {...pagination} count={data.length} onOffset={onOffset} />
          </div>
        )
      }
    </Loaded>
  );
}
