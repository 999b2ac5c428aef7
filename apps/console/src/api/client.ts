import { createApiClient } from '#libs/client';
import { watchResponse } from './response-watch.ts';

/** The API of the server that served this page. The cookie of the session goes with every request. */
export const api = createApiClient({
  baseUrl: `${window.location.origin}/v1`,
  retries: 2,
  retryForMs: 10_000,
});

api.use({
  onResponse: ({ schemaPath, response }) => {
    watchResponse(schemaPath, response);
    return undefined;
  },
});
