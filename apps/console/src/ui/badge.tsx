import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import styles from './badge.module.css';

export type BadgeTone = 'neutral' | 'good' | 'bad' | 'busy' | 'wait';

/** A state in a word. The color of the tone repeats what the word says. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={classes(styles.badge, styles[tone])}>{children}</span>;
}
