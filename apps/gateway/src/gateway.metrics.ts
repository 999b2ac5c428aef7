import { defineCounter, defineHistogram } from '#libs/runtime';

export const requestDuration = defineHistogram({
  name: 'framewright_http_request_duration_seconds',
  help: 'Duration of HTTP requests by route; status 499: the client disconnected before the response',
  labels: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

export const rateLimitDecisions = defineCounter({
  name: 'framewright_rate_limit_decisions_total',
  help: 'Rate limit decisions: allowed and refused for organizations, address_refused for addresses with too many invalid keys',
  labels: ['decision'],
});

export const requestsUnlogged = defineCounter({
  name: 'framewright_requests_unlogged_total',
  help: 'Requests that are not in the log of their organization: too many at once (no_room), or the database was away (not_written)',
  labels: ['reason'],
});

export const connectionsRefused = defineCounter({
  name: 'framewright_http_connections_refused_total',
  help: 'Connections reset because the limit of all clients (all) or of one client address (address) was reached',
  labels: ['limit'],
});

export const mediaUploads = defineCounter({
  name: 'framewright_media_uploads_total',
  help: 'Uploaded files that were stored, and uploads that failed after their type and the quota were checked',
  labels: ['outcome'],
});
