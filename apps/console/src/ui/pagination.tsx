import { Button } from './button.tsx';
import styles from './pagination.module.css';

interface PaginationProps {
  offset: number;
  limit: number;
  /** Number of entries on the page. */
  count: number;
  total: number;
  /** Labels of the buttons, for a list that is not in the order of time. */
  words?: readonly [back: string, forth: string];
  onOffset: (offset: number) => void;
}

/** The buttons that lead through a list, a page at a time. */
export function PageLinks({ offset, limit, count, total, words = ['Newer', 'Older'], onOffset }: PaginationProps) {
  if (total <= limit && offset === 0) return null;
  return (
    <nav className={styles.pagination} aria-label="Pages of the list">
      <p aria-live="polite">
        {count === 0 ? 'None' : `${offset + 1}–${offset + count}`} of {total.toLocaleString('en')}
      </p>
      <Button size="small" disabled={offset === 0} onClick={() => onOffset(Math.max(0, offset - limit))}>
        {words[0]}
      </Button>
      <Button size="small" disabled={offset + count >= total} onClick={() => onOffset(offset + limit)}>
        {words[1]}
      </Button>
    </nav>
  );
}
