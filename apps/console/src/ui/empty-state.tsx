import type { ReactNode } from 'react';
import styles from './state.module.css';

/** Replaces an empty list: why there is nothing, and what to do about it. */
export function EmptyState({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={styles.state}>
      <h2>{title}</h2>
      {children !== undefined && <p className={styles.text}>{children}</p>}
      {action !== undefined && action !== false && <div className={styles.action}>{action}</div>}
    </div>
  );
}
