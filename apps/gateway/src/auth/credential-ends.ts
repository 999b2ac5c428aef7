import { Injectable } from '@nestjs/common';
import { ORGANIZATION_CHANGED } from '#libs/contracts';
import { LivePublisher } from '#libs/messaging';

/** The organizations whose credentials have ended; null for a session without one. */
export type Ended = readonly { organization_id: string | null }[];

/** Announces that credentials have ended, so that every gateway ends the streams that they have opened. */
@Injectable()
export class CredentialEnds {
  constructor(private readonly live: LivePublisher) {}

  /** To be called when the transaction is committed: gateways read the database. */
  announce(ended: Ended): void {
    for (const org_id of new Set(ended.map(({ organization_id }) => organization_id)))
      if (org_id !== null) this.live.publish(ORGANIZATION_CHANGED, { org_id });
  }
}
