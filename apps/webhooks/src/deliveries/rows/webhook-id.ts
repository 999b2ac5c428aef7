/** An event's `webhook-id` header (Standard Webhooks 1.0: unique, without a `.`). */
export function webhookIdOf(eventId: string): string {
  return `evt_${eventId.replaceAll('-', '')}`;
}
