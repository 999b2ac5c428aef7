export { ApiContract, type ApiDocument, checkedFetch } from './api-contract.js';
export { eventually } from './eventually.js';
export { startNats, type TestNats } from './nats.js';
export { startPostgres, type TestPostgres } from './postgres.js';
export { startReceiver, type ReceivedCall, type Receiver } from './receiver.js';
export { startSystem, type Answer, type ServiceName, type TestSystem } from './system.js';
export { currentTestRun, type TestRun } from './test-run.js';
export { TYPESCRIPT_ARGUMENTS } from './typescript-arguments.js';
