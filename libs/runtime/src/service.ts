import type { DynamicModule, INestApplication, Type } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { type AbstractHttpAdapter, NestFactory } from '@nestjs/core';
import { IsIn, IsInt, IsIP, IsOptional, Max, Min } from 'class-validator';
import { loadConfig } from './config.js';
import { Health } from './health.js';
import { LOG_LEVELS, Logger, type LogLevel } from './logger.js';
import { countProcess, Metrics } from './telemetry/metrics.js';
import { Tracing } from './telemetry/tracing-export.js';

/** What every service reads from the environment. */
export class ServiceConfig {
  @IsIn(LOG_LEVELS)
  logLevel: LogLevel = 'info';

  /** Port of `/healthz`, `/readyz` and `/metrics`; off when unset. The gateway serves the first two on its own port as well. */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(65_535)
  healthPort?: number;

  /** Address of this machine on which that port is served; every one by default. */
  @IsIP()
  healthHost = '0.0.0.0';
}

/** Gives every module of a service its {@link Logger}, {@link Metrics} and {@link Health}. */
@Global()
@Module({})
class RuntimeModule {
  static with(parts: { logger: Logger; tracing: Tracing; metrics: Metrics; health: Health }): DynamicModule {
    return {
      module: RuntimeModule,
      providers: [
        { provide: Logger, useValue: parts.logger },
        { provide: Tracing, useValue: parts.tracing },
        { provide: Metrics, useValue: parts.metrics },
        { provide: Health, useValue: parts.health },
      ],
      exports: [Logger, Metrics, Health],
    };
  }
}

/** A service between `createService` and its end. */
export interface Service {
  readonly app: INestApplication;
  readonly log: Logger;
  readonly health: Health;
}

/**
 * Builds a service's Nest application with the runtime's logger and health around `module`; takes no work yet. The probe
 * port is served first of all: a service that waits for another system is alive and not ready.
 *
 * @param adapter the HTTP server of a service that has one of its own kind; Nest's default otherwise
 */
export async function createService(
  name: string,
  module: Type | DynamicModule,
  adapter?: AbstractHttpAdapter,
): Promise<Service> {
  const { logLevel, healthPort: port, healthHost: host } = loadConfig(ServiceConfig);
  const logger = new Logger(name, logLevel);
  const metrics = new Metrics(logger);
  const health = new Health();
  health.starting();
  if (port !== undefined) {
    countProcess();
    await health.serve({ port, host }, metrics);
  }
  try {
    const tracing = await Tracing.start(name, logger);
    const root: DynamicModule = {
      module: class Root {},
      imports: [RuntimeModule.with({ logger, tracing, metrics, health }), module],
    };
    const options = { logger, bodyParser: false, abortOnError: false };
    const app = await (adapter ? NestFactory.create(root, adapter, options) : NestFactory.create(root, options));
    app.enableShutdownHooks([], { useProcessExit: true }); // a service that was asked to end and did has not failed
    return { app, log: logger, health };
  } catch (error) {
    health.onApplicationShutdown();
    throw error;
  }
}

/** Initializes the application and starts its microservices; from then on it is ready when its checks say so. */
export async function startService({ app, log, health }: Service): Promise<void> {
  await app.init(); // first: nothing is taken from NATS before every module is ready
  await app.startAllMicroservices();
  health.started();
  log.info('service.started');
}

/**
 * A service's whole `main`: whatever goes wrong before it runs is logged as one line and ends the process with 1;
 * an error nobody caught ends it too, so that its supervisor starts it anew in a known state.
 */
export function runMain(name: string, main: () => Promise<void>): void {
  const log = new Logger(name);
  const die = (event: string) => (error: unknown) => {
    log.error(event, { error });
    process.exit(1);
  };
  process.on('uncaughtException', die('service.crashed'));
  process.on('unhandledRejection', die('service.crashed'));
  main().catch(die('service.start_failed'));
}
