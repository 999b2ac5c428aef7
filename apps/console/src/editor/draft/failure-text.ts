import { FramewrightError } from '#libs/client';

/** The reason why a request failed, as a sentence for a person who has no use for addresses. */
export function failureText(error: Error): string {
  const isAway = error instanceof FramewrightError && (error.code === 'NO_RESPONSE' || error.code === 'TIMEOUT');
  if (isAway) return 'The server does not answer.';
  return error.message.endsWith('.') ? error.message : `${error.message}.`;
}
