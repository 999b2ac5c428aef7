import { dirname, resolve } from 'node:path';
import type { CreateVideoBody, VideoFormat } from '#libs/contracts';
import { readColumns, requestOfRow } from '#libs/drafts';
import { type Fault, Modifications, type TemplateDocument, validateShape } from '#libs/template';
import { CliError, EXIT } from '../cli-error.js';
import { diskAddress, modificationsWithDiskAddresses } from './disk-addresses.js';
import { type JsonFile, readJsonFile } from './json-file.js';
import { faultsError, type TemplateFile } from './template-file.js';

/** The request for a video as the arguments state it. */
export interface RequestArguments {
  readonly format: VideoFormat;
  readonly sizes?: readonly string[];
  readonly fps?: number | undefined;
  readonly 'max-width'?: number | undefined;
  readonly loop?: number | undefined;
  readonly audio?: string | undefined;
  readonly test?: boolean;
  /** Path of a file. */
  readonly modifications?: string | undefined;
  /** `page.layer.property=value`, `variable=value` or `video.<option>=value`. */
  readonly set: readonly string[];
}

/** A body as of `POST /videos` and where its values come from. The id of its template means nothing. */
export interface RequestSource {
  readonly body: RequestBody;
  /** The argument that has set the value at each path. */
  readonly places: ReadonlyMap<string, string>;
  readonly modifications?: JsonFile;
}

export type RequestBody = Omit<CreateVideoBody, 'pages'> & { modifications: Modifications };

/** Stands for the template in requests, which name one by its id. */
const NO_TEMPLATE_ID = '00000000-0000-4000-8000-000000000000';

/** @throws CliError with every `--set` that sets nothing */
export async function readRequest(args: RequestArguments, template: TemplateFile): Promise<RequestSource> {
  const file = args.modifications === undefined ? undefined : await readJsonFile(args.modifications);
  const { variables = {} } = template.document;
  const modifications = file ? modificationsOf(file, variables) : {};
  const base = { template_id: NO_TEMPLATE_ID, ...optionsOf(args), modifications };
  if (args.set.length === 0) {
    return { body: base, places: new Map(), ...(file && { modifications: file }) };
  }
  const sets = parseSets(args.set);
  const { columns, faults } = readColumns([...sets.keys()], undefined, template.document);
  if (faults.length > 0) throw faultsError('--set names nothing in the template', faults.map(ofSet));
  const { body, columns: places } = requestOfRow([...sets.values()], {
    ...{ options: base, columns, format: 'csv', isOneRow: false },
  });
  return {
    body: withDiskFiles(body, template, process.cwd()),
    places: new Map([...places].map(([path, name]) => [path, `--set ${name}`])),
    ...(file && { modifications: file }),
  };
}

/** A request whose paths are relative to a folder, with addresses in place of them. */
export function withDiskFiles(body: Record<string, unknown>, { document }: TemplateFile, folder: string): RequestBody {
  const { modifications, audio_url: audio, ...rest } = body;
  const changed = modificationsWithDiskAddresses(modifications, document.variables ?? {}, folder);
  return {
    ...rest,
    ...(audio !== undefined && { audio_url: typeof audio === 'string' ? diskAddress(audio, folder) : audio }),
    modifications: changed,
  } as RequestBody;
}

/** @throws CliError with the place of each fault of their shape */
function modificationsOf(file: JsonFile, variables: NonNullable<TemplateDocument['variables']>): Modifications {
  const given = modificationsWithDiskAddresses(file.value, variables, dirname(resolve(file.name)));
  const checked = validateShape(Modifications, given);
  if (checked.ok) return checked.value;
  throw faultsError(
    `${file.name} has no valid modifications`,
    checked.faults.map((fault) => file.placed(fault)),
  );
}

function optionsOf(args: RequestArguments): Omit<CreateVideoBody, 'template_id' | 'modifications'> {
  const { format, sizes = [], fps, loop, audio, test } = args;
  const [size, ...further] = sizes;
  return {
    format,
    ...(further.length > 0 ? { sizes: [...sizes] } : size !== undefined && { size }),
    ...(fps !== undefined && { fps }),
    ...(args['max-width'] !== undefined && { max_width: args['max-width'] }),
    ...(loop !== undefined && { loop }),
    ...(audio !== undefined && { audio_url: diskAddress(audio, process.cwd()) }),
    ...(test && { test }),
  };
}

function parseSets(sets: readonly string[]): Map<string, string> {
  return new Map(
    sets.map((text) => {
      const at = text.indexOf('=');
      if (at > 0) return [text.slice(0, at).trim(), text.slice(at + 1)];
      const message = `--set must be name=value, not ${text.slice(0, 100)}`;
      throw new CliError(message, EXIT.wrongInput, { code: 'USAGE' });
    }),
  );
}

function ofSet(fault: Fault): Fault {
  const [, problem = fault.message] = /^column [^:]*: (.*)/s.exec(fault.message) ?? [];
  return { ...fault, field: fault.field.replace('rows[0].', '--set '), message: problem };
}
