import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { Skeleton } from './skeleton.tsx';

/** The data of a query. Until there are any, a placeholder or the error. */
export function Loaded<Data>({
  query,
  loading = <Skeleton />,
  children,
}: {
  query: UseQueryResult<Data>;
  loading?: ReactNode;
  children: (data: Data) => ReactNode;
}) {
  if (query.data !== undefined) return children(query.data);
  if (query.isPending) return loading;
  return <ErrorState error={query.error!} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />;
}
