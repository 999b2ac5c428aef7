import type { ReactNode } from 'react';
import styles from './panel-head.module.css';

/** The head of a list, which stays above it while it scrolls: its title, and the buttons in `children`. */
export function PanelHead({ title, children }: { title: string; children: ReactNode }) {
  return (
    <header className={styles.head}>
      <h2>{title}</h2>
      {children}
    </header>
  );
}
