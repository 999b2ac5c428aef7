import { serveStdio as serve, type StdioServerHandle } from '@modelcontextprotocol/server/stdio';
import { createApiClient } from '#libs/client';
import { createAgentServer } from './agent-server.js';
import { clientApi } from './client-api.js';

/** Retries of one call: an agent asks again by itself. */
const LIMITS = { timeoutMs: 65_000, retries: 2, retryForMs: 20_000 };

/** A server and a key. */
export interface StdioOptions {
  /** `{base_url}`, with `/v1`. */
  url: string;
  apiKey: string;
}

/** Serves the tools to the program at the other end of stdin and stdout, with a server behind them. */
export function serveStdio({ url: baseUrl, apiKey }: StdioOptions): StdioServerHandle {
  const api = clientApi(createApiClient({ baseUrl, apiKey, ...LIMITS }));
  return serve(() => createAgentServer({ api, apiKey, mayWrite: true }));
}
