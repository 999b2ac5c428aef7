import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { Icon } from './icon.tsx';
import styles from './toast.module.css';

const SHOWN_MS = 5_000;

type Notify = (text: string) => void;
const NotifyContext = createContext<Notify>(() => undefined);

/**
 * A function that shows a notice of a success for a moment. Failures stay beside the failed action instead
 * (`ErrorNote`).
 */
export function useNotify(): Notify {
  return use(NotifyContext);
}

export function Toasts({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<readonly { id: number; text: string }[]>([]);
  const remove = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  const notify = useMemo<Notify>(() => {
    let last = 0;
    return (text) => {
      const id = ++last;
      setToasts((all) => [...all.slice(-2), { id, text }]);
      setTimeout(() => remove(id), SHOWN_MS);
    };
  }, [remove]);
  return (
    <NotifyContext value={notify}>
      {children}
      <div role="status" className={styles.toasts}>
        {toasts.map(({ id, text }) => (
          <p key={id} className={styles.toast}>
            <Icon name="check" />
            <span className={styles.text}>{text}</span>
            <button type="button" aria-label="Dismiss" className={styles.dismiss} onClick={() => remove(id)}>
              <Icon name="close" size={14} />
            </button>
          </p>
        ))}
      </div>
    </NotifyContext>
  );
}
