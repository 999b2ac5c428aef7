import { Button } from './button.tsx';
import styles from './pagination.module.css';

interface PaginationProps {
  offset: number;
  limit: number;
  /** Number of entries on the page. */
  count: number;
  total: number;
  onOffset: (offset: number) => void;
}

/** The buttons that lead through a list, a page at a time. */
export function PageLinks({ offset, limit, count, total, onOffset }: PaginationProps) {
  if (total <= limit && offset === 0) return null;
  return (
    <nav className={styles.pagination} aria-label="Pages of the list">
      <p aria-live="polite">
        {count === 0 ? 'None' : `${offset + 1}–${offset + count}`} of {total.toLocaleString('en')}
      </p>
      <Button size="small" disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - limit))}>
        Previous
      </Button>
      <Button size="small" disabled={offset + count >= total} onClick={() => onOffset(offset + limit)}>
        Next
      </Button>
    </nav>
  );
}
