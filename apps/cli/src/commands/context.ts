import type { Reporter } from '../report/reporter.js';

/** The surroundings of a command. */
export interface Context {
  reporter: Reporter;
  /** Aborted by Ctrl+C. */
  signal: AbortSignal;
  environment: NodeJS.ProcessEnv;
}

/** Performs a command. @throws CliError, which decides about the exit code */
export type Run = (args: readonly string[], context: Context) => Promise<void>;
