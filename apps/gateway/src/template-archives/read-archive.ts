import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { AppError } from '#libs/contracts';
import type { ObjectStore } from '#libs/storage';
import { FaultList, readShape } from '#libs/template';
import { runCooperatively } from '../http/body/run-cooperatively.js';
import { parseStrictJson } from '../http/body/strict-json.js';
import {
  FILE_NAME,
  MANIFEST_NAME,
  MAX_ARCHIVE_BYTES,
  MAX_ARCHIVED_FILES,
  MAX_MANIFEST_BYTES,
  TemplateArchive,
} from './template-archive.js';
import { StoredZip, TAIL_BYTES } from './stored-zip.js';

/**
 * Most growth of an entry. Pictures, sounds and fonts are compressed already: one that grows more was made to fill a
 * disk.
 */
const MAX_RATIO = 200;
/** Size from which the ratio is limited, bytes. Very small files may have any ratio. */
const RATIO_MATTERS_BYTES = 1_000_000;

/** The entry of the folder, which programs for archives add. */
const FOLDER = 'media/';
/** Most entries of an archive: its files, the manifest and the folder. */
const MAX_ENTRIES = MAX_ARCHIVED_FILES + 2;

/** An archive whose entries are within all limits. */
export interface OpenArchive {
  readonly manifest: TemplateArchive;
  /** Bytes of a file, as the archive states them; its stream has exactly as many, or fails. */
  sizeOf(file: string): number;
  open(file: string): Promise<Readable>;
}

/**
 * Opens a stored archive: first all entries are checked, then its manifest. The files are not read.
 *
 * @throws AppError VALIDATION_ERROR that names the entry, or the field of the manifest
 */
export async function openArchive(store: ObjectStore, key: string, size: number): Promise<OpenArchive> {
  const stored = await StoredZip.open(store, key, size);
  const zip = await openZip(stored, size);
  checkDirectory(zip, stored);
  const entries = await entriesOf(zip);
  const manifest = await readManifest(zip, entries);
  return {
    manifest,
    sizeOf: (file) => entries.get(file)!.uncompressedSize,
    open: (file) => zip.openReadStreamPromise(entries.get(file)!),
  };
}

async function openZip(reader: StoredZip, size: number): Promise<ZipFile> {
  // Without `autoClose: false` the end of the directory would close the file.
  return fromRandomAccessReaderPromise(reader, size, { autoClose: false, lazyEntries: true }).catch(unzippable);
}

/** Checks what the end of the archive states of its directory, before any entry is read. */
function checkDirectory({ entryCount, readEntryCursor }: ZipFile, stored: StoredZip): void {
  if (entryCount > MAX_ENTRIES) throw archiveFault(`must have at most ${MAX_ARCHIVED_FILES} files`);
  const start = Number(readEntryCursor); // the byte at which the directory begins; yauzl's types err
  if (!stored.hasRead(start)) throw archiveFault(`must have a directory of at most ${TAIL_BYTES} bytes`);
}

async function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  let bytes = 0;
  let hasFolder = false;
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName === FOLDER && !hasFolder) {
        hasFolder = true;
        continue;
      }
      bytes += entry.uncompressedSize;
      const fault = faultOf(entry, { bytes, isKnown: entries.has(entry.fileName), count: entries.size });
      if (fault) throw archiveFault(fault);
      entries.set(entry.fileName, entry);
    }
  } catch (error) {
    return unzippable(error);
  }
  if (!entries.has(MANIFEST_NAME)) throw archiveFault(`must have an entry ${MANIFEST_NAME}`);
  return entries;
}

/** The fault of an entry, by what the directory states of it; `bytes` counts it and those before it. */
function faultOf(
  entry: Entry,
  { bytes, isKnown, count }: { bytes: number; isKnown: boolean; count: number },
): string | undefined {
  const { fileName: name, uncompressedSize: size, compressedSize: packed } = entry;
  const isManifest = name === MANIFEST_NAME;
  if (!isManifest && !FILE_NAME.test(name)) {
    return `has an entry ${shown(name)}; only ${MANIFEST_NAME} and media/<file> are taken`;
  }
  if (isKnown) return `has two entries ${name}`;
  if (count > MAX_ARCHIVED_FILES) return `must have at most ${MAX_ARCHIVED_FILES} files`;
  if (bytes > MAX_ARCHIVE_BYTES) return `must have at most ${MAX_ARCHIVE_BYTES} bytes unpacked`;
  if (isManifest && size > MAX_MANIFEST_BYTES) {
    return `must have at most ${MAX_MANIFEST_BYTES} bytes in ${MANIFEST_NAME}`;
  }
  if (size > RATIO_MATTERS_BYTES && size > MAX_RATIO * packed) {
    return `has an entry ${name} that unpacks to more than ${MAX_RATIO} times its size`;
  }
  return entry.canDecodeFileData() ? undefined : `has an entry ${name} that is encrypted or packed in an unknown way`;
}

async function readManifest(zip: ZipFile, entries: ReadonlyMap<string, Entry>): Promise<TemplateArchive> {
  const text = await zip.openReadStreamPromise(entries.get(MANIFEST_NAME)!).then(buffer).catch(unzippable);
  const json = await runCooperatively(parseStrictJson(text)).catch((cause: unknown) => {
    throw archiveFault(`must have JSON in ${MANIFEST_NAME}`, cause);
  });
  const faults = new FaultList(json);
  const manifest = readShape(TemplateArchive, faults);
  if (faults.count === 0) checkFiles(manifest, entries, faults);
  if (faults.count > 0) throw new AppError('VALIDATION_ERROR', { details: faults.report() });
  return manifest;
}

/** Checks that every listed file is there, and that every file that is there is listed. */
function checkFiles({ media }: TemplateArchive, entries: ReadonlyMap<string, Entry>, faults: FaultList): void {
  const listed = new Set<string>([MANIFEST_NAME]);
  const urls = new Set<string>();
  for (const [index, { file, url }] of media.entries()) {
    const path = (name: string) => ['media', index, name];
    const add = (name: string, message: string, value: string) =>
      faults.add(path(name), { code: 'INVALID_VALUE', message, value });
    if (!entries.has(file)) add('file', `the archive has no entry ${file}`, file);
    if (listed.has(file)) add('file', `${file} is listed twice`, file);
    if (urls.has(url)) add('url', `the URL is listed twice`, url);
    listed.add(file);
    urls.add(url);
  }
  const [extra] = [...entries.keys()].filter((name) => !listed.has(name));
  if (extra !== undefined) {
    faults.add(['media'], { code: 'INVALID_VALUE', message: `media must list ${extra}`, value: null });
  }
}

/**
 * Turns an error of yauzl into a fault. yauzl throws for an invalid archive: a missing end, a path upward, wrong sizes.
 */
function unzippable(error: unknown): never {
  if (error instanceof AppError) throw error;
  throw archiveFault('must be a valid zip archive', error);
}

/** The fault of an archive as a whole. */
export function archiveFault(message: string, cause?: unknown): AppError {
  const details = [{ field: 'body', code: 'INVALID_FORMAT' as const, message: `the archive ${message}`, value: null }];
  return new AppError('VALIDATION_ERROR', { details, cause });
}

function shown(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
}
