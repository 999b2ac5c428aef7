import { Link } from '@tanstack/react-router';
import { buttonClass } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { useTitle } from '../ui/use-title.ts';

export function NotFoundPage() {
  useTitle('Not found');
  return (
    <EmptyState
      title="There is no such page"
      action={
        <Link to="/" className={buttonClass()}>
          Go to the start
        </Link>
      }
    >
      The address may be wrong, or the page has gone.
    </EmptyState>
  );
}
