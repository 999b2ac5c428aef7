import { Injectable } from '@nestjs/common';
import { AppError } from '#libs/contracts';

/** The requests that this process works on, by the id that their callers gave them. */
@Injectable()
export class OpenCalls {
  private readonly calls = new Map<string, AbortController>();

  /** @returns a signal that is aborted when the caller no longer waits for the reply */
  open(callId: string): AbortSignal {
    const call = new AbortController();
    this.calls.set(callId, call);
    return call.signal;
  }

  close(callId: string): void {
    this.calls.delete(callId);
  }

  /** Ends the work of a call. Does nothing for most calls: they have ended, or are those of another process. */
  end(callId: string): void {
    this.calls.get(callId)?.abort(new AppError('INTERNAL_SERVER_ERROR', { detail: 'the caller has gone' }));
  }
}
