// Writes what the chart and its documents take from the code: `npm run generate:chart`. Specs beside this file fail while a
// file is stale.
import { writeFileSync } from 'node:fs';
import 'reflect-metadata';
import { valuesSchema, VALUES_SCHEMA } from './component-variables.js';
import { loadMetrics, metricsDocument, METRICS_DOCUMENT } from './metrics-table.js';
import { natsPermissions, NATS_PERMISSIONS } from './nats-permissions.js';

await loadMetrics();
writeFileSync(METRICS_DOCUMENT, await metricsDocument());
writeFileSync(NATS_PERMISSIONS, await natsPermissions());
writeFileSync(VALUES_SCHEMA, await valuesSchema());
