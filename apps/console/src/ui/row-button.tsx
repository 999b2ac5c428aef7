import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import styles from './row-button.module.css';

/** The words of a row that do something with it; the end of long ones is cut. */
export function RowButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button look="quiet" size="small" className={styles.button} onClick={onClick}>
      <span className={styles.line}>{children}</span>
    </Button>
  );
}
