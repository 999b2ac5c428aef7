import { createServer, type Server, type ServerResponse } from 'node:http';
import { Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';
import type { Metrics } from './telemetry/metrics.js';

/** Returns true, or a few words that state what is missing. */
export type HealthCheck = () => Promise<true | string> | true | string;

/**
 * The checks behind the probes. Liveness decides about a restart, so it never depends on another system. Readiness
 * decides about traffic, so it does. A draining service is alive and not ready.
 */
@Injectable()
export class Health implements OnModuleDestroy, OnApplicationShutdown {
  private readonly liveness = new Map<string, HealthCheck>();
  private readonly readiness = new Map<string, HealthCheck>();
  private readonly dispensable = new Set<string>();
  /** The reason why the service is not ready whatever its checks return: it is starting or stopping. */
  private outOfService: { start: 'starting' } | { shutdown: 'draining' } | undefined;
  private server?: Server;

  addLiveness(name: string, check: HealthCheck): void {
    this.liveness.set(name, check);
  }

  addReadiness(name: string, check: HealthCheck): void {
    this.readiness.set(name, check);
  }

  /**
   * Marks checks that are reported but do not affect readiness. For a dependency that all replicas share and that
   * requests can do without: unready replicas would leave callers with none.
   */
  servesWithout(...names: readonly string[]): void {
    for (const name of names) this.dispensable.add(name);
  }

  /** Marks the service as alive and not ready, until {@link started}. */
  starting(): void {
    this.outOfService = { start: 'starting' };
  }

  started(): void {
    this.outOfService = undefined;
  }

  /** Makes the service not ready. */
  onModuleDestroy(): void {
    this.outOfService = { shutdown: 'draining' };
  }

  onApplicationShutdown(): void {
    this.server?.close();
  }

  live(): Promise<Report> {
    return report(this.liveness);
  }

  async ready(): Promise<Report> {
    if (this.outOfService) return { ok: false, checks: { ...this.outOfService } };
    const [live, ready] = await Promise.all([this.live(), report(this.readiness)]);
    const isReady = Object.entries(ready.checks).every(
      ([name, outcome]) => outcome === 'ok' || this.dispensable.has(name),
    );
    return { ok: live.ok && isReady, checks: { ...live.checks, ...ready.checks } };
  }

  /** Serves `/healthz`, `/readyz` and `/metrics` on a separate port, which callers cannot reach. */
  async serve(address: { port: number; host: string }, metrics: Metrics): Promise<Server> {
    const server = createServer((request, response) => void this.answer(request.url, response, metrics));
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(address, resolve);
    });
    this.server = server;
    return server;
  }

  private async answer(path: string | undefined, response: ServerResponse, metrics: Metrics): Promise<void> {
    switch (path) {
      case '/healthz':
        answerReport(response, await this.live());
        return;
      case '/readyz':
        answerReport(response, await this.ready());
        return;
      case '/metrics':
        response.writeHead(200, { 'content-type': metrics.contentType }).end(await metrics.scrape());
        return;
      default:
        response.writeHead(404).end();
    }
  }
}

function answerReport(response: ServerResponse, report: Report): void {
  response.writeHead(report.ok ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(report));
}

/** The outcome of a probe: `checks` maps every check to `ok` or to what is missing. */
export interface Report {
  ok: boolean;
  checks: Record<string, string>;
}

const CHECK_TIMEOUT_MS = 2_000;

async function report(checks: ReadonlyMap<string, HealthCheck>): Promise<Report> {
  const entries = await Promise.all(
    [...checks].map(async ([name, check]) => {
      const outcome = await Promise.race([
        Promise.resolve()
          .then(check)
          .catch((error: unknown) => (error instanceof Error ? error.message : String(error))),
        new Promise<string>((resolve) => setTimeout(resolve, CHECK_TIMEOUT_MS, 'no answer').unref()),
      ]);
      return [name, outcome === true ? 'ok' : outcome] as const;
    }),
  );
  return { ok: entries.every(([, outcome]) => outcome === 'ok'), checks: Object.fromEntries(entries) };
}
