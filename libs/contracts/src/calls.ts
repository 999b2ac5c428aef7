import { IsUUID } from 'class-validator';
import { live } from './message.js';

/** Name of the header in which a request has its {@link CallEnded.call_id}. */
export const CALL_ID_HEADER = 'framewright-call';

/** The caller of a request no longer waits for its reply: it has left or waited long enough. */
export class CallEnded {
  /** The id from the request's header. */
  @IsUUID()
  call_id: string;
}

/** Sent to every replica of the services that do long work for callers. */
export const CALL_ENDED = live('calls.ended', CallEnded);
