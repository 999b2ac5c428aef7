import { defineCounter, defineHistogram } from '#libs/runtime';

export const requestDuration = defineHistogram({
  name: 'framewright_http_request_duration_seconds',
  help: 'Requests by the pattern of their path; status 499: the client left before the answer',
  labels: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

export const rateLimitDecisions = defineCounter({
  name: 'framewright_rate_limit_decisions_total',
  help: 'allowed and refused: of organizations; address_refused: of clients that sent too many bad keys',
  labels: ['decision'],
});

export const connectionsRefused = defineCounter({
  name: 'framewright_http_connections_refused_total',
  help: 'Connections reset because all are taken (all), or all of a client address (address)',
  labels: ['limit'],
});
