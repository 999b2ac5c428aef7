import { defineEntity, p } from '@mikro-orm/core';

/** The leader of a lock, and the time at which its lease ends unless it is renewed. */
export const LeaderLease = defineEntity({
  name: 'LeaderLease',
  tableName: 'leader_leases',
  properties: {
    /** Name of the lock. */
    name: p.text().primary(),
    /** Name of the leading process. */
    holder: p.uuid(),
    /** The database session that renewed the lease last. */
    backendPid: p.integer(),
    expiresAt: p.datetime(),
  },
});
