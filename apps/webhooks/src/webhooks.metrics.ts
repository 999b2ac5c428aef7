import { defineCounter, defineGauge, defineHistogram } from '#libs/runtime';

export const attemptDuration = defineHistogram({
  name: 'framewright_webhook_attempt_duration_seconds',
  help: 'Delivery attempts by the resulting state (succeeded, pending: retried, failed, handed_back) and the response (2xx … 5xx, none)',
  labels: ['result', 'answer'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
});

export const firstAttemptLag = defineHistogram({
  name: 'framewright_webhook_first_attempt_lag_seconds',
  help: 'Time from an event of a video to the first attempt to deliver it',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3_600],
});

export const endpointsDisabled = defineCounter({
  name: 'framewright_webhook_endpoints_disabled_total',
  help: 'Endpoints that the service disabled: gone (410) or exhausted (no delivery succeeded for a day)',
  labels: ['reason'],
});

export const secretsToReseal = defineGauge({
  name: 'framewright_webhook_secrets_to_reseal',
  help: 'Signing secrets not yet sealed with the current key while other keys are configured; 0 if none are',
});

export const pendingDeliveries = defineGauge({
  name: 'framewright_webhook_deliveries_pending',
  help: 'Pending deliveries, over all replicas: due now, or waiting for their next attempt',
  labels: ['when'],
});

export const oldestDue = defineGauge({
  name: 'framewright_webhook_oldest_due_seconds',
  help: 'Age of the oldest due delivery; 0 if none is due',
});
