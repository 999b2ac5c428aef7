import { defineCounter, defineGauge, defineHistogram } from '#libs/runtime';

export const attemptDuration = defineHistogram({
  name: 'framewright_webhook_attempt_duration_seconds',
  help: 'Attempts by what became of the delivery (succeeded, pending: tried again, failed, handed_back) and the answer (2xx … 5xx, none)',
  labels: ['result', 'answer'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15, 30],
});

export const firstAttemptLag = defineHistogram({
  name: 'framewright_webhook_first_attempt_lag_seconds',
  help: 'From what happened to a video to the first attempt at telling of it',
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 300, 3_600],
});

export const endpointsDisabled = defineCounter({
  name: 'framewright_webhook_endpoints_disabled_total',
  help: 'Endpoints disabled by us: gone (410) or exhausted (nothing arrived for a day)',
  labels: ['reason'],
});

export const secretsToReseal = defineGauge({
  name: 'framewright_webhook_secrets_to_reseal',
  help: 'Signing secrets not yet sealed with the current key, while other keys are configured; 0 when none are',
});

export const pendingDeliveries = defineGauge({
  name: 'framewright_webhook_deliveries_pending',
  help: 'Deliveries that have not ended, over all replicas: due now, or waiting for their next attempt',
  labels: ['when'],
});

export const oldestDue = defineGauge({
  name: 'framewright_webhook_oldest_due_seconds',
  help: 'How long the delivery that is due longest has been due; 0 when none is',
});
