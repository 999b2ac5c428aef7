import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ErrorState } from '../ui/error-state.tsx';
import { isMissingPart } from './missing-part.ts';

/** A page that failed, for example because a newer console has replaced its files. */
export function ErrorPage({ error }: ErrorComponentProps) {
  const isMissing = isMissingPart(error);
  useEffect(() => {
    if (!isMissing) return undefined;
    const heal = () => window.location.reload();
    window.addEventListener('online', heal);
    return () => window.removeEventListener('online', heal);
  }, [isMissing]);
  const shown = isMissing
    ? new Error('A part of this page could not be loaded. Check your connection.')
    : error instanceof Error
      ? error
      : new Error(String(error));
  return <ErrorState error={shown} onRetry={() => window.location.reload()} />;
}
