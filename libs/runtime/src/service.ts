import type { DynamicModule, INestApplication, Type } from '@nestjs/common';
import { Global, Module } from '@nestjs/common';
import { type AbstractHttpAdapter, NestFactory } from '@nestjs/core';
import { IsIn, IsInt, IsIP, IsOptional, Max, Min } from 'class-validator';
import { loadConfig } from './config.js';
import { Health } from './health.js';
import { LOG_LEVELS, Logger, type LogLevel } from './logger.js';
import { countProcess, Metrics } from './telemetry/metrics.js';
import { Tracing } from './telemetry/tracing-export.js';

/** Settings that every service reads from the environment. */
export class ServiceConfig {
  @IsIn(LOG_LEVELS)
  logLevel: LogLevel = 'info';

  /**
   * Port of `/healthz`, `/readyz` and `/metrics`; disabled when unset. The gateway also serves the first two on its
   * public port.
   */
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(65_535)
  healthPort?: number;

  /** Address on which that port listens. Default: all interfaces. */
  @IsIP()
  healthHost = '0.0.0.0';
}

/** Provides {@link Logger}, {@link Metrics} and {@link Health} to every module of a service. */
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

/** A service from `createService` to its end. */
export interface Service {
  readonly app: INestApplication;
  readonly log: Logger;
  readonly health: Health;
}

/**
 * Builds a service's Nest application around `module`, with logger and health; it takes no work yet. The probe port
 * opens first: a service that waits for a dependency is alive and not ready.
 *
 * @param adapter the HTTP adapter of the service. Default: Nest's
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
    app.enableShutdownHooks([], { useProcessExit: true }); // a requested shutdown is no failure
    return { app, log: logger, health };
  } catch (error) {
    health.onApplicationShutdown();
    throw error;
  }
}

/** Initializes the application and starts its microservices. The service is then ready as soon as its checks pass. */
export async function startService({ app, log, health }: Service): Promise<void> {
  await app.init(); // first: messages are received only once every module is ready
  await app.startAllMicroservices();
  health.started();
  log.info('service.started');
}

/**
 * Runs a service's `main`. A failed start is logged as one line and ends the process with exit code 1. So does an
 * uncaught error, so that the supervisor restarts the process in a known state.
 */
export function runMain(name: string, main: () => Promise<unknown>): void {
  const log = new Logger(name);
  const die = (event: string) => (error: unknown) => {
    log.error(event, { error });
    process.exit(1);
  };
  process.on('uncaughtException', die('service.crashed'));
  process.on('unhandledRejection', die('service.crashed'));
  main().catch(die('service.start_failed'));
}
