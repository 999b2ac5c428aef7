import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './progress-bar.module.css';

interface ProgressBarProps {
  /** Percent. */
  value: number;
  label: string;
}

export function ProgressBar({ value, label }: ProgressBarProps) {
  return <progress className={styles.bar} value={value} max={100} aria-label={label} />;
}

/** A badge with progress, for a row of a table. */
export function BadgeWithProgress({ badge, value, label }: ProgressBarProps & { badge: ReactNode }) {
  return (
    <span className={styles.beside}>
      {badge}
      <progress className={classes(styles.bar, styles.small)} value={value} max={100} aria-label={label} />
    </span>
  );
}
