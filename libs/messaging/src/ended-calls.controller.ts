import { Controller } from '@nestjs/common';
import { CALL_ENDED, type CallEnded } from '#libs/contracts';
import { LiveHandler } from './handlers.js';
import { OpenCalls } from './open-calls.js';

/** Handles `calls.ended`, in the services whose edges list it. */
@Controller()
export class EndedCallsController {
  constructor(private readonly calls: OpenCalls) {}

  @LiveHandler(CALL_ENDED, { everyReplica: true })
  ended({ call_id }: CallEnded): void {
    this.calls.end(call_id);
  }
}
