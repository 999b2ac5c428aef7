import { defineEntity, p } from '@mikro-orm/core';

/** Who leads, and until when it leads without being heard again. */
export const LeaderLease = defineEntity({
  name: 'LeaderLease',
  tableName: 'leader_leases',
  properties: {
    /** Of the lock. */
    name: p.text().primary(),
    /** The process. */
    holder: p.uuid(),
    /** The session through which it was heard last. */
    backendPid: p.integer(),
    expiresAt: p.datetime(),
  },
});
