import { classes } from './classes.ts';
import styles from './progress-bar.module.css';

/** @param value percent */
export function ProgressBar({ value, label, isSmall = false }: { value: number; label: string; isSmall?: boolean }) {
  return (
    <progress className={classes(styles.bar, isSmall && styles.small)} value={value} max={100} aria-label={label} />
  );
}
