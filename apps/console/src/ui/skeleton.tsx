import styles from './skeleton.module.css';

/** Stands for content that is loading, about as tall as it will be. Screen readers read one word. */
export function Skeleton({ lines = 6, height = 44 }: { lines?: number; height?: number }) {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        <div key={line} className={styles.line} style={{ height }} />
      ))}
    </div>
  );
}
