import { defineEntity, p } from '@mikro-orm/postgresql';

const EventAuditSchema = defineEntity({
  name: 'EventAuditRow',
  tableName: 'event_audits',
  properties: {
    /** The service that consumes the events. */
    consumer: p.text().primary(),
    /** The message of the outbox up to which every event was received or published again. */
    reachedMessageId: p.uuid(),
  },
});

/** The position up to which a consumer's received events have been checked. */
export class EventAuditRow extends EventAuditSchema.class {}
EventAuditSchema.setClass(EventAuditRow);
