import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '../ui/error-state.tsx';

/** A page that failed, for example because a newer console has replaced its files. */
export function ErrorPage({ error }: ErrorComponentProps) {
  return (
    <ErrorState
      error={error instanceof Error ? error : new Error(String(error))}
      onRetry={() => window.location.reload()}
    />
  );
}
