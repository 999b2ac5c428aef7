import { FramewrightError } from '#libs/client';
import { Button } from './button.tsx';
import styles from './state.module.css';

/** Replaces a page whose data could not be read. */
export function ErrorState({
  error,
  onRetry,
  isRetrying = false,
}: {
  error: Error;
  onRetry?: () => void;
  isRetrying?: boolean;
}) {
  return (
    <div className={styles.state} role="alert">
      <h2>{titleOf(error)}</h2>
      <p className={styles.text}>{explain(error)}</p>
      <Reference error={error} />
      {onRetry && !isRefused(error) && (
        <div className={styles.action}>
          <Button onClick={onRetry} isBusy={isRetrying}>
            Try again
          </Button>
        </div>
      )}
    </div>
  );
}

/** Whether the server refuses the user, as it will again. */
function isRefused(error: Error): boolean {
  return error instanceof FramewrightError && error.status === 403;
}

/** The reason why an action failed, beside the control that began it. */
export function ErrorNote({ error }: { error: Error }) {
  const faults = error instanceof FramewrightError ? error.faults : [];
  return (
    <div className={styles.note} role="alert">
      <p>{explain(error)}</p>
      {faults.length > 0 && (
        <ul className={styles.faults}>
          {faults.slice(0, 20).map((fault) => (
            <li key={`${fault.field} ${fault.message}`}>
              <code>{fault.field}</code> {fault.message}
            </li>
          ))}
        </ul>
      )}
      <Reference error={error} />
    </div>
  );
}

/** The fault that the API finds in a field of a request, for that field of the form; undefined if it finds none. */
export function faultOf(error: Error | null, field: string): string | undefined {
  const fault = error instanceof FramewrightError ? error.faults.find((each) => each.field === field) : undefined;
  return fault && `${fault.message.replace(field, 'This')}.`;
}

/** An error, unless all of its faults stand at these fields of a form: {@link faultOf}. */
export function errorBeside(error: Error | null, fields: readonly string[]): Error | null {
  const faults = error instanceof FramewrightError ? error.faults : [];
  return faults.length > 0 && faults.every(({ field }) => fields.includes(field)) ? null : error;
}

/** A notice of a failure where there is no error of the API. */
export function Notice({ children }: { children: string }) {
  return (
    <div className={styles.note} role="alert">
      <p>{children}</p>
    </div>
  );
}

/** The id of a request that failed, which its log shows in a window of its own: what stands on this page is not lost. */
function Reference({ error }: { error: Error }) {
  if (!(error instanceof FramewrightError) || error.requestId === undefined || (error.status ?? 0) < 500) return null;
  return (
    <p className={styles.reference}>
      Request{' '}
      <a href={`/console/requests?request=${error.requestId}`} target="_blank" rel="noreferrer">
        <code>{error.requestId}</code>
      </a>
    </p>
  );
}

function titleOf(error: Error): string {
  if (!(error instanceof FramewrightError)) return 'This page could not be shown';
  if (error.status === 404) return 'Not found';
  if (error.status === 403) return 'You may not see this';
  return 'This could not be loaded';
}

/** A sentence for people. */
function explain(error: Error): string {
  if (!(error instanceof FramewrightError)) return error.message;
  if (error.code === 'NO_RESPONSE' || error.code === 'TIMEOUT')
    return 'The server did not answer. Check your connection.';
  return error.details ?? `${error.message.replace(/\.$/, '')}.`;
}
