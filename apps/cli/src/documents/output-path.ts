import { existsSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { didYouMean } from '#libs/template';
import { CliError, EXIT } from '../cli-error.js';

/** The format of an output, from `--format` or the ending of its name. @throws CliError for an unknown or another one */
export function formatOf<Format extends string>(
  formats: readonly Format[],
  { format, output }: { format?: string | undefined; output?: string | undefined },
  otherwise: Format,
): Format {
  const ending = output === undefined ? undefined : extname(output).slice(1).toLowerCase();
  const ofName = known(formats, ending === 'jpg' ? 'jpeg' : ending);
  const wanted = known(formats, format === 'jpg' ? 'jpeg' : format);
  if (format !== undefined && wanted === undefined) {
    throw wrong(`--format must be one of: ${formats.join(', ')}${didYouMean(format, formats)}`);
  }
  if (output !== undefined && ofName === undefined) {
    throw wrong(`the output must end with ${formats.map((each) => `.${each}`).join(', ')}: ${output}`);
  }
  if (wanted !== undefined && ofName !== undefined && wanted !== ofName) {
    throw wrong(`the output ${output} is a ${ofName}, --format is ${wanted}`);
  }
  return wanted ?? ofName ?? otherwise;
}

/** The output beside the current folder's files, named after the template: `template.mp4`. */
export function defaultOutput(template: string, ending: string): string {
  return `${basename(template, extname(template))}.${ending}`;
}

/** Refuses to write over a file, or over the template itself. @throws CliError */
export function assertMayWrite(output: string, { force, inputs }: { force: boolean; inputs: readonly string[] }): void {
  if (inputs.some((input) => resolve(input) === resolve(output))) {
    throw wrong(`the output ${output} is an input`);
  }
  if (!force && existsSync(output)) throw wrong(`${output} exists; --force replaces it`);
}

function known<Format extends string>(formats: readonly Format[], text: string | undefined): Format | undefined {
  return formats.find((each) => each === text);
}

function wrong(message: string): CliError {
  return new CliError(message, EXIT.wrongInput, { code: 'USAGE' });
}
