import type { Warning } from '#libs/template';
import { CliError, EXIT, type PlacedWarning } from '../cli-error.js';
import { withoutDiskAddresses } from '../documents/disk-addresses.js';
import { printedFault } from './print-faults.js';
import { Progress, type ProgressStream } from './progress.js';

interface OutputStreams {
  out: { write(text: string): unknown };
  err: ProgressStream;
}

/** Writes results to stdout, and everything else to stderr. With `--json`, stdout is one object or one per line. */
export class Reporter {
  /** The exit code of a command that has not failed. */
  exitCode: number = EXIT.done;

  constructor(
    private readonly streams: OutputStreams,
    readonly isJson: boolean,
  ) {}

  /** The result of the command: an object for programs, lines for people. */
  result(facts: object, lines: readonly string[]): void {
    this.streams.out.write(
      inPaths(this.isJson ? `${JSON.stringify(facts)}\n` : lines.map((line) => `${line}\n`).join('')),
    );
  }

  /** A remark for people. */
  note(text: string): void {
    if (!this.isJson) this.streams.err.write(`${text}\n`);
  }

  warn(warnings: readonly Warning[]): void {
    for (const { severity, field, message } of warnings) this.note(inPaths(`${severity}: ${field}: ${message}`));
  }

  findings(warnings: readonly PlacedWarning[]): void {
    for (const warning of warnings) this.note(inPaths(`${warning.severity}: ${printedFault(warning)}`));
  }

  progress(label: string): Progress {
    return new Progress(this.isJson ? { write: () => undefined } : this.streams.err, label);
  }

  /** Reports the failure of the command; returns its exit code. */
  failure(error: unknown): number {
    const known = error instanceof CliError ? error : unexpected(error);
    const { message, exitCode, facts } = known;
    const { code = 'FAILED', faults = [], warnings = [] } = facts;
    if (this.isJson) {
      const retryable = exitCode === EXIT.tryAgain;
      const failure = { ok: false, code, message, retryable, faults, warnings };
      this.streams.out.write(inPaths(`${JSON.stringify(failure)}\n`));
    } else {
      this.streams.err.write(inPaths([message, ...faults.map(printedFault), ''].join('\n')));
      this.findings(warnings);
    }
    return exitCode;
  }
}

/** Files as the user names them. */
function inPaths(text: string): string {
  return withoutDiskAddresses(text, process.cwd());
}

function unexpected(error: unknown): CliError {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return new CliError(`Something went wrong that is not foreseen:\n${text}`, EXIT.tryAgain, {
    code: 'INTERNAL',
    cause: error,
  });
}
