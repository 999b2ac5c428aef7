import styles from './logo.module.css';

export function Logo() {
  return (
    <span className={styles.logo}>
      <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="7" className={styles.back} />
        <path
          d="M8 12V8h4M20 8h4v4M24 20v4h-4M12 24H8v-4"
          className={styles.corner}
          strokeWidth="2.5"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <path d="M13.5 12l6 4-6 4z" className={styles.play} strokeWidth="1.5" strokeLinejoin="round" />
      </svg>
      Framewright
    </span>
  );
}
