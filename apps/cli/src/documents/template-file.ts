import { dirname, resolve } from 'node:path';
import { type CheckAddress, FORMAT_LIMITS, type TemplateDocument, validateTemplate } from '#libs/template';
import { CliError, EXIT, type PlacedFault } from '../cli-error.js';
import { withDiskAddresses } from './disk-addresses.js';
import { type JsonFile, readJsonFile } from './json-file.js';

/** A template on disk. */
export interface TemplateFile {
  file: JsonFile;
  /** Absolute; paths of the template are relative to it. */
  folder: string;
  /** With addresses in place of paths. */
  document: TemplateDocument;
}

/**
 * Reads and validates a template.
 *
 * @throws CliError with the place of every fault
 */
export async function readTemplateFile(path: string, checkAddress: CheckAddress): Promise<TemplateFile> {
  const file = await readJsonFile(path);
  const folder = dirname(resolve(path));
  const checked = validateTemplate(withDiskAddresses(file.value, folder), { checkAddress, limits: FORMAT_LIMITS });
  if (checked.ok) return { file, folder, document: checked.value };
  throw faultsError(
    `${path} is not a valid template`,
    checked.faults.map((fault) => file.placed(fault)),
  );
}

/** The template as it was written, with addresses in place of paths. */
export function diskDocument({ file, folder }: TemplateFile): unknown {
  return withDiskAddresses(file.value, folder);
}

export function faultsError(message: string, faults: readonly PlacedFault[]): CliError {
  return new CliError(message, EXIT.wrongInput, { code: 'VALIDATION_ERROR', faults });
}
