/** A limit of one process for one kind of shared work: for all organizations, and for one of them. */
export interface Budget {
  /** The service whose processes keep it: each of them has this much. */
  readonly keptBy: 'gateway' | 'videos' | 'renderer';
  /**
   * `request`: a request takes one place for all of its work. `part`: a part of its work takes a place while it uses
   * the shared resource.
   */
  readonly takenBy: 'request' | 'part';
  /** Its name in a refusal: "Too many frames and validations at once". */
  readonly what: string;
  /** Pieces of work in progress. Absent: any number. */
  readonly places?: number;
  /** Pieces of one organization in progress. */
  readonly placesPerOrg: number;
  /** Pieces of one organization that wait for a place. A further one is refused with RATE_LIMIT_EXCEEDED. */
  readonly waitingPerOrg: number;
  /** Bytes held by pieces in progress, where it is memory that is shared. */
  readonly bytes?: { readonly inAll: number; readonly perOrg: number };
  /**
   * Bytes a second of one place. A response is sent at full speed, but its place is given back only after the time that sending
   * it at this rate would take. So an organization receives on average at most `placesPerOrg` times this rate.
   */
  readonly bytesPerS?: number;
}

const MB = 1_000_000;

/**
 * The resources that requests of several organizations share, except renderers' slots, which the fair queue assigns.
 * The service with the resource (`keptBy`) keeps its budget. Every message declares the budget that its work takes, and
 * every operation of the API the one that bounds it.
 */
export const BUDGETS = {
  /**
   * Bodies in a gateway's memory, from their first byte to the response. A body with many values takes up to eight times its
   * size while it is parsed and sent on: 6.8 MB of 270,000 values, with 57 more such requests waiting and refused, took 55 MB.
   */
  bodies: {
    keptBy: 'gateway',
    takenBy: 'part',
    what: 'request bodies',
    placesPerOrg: 1_024,
    waitingPerOrg: 16,
    bytes: { inAll: 36 * MB, perOrg: 7.5 * MB },
  },
  /** Passwords that are hashed, by client address: each takes a thread of Node's four and 20 MB. */
  passwords: {
    keptBy: 'gateway',
    takenBy: 'part',
    what: 'passwords to check',
    places: 2,
    placesPerOrg: 1,
    waitingPerOrg: 8,
  },
  /** Archives that are stored and read. */
  imports: { keptBy: 'gateway', takenBy: 'request', what: 'imports', places: 32, placesPerOrg: 1, waitingPerOrg: 2 },
  exports: {
    keptBy: 'gateway',
    takenBy: 'request',
    what: 'exports and manifests',
    places: 64,
    placesPerOrg: 4,
    waitingPerOrg: 8,
  },
  /** Archives of batches. Each takes as long as its caller's connection does. */
  archives: {
    keptBy: 'gateway',
    takenBy: 'request',
    what: 'archives of batches',
    places: 64,
    placesPerOrg: 2,
    waitingPerOrg: 0,
  },
  uploads: { keptBy: 'gateway', takenBy: 'request', what: 'uploads', places: 256, placesPerOrg: 16, waitingPerOrg: 32 },
  /** Pictures and documents on their way to a page. The drawing of pictures takes places of `frames`. */
  previews: {
    keptBy: 'gateway',
    takenBy: 'request',
    what: 'previews',
    places: 1_024,
    placesPerOrg: 128,
    waitingPerOrg: 128,
    bytesPerS: 100_000,
  },
  /** Public files on their way to one client address, behind which there may be many people. */
  downloads: {
    keptBy: 'gateway',
    takenBy: 'request',
    what: 'downloads',
    places: 4_096,
    placesPerOrg: 256,
    waitingPerOrg: 256,
  },
  /** Open event streams. */
  events: { keptBy: 'gateway', takenBy: 'request', what: 'event streams', placesPerOrg: 500, waitingPerOrg: 0 },
  /** Threads that judge and compile documents. */
  documents: {
    keptBy: 'videos',
    takenBy: 'part',
    what: 'documents to check',
    places: 2,
    placesPerOrg: 1,
    waitingPerOrg: 256,
  },
  /** Batches whose rows are judged. Their slices take turns as `documents`. */
  batches: {
    keptBy: 'videos',
    takenBy: 'request',
    what: 'batches to check',
    places: 16,
    placesPerOrg: 1,
    waitingPerOrg: 30,
  },
  /** Frames and validations: their files are fetched, then they are drawn. */
  frames: {
    keptBy: 'renderer',
    takenBy: 'request',
    what: 'frames and validations',
    places: 64,
    placesPerOrg: 4,
    waitingPerOrg: 4,
  },
  /** Requests whose files are measured before a video is accepted: they are fetched, then their lengths are read. */
  measurements: {
    keptBy: 'renderer',
    takenBy: 'request',
    what: 'orders whose files are measured',
    places: 64,
    placesPerOrg: 4,
    waitingPerOrg: 16,
  },
  /** Files of frames, validations and measurements that are fetched. */
  fetches: {
    keptBy: 'renderer',
    takenBy: 'part',
    what: 'files of frames to fetch',
    places: 64,
    placesPerOrg: 2,
    waitingPerOrg: 256,
  },
  /** Processes that draw frames and validate documents: one organization leaves one of them to the others. */
  drawers: {
    keptBy: 'renderer',
    takenBy: 'part',
    what: 'frames to draw',
    places: 2,
    placesPerOrg: 1,
    waitingPerOrg: 256,
  },
  /** CSV files that are fetched. */
  rows: {
    keptBy: 'renderer',
    takenBy: 'request',
    what: 'CSV files to fetch',
    places: 64,
    placesPerOrg: 2,
    waitingPerOrg: 4,
  },
} as const satisfies Record<string, Budget>;

export type BudgetName = keyof typeof BUDGETS;

/**
 * The budget of a message or an operation. `requests`: some indexed statements, bounded by the requests that an organization
 * or a client address may send in a minute. `internal`: sent by services and probes on their own, as often as there is work.
 */
export type WorkBudget = BudgetName | 'requests' | 'internal';
