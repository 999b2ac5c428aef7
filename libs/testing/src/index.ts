export { Browser } from './browser.js';
export { ApiContract, type ApiDocument, checkedFetch } from './api-contract.js';
export { BROWSER, launchBrowser, launchChromium, launchFirefox } from './browsers.js';
export { collectGarbage, finalizeGarbage } from './collect-garbage.js';
export { type DnsQuestion, type DnsReply, startDnsServer, type TestDnsServer } from './dns-server.js';
export { eventually } from './eventually.js';
export { findTools } from './find-tools.js';
export { type Fault, type FaultyProxy, startFaultyProxy } from './faulty-proxy.js';
export { type SilentProxy, startSilentProxy } from './silent-proxy.js';
export { growth, leastCpuMs } from './growth.js';
export { LOSSES, type LosableDatabase, startLosableDatabase } from './losable-database.js';
export { startNats, type TestNats } from './nats.js';
export { startPostgres, type TestPostgres } from './postgres.js';
export { holdingsOf, type ProcessHoldings } from './process-holdings.js';
export { type ServiceServers, startServers } from './service-servers.js';
export { startReceiver, type ReceivedCall, type Receiver, type Respond } from './receiver.js';
export { describeOnS3, type TestS3 } from './s3.js';
export {
  clicks,
  clickTimes,
  measureLoudness,
  readSound,
  SOUND_RATE_HZ,
  toneDb,
  type Waveform,
  writeSound,
} from './sound.js';
export { serve, type TestServer } from './serve.js';
export { newTestOrganization } from './shared-system.js';
export { startSystem, type ServiceName, type TestSystem } from './system.js';
export type { Answer, TestOrganization } from './test-organization.js';
export { temporaryFolder } from './temporary-folder.js';
export { currentTestRun, startOnce, type TestRun } from './test-run.js';
export { TYPESCRIPT_ARGUMENTS } from './typescript-arguments.js';
export { threadCpuMs } from './thread-cpu-ms.js';
export { unboundedWithin } from './unbounded-within.js';
export { validDocument } from './valid-document.js';
export { type GifFacts, readGif } from './read-gif.js';
export { rowsRead } from './rows-read.js';
export { SoftwareAuthenticator } from './software-authenticator.js';
