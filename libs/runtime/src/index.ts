export { asAppError } from './as-app-error.js';
export { callerSignal, withCallerSignal } from './caller-signal.js';
export { ConfigError, loadConfig, redactConfig, Secret, variableOf, variablesOf, type ConfigClass } from './config.js';
export { coverEnvironment } from './cover-environment.js';
export { Health, type HealthCheck, type Report } from './health.js';
export { Logger, LOG_LEVELS, withLogFields, type LogFields, type LogLevel } from './logger.js';
export { RepeatedWork } from './repeated-work.js';
export { Repeater, type Repeated } from './repeater.js';
export { refusedConnections } from './refused-connections.metrics.js';
export { release } from './release.js';
export { retentionOverdue, retentionSwept } from './retention.metrics.js';
export { threadProgram, type ThreadProgram } from './thread-program.js';
export { createService, runMain, ServiceConfig, startService, type Service } from './service.js';
export {
  beginTrace,
  currentTraceHeaders,
  openSpan,
  recordSpan,
  traced,
  tracedFromReceipt,
  UNTRACED,
  withTrace,
  type OpenSpan,
  type SpanFacts,
  type TraceHeaders,
} from './telemetry/tracing.js';
export {
  defineCounter,
  defineGauge,
  defineHistogram,
  describeMetrics,
  countProcess,
  Metrics,
  type Counter,
  type Gauge,
  type Histogram,
  type MetricDescription,
} from './telemetry/metrics.js';
