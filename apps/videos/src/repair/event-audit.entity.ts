import { defineEntity, p } from '@mikro-orm/postgresql';

const EventAuditSchema = defineEntity({
  name: 'EventAuditRow',
  tableName: 'event_audits',
  properties: {
    /** The service that was asked. */
    consumer: p.text().primary(),
    /** Up to this message of the outbox every event was taken, or told again. */
    reachedMessageId: p.uuid(),
  },
});

/** How far a consumer has been asked what it has taken. */
export class EventAuditRow extends EventAuditSchema.class {}
EventAuditSchema.setClass(EventAuditRow);
