import { Readable } from 'node:stream';
import { Controller, Post, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import { createMcpHandler } from '@modelcontextprotocol/server';
import type { Request, Response } from 'express';
import { clientApi, createAgentServer } from '#libs/agent-tools';
import { createApiClient } from '#libs/client';
import { AppError } from '#libs/contracts';
import { callerSignal } from '#libs/runtime';
import { callerOf } from '../auth/authenticated-caller.js';
import { bearerToken } from '../auth/bearer-key.js';
import { PermissionGuard } from '../auth/permission.guard.js';
import { GatewayConfig } from '../gateway.config.js';
import { mayAccess, RequireAccess } from '../http/caller/access.js';
import { DeclaresBudget, RequestPlace } from '../http/request-place.js';
import { RawBody, RequestShapes } from '../http/request-shapes.js';
import { sendBody } from '../http/send-body.js';
import { OwnApi } from './own-api.js';

/** A message of JSON-RPC, which the SDK checks. */
class McpMessage {}

/** Time limit of one request of a tool to the API, ms: a frame may take a minute. */
const TIMEOUT_MS = 65_000;

/**
 * The tools of agents by the Model Context Protocol over streamable HTTP (docs/api/mcp.md). No call leaves anything in
 * the process, so any replica answers the next.
 */
@Controller('mcp')
@UseGuards(PermissionGuard)
@UseInterceptors(RequestShapes, RequestPlace)
export class McpController {
  constructor(
    private readonly ownApi: OwnApi,
    private readonly config: GatewayConfig,
  ) {}

  @Post()
  @RequireAccess('read')
  @DeclaresBudget('requests')
  async handle(
    @RawBody(McpMessage) message: Record<string, unknown>,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const handler = createMcpHandler(() => this.serverFor(request), { maxSubscriptions: 0, keepAliveMs: 10_000 });
    const answer = await handler.fetch(toWebRequest(request), { parsedBody: message });
    response.status(answer.status).setHeaders(answer.headers);
    if (!answer.body) {
      response.end();
      return;
    }
    await sendBody(Readable.from(answer.body), response).catch(() => undefined); // the client has disconnected
  }

  private serverFor(request: Request): ReturnType<typeof createAgentServer> {
    const caller = callerOf(request);
    if (caller.credential.kind !== 'key') {
      throw new AppError('AUTHENTICATION_REQUIRED', { details: 'Agents need an API key' });
    }
    const client = createApiClient({
      baseUrl: this.config.publicBaseUrl,
      fetch: this.ownApi.fetchFor(request),
      timeoutMs: TIMEOUT_MS,
      retries: 0,
      retryForMs: 0,
    });
    const apiKey = bearerToken(request.headersDistinct['authorization'] ?? []);
    return createAgentServer({ api: clientApi(client), apiKey, mayWrite: mayAccess(caller, 'write') });
  }
}

/** The request for the SDK. Its body is read and parsed already. */
function toWebRequest(request: Request): globalThis.Request {
  const headers = new Headers();
  for (const name of ['accept', 'content-type', ...protocolHeaders(request)]) {
    const value = request.get(name);
    if (value !== undefined) headers.set(name, value);
  }
  const signal = callerSignal();
  return new globalThis.Request('http://gateway/mcp', { method: 'POST', headers, ...(signal && { signal }) });
}

function protocolHeaders({ headers }: Request): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('mcp-'));
}
