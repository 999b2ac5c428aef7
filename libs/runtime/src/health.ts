import { createServer, type Server } from 'node:http';
import { Injectable, type OnApplicationShutdown, type OnModuleDestroy } from '@nestjs/common';

/** Answers true, or says in a few words what is missing. */
export type HealthCheck = () => Promise<true | string> | true | string;

/**
 * What the probes ask. Liveness says "restart me" and so never depends on another system's health; readiness says
 * "send me work" and does. A draining service is alive and not ready.
 */
@Injectable()
export class Health implements OnModuleDestroy, OnApplicationShutdown {
  private readonly liveness = new Map<string, HealthCheck>();
  private readonly readiness = new Map<string, HealthCheck>();
  private draining = false;
  private server?: Server;

  addLiveness(name: string, check: HealthCheck): void {
    this.liveness.set(name, check);
  }

  addReadiness(name: string, check: HealthCheck): void {
    this.readiness.set(name, check);
  }

  /** From now on the service is not ready. */
  onModuleDestroy(): void {
    this.draining = true;
  }

  onApplicationShutdown(): void {
    this.server?.close();
  }

  live(): Promise<Report> {
    return report(this.liveness);
  }

  async ready(): Promise<Report> {
    if (this.draining) return { ok: false, checks: { shutdown: 'draining' } };
    const [live, ready] = await Promise.all([this.live(), report(this.readiness)]);
    return { ok: live.ok && ready.ok, checks: { ...live.checks, ...ready.checks } };
  }

  /** Serves `/healthz` and `/readyz` on their own port, for services that speak no HTTP otherwise. */
  async serve(port: number, host = '0.0.0.0'): Promise<Server> {
    const server = createServer((request, response) => {
      const ask = request.url === '/healthz' ? this.live() : request.url === '/readyz' ? this.ready() : undefined;
      if (!ask) {
        response.writeHead(404).end();
        return;
      }
      void ask.then((result) => {
        response.writeHead(result.ok ? 200 : 503, { 'content-type': 'application/json' }).end(JSON.stringify(result));
      });
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, host, resolve);
    });
    this.server = server;
    return server;
  }
}

/** The outcome of a probe: `checks` names every check with `ok` or what is missing. */
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
