import { realpath, rename, stat, writeFile } from 'node:fs/promises';
import pLimit from 'p-limit';
import { isPlainObject } from '#libs/template';
import { CliError, EXIT, type PlacedFault } from '../cli-error.js';
import { parseJson, readTextFile } from '../documents/json-file.js';
import { rewriteJson } from '../documents/rewrite-json.js';
import { printedFault } from '../report/print-faults.js';

/** The file in the shape of a template's draft, which the editor reads. */
interface FileDraft {
  document: object;
  base_version: number;
  latest_version: number;
  revision: number;
  updated_at: null;
  saved_by: null;
  faults: readonly { field: string; message: string }[];
  shared: null;
}

/** Thrown for a document that is based on another revision than the newest. */
export class Outdated extends Error {}

/** The template file of the editor. Its revision increases with every change of the file, from here or elsewhere. */
export class EditedFile {
  readonly #path: string;
  readonly #judge: (document: unknown) => FileDraft['faults'];
  readonly #inTurn = pLimit(1);
  #text: string | undefined;
  #revision = 0;
  /** The newest value of the file that was JSON. */
  #document: object | undefined;
  #unreadable: CliError | undefined;

  constructor(path: string, judge: (document: unknown) => FileDraft['faults']) {
    this.#path = path;
    this.#judge = judge;
  }

  /** The newest revision, and why the file cannot be read. */
  async report(): Promise<{ revision: number; unreadable?: string }> {
    return this.#inTurn(async () => {
      await this.#read();
      const unreadable = this.#unreadable && reasonOf(this.#unreadable);
      return { revision: this.#revision, ...(unreadable !== undefined && { unreadable }) };
    });
  }

  /** @throws CliError for a file that is no JSON */
  async draft(): Promise<FileDraft> {
    return this.#inTurn(async () => {
      await this.#read();
      return this.#draft();
    });
  }

  /**
   * Writes a document into the file.
   *
   * @throws Outdated if the file has changed since the revision
   * @throws CliError for a file that is no JSON: what is being written in it is not lost
   */
  async save(document: object, revision: unknown): Promise<FileDraft> {
    return this.#inTurn(async () => {
      await this.#read();
      this.#assertReadable();
      if (revision !== this.#revision) throw new Outdated('The file has changed meanwhile');
      const text = rewriteJson(this.#text!, document);
      await writeInPlace(this.#path, text);
      [this.#text, this.#document, this.#revision] = [text, document, this.#revision + 1];
      return this.#draft();
    });
  }

  async #read(): Promise<void> {
    try {
      const text = await readTextFile(this.#path);
      if (text === this.#text) return;
      this.#document = objectOf(text, this.#path);
      [this.#text, this.#unreadable, this.#revision] = [text, undefined, this.#revision + 1];
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      [this.#text, this.#unreadable] = [undefined, error];
    }
  }

  #assertReadable(): void {
    if (this.#unreadable) throw new CliError(reasonOf(this.#unreadable), EXIT.wrongInput);
  }

  #draft(): FileDraft {
    this.#assertReadable();
    const document = this.#document!;
    const fixed = { base_version: 1, latest_version: 1, updated_at: null, saved_by: null, shared: null };
    return { ...fixed, document, revision: this.#revision, faults: this.#judge(document) };
  }
}

function objectOf(text: string, path: string): object {
  const { value } = parseJson(text, path);
  if (!isPlainObject(value)) throw new CliError(`${path} must hold a JSON object`);
  return value;
}

function reasonOf(error: CliError): string {
  const [fault] = error.facts.faults ?? [];
  return fault ? `${printedFault(placeOnly(fault))}.` : `${error.message}.`;
}

/** A fault without the line of the file. */
function placeOnly(fault: PlacedFault): PlacedFault {
  const { file, line, column, field, code, message } = fault;
  return {
    field,
    code,
    message,
    ...(file !== undefined && { file }),
    ...(line !== undefined && { line }),
    ...(column !== undefined && { column }),
  };
}

/** Puts another file in the place of one, whole at any time and with the same permissions. A link stays a link. */
async function writeInPlace(path: string, text: string): Promise<void> {
  const target = await realpath(path);
  const { mode } = await stat(target);
  await writeFile(`${target}.part`, text, { mode });
  await rename(`${target}.part`, target);
}
