/** Limits of a call. Each can be set for a client and for one call. */
export interface CallOptions {
  /** Time limit of one try, its response included, ms. Default 30,000. */
  timeoutMs?: number;
  /** Number of repetitions after tries that failed without a Retry-After. Default 8. */
  retries?: number;
  /**
   * Time within which repetitions begin, ms. Default 300,000. A call follows every Retry-After within this time, however
   * many there are. 0: the request is sent once.
   */
  retryForMs?: number;
}
