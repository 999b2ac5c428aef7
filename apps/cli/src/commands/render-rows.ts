import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import pLimit from 'p-limit';
import { MAX_ROW_FAULTS } from '#libs/contracts';
import { faultOfRow, requestOfRow } from '#libs/drafts';
import { CliError, EXIT, type PlacedFault } from '../cli-error.js';
import { type RequestSource, withDiskFiles } from '../documents/read-request.js';
import { faultsError } from '../documents/template-file.js';
import { draftVideos, type KnownLengths } from '../engine/draft-videos.js';
import type { VideoRenderer, VideoToRender } from '../engine/video-renderer.js';
import { Manifest, type ManifestEntry } from '../rows/manifest.js';
import { assertNames, collisions, fieldsOf, outputOf } from '../rows/output-names.js';
import { readRows, type Rows, valuesOfRow } from '../rows/read-rows.js';
import type { Context } from './context.js';
import type { OpenTemplate } from './open-template.js';
import type { Studio } from './studio.js';

/** The arguments about rows. */
export interface RowOptions {
  data: string;
  output: string;
  manifest: string | undefined;
  /** Replaces files that exist. */
  force: boolean;
  /** Leaves files that exist as they are. */
  keep: boolean;
  isFailingFast: boolean;
}

/** Renders a video for every row: all rows are checked first. */
export async function renderRows(
  options: RowOptions,
  { request, opened, studio }: { request: RequestSource; opened: OpenTemplate; studio: Studio },
  context: Context,
): Promise<void> {
  const rows = await readRows(options.data, opened.template.document, fieldsOf(options.output));
  assertNames(options.output, rows.names, rows.values.length);
  const drafts = new RowDrafts(rows, { request, opened, assets: studio.assets, signal: context.signal });
  const videos = await checkedRows(drafts, options.output, context);
  assertMayWrite(videos, options);
  const manifest = new Manifest(
    options.manifest ?? join(folderOf(options.output), 'manifest.json'),
    { template: opened.path, data: options.data },
    videos.map((video): ManifestEntry => ({ ...video, status: keeps(video, options) ? 'kept' : 'waiting' })),
  );
  const renderers = await studio.open();
  const work = new RowWork(manifest, drafts, options.isFailingFast, context);
  try {
    await work.run(renderers);
  } finally {
    for (const renderer of renderers) await renderer[Symbol.asyncDispose]();
    await manifest.write();
  }
  report(manifest, context);
  context.reporter.note(`The manifest is ${manifest.path}`);
}

/** A video of a row, and the name of its file. */
interface NamedVideo {
  row: number;
  size: string;
  output: string;
}

/** Makes the drafts of rows, each when it is needed: thousands of documents would not fit into memory. */
class RowDrafts {
  private readonly lengths: KnownLengths = new Map();

  constructor(
    readonly rows: Rows,
    private readonly means: {
      request: RequestSource;
      opened: OpenTemplate;
      assets: Studio['assets'];
      signal: AbortSignal;
    },
  ) {}

  /** @param row from 0 @throws CliError with the faults of the row */
  async of(row: number): Promise<VideoToRender[]> {
    const { request, opened, assets, signal } = this.means;
    const { columns, format, file } = this.rows;
    const { body, columns: places } = requestOfRow(valuesOfRow(this.rows, row), {
      ...{ options: request.body, columns, format, isOneRow: false },
    });
    const placed = withDiskFiles(body, opened.template, dirname(resolve(file)));
    const tools = { judgment: opened.judgment, assets, signal };
    const drafted = await draftVideos(placed, opened.template.document, tools, this.lengths);
    if (drafted.ok) return drafted.value.map(({ draft }) => ({ draft, body: { ...placed } }));
    throw faultsError(
      `row ${row + 1} of ${file} makes no video`,
      drafted.faults.map((fault) => ({ ...faultOfRow(fault, row + 1, places), file })),
    );
  }
}

/** Checks all rows. @throws CliError with the faults of all rows, or names that collide */
async function checkedRows(drafts: RowDrafts, output: string, { reporter, signal }: Context): Promise<NamedVideo[]> {
  const { rows } = drafts;
  const progress = reporter.progress(`checking ${rows.file}`);
  const videos: NamedVideo[] = [];
  const faults: PlacedFault[] = [];
  const digits = String(rows.values.length).length;
  try {
    for (let row = 0; row < rows.values.length && faults.length < MAX_ROW_FAULTS; row += 1) {
      signal.throwIfAborted();
      const drafted = await drafts.of(row).catch((error: unknown) => {
        if (!(error instanceof CliError) || !error.facts.faults) throw error;
        faults.push(...error.facts.faults);
        return [];
      });
      for (const { draft } of drafted) {
        const fields: [string, unknown][] = rows.names.map((name, index) => [name, rows.values[row]![index]]);
        const values = new Map([...fields, ['row', String(row + 1).padStart(digits, '0')], ['size', draft.size]]);
        videos.push({ row: row + 1, size: draft.size, output: outputOf(output, values) });
      }
      progress.update(row + 1, rows.values.length);
    }
  } finally {
    progress.end();
  }
  if (faults.length > 0) throw faultsError(`${rows.file}: nothing was rendered, because rows have faults`, faults);
  const same = collisions(videos.map((video) => video.output)).slice(0, MAX_ROW_FAULTS);
  if (same.length > 0) throw faultsError('nothing was rendered, because several videos have one name', same);
  return videos;
}

function assertMayWrite(videos: readonly NamedVideo[], { force, keep }: RowOptions): void {
  if (force || keep) return;
  const existing = videos.filter(({ output }) => existsSync(output));
  if (existing.length === 0) return;
  const count = existing.length === 1 ? 'exists' : `and ${existing.length - 1} more exist`;
  const message = `${existing[0]!.output} ${count}; --force replaces them, --keep renders only the others`;
  throw new CliError(message, EXIT.wrongInput, { code: 'USAGE' });
}

function keeps({ output }: NamedVideo, { force, keep }: RowOptions): boolean {
  return keep && !force && existsSync(output);
}

/** The videos of a manifest that are waiting. */
class RowWork {
  private readonly next: ArrayIterator<[number, ManifestEntry]>;
  private ended = 0;
  private readonly progress;
  private isStopped = false;

  constructor(
    private readonly manifest: Manifest,
    private readonly drafts: RowDrafts,
    private readonly isFailingFast: boolean,
    private readonly context: Context,
  ) {
    this.next = manifest.videos.entries();
    this.progress = context.reporter.progress(`${manifest.videos.length} videos`);
  }

  /** Renders them, one in each renderer at a time. @throws the signal's reason after an abort */
  async run(renderers: readonly VideoRenderer[]): Promise<void> {
    await this.manifest.write();
    try {
      await pLimit(renderers.length).map(renderers, (renderer) => this.take(renderer));
    } finally {
      this.progress.end();
    }
    this.context.signal.throwIfAborted();
  }

  private async take(renderer: VideoRenderer): Promise<void> {
    for (const [index, entry] of this.next) {
      if (this.context.signal.aborted || this.isStopped) return;
      if (entry.status === 'waiting') await this.render(renderer, index, entry);
      this.ended += 1;
      this.progress.update(this.ended, this.manifest.videos.length);
    }
  }

  private async render(renderer: VideoRenderer, index: number, { row, size, output }: ManifestEntry): Promise<void> {
    const startedMs = performance.now();
    const took = (): number => Math.round(performance.now() - startedMs) / 1_000;
    try {
      const video = (await this.drafts.of(row - 1)).find(({ draft }) => draft.size === size)!;
      const { bytes, durationS } = await renderer.render(video, output, {
        signal: this.context.signal,
        onFrame: () => undefined,
      });
      await this.manifest.settle(index, { status: 'done', bytes, duration: durationS, took: took() });
    } catch (error) {
      if (this.context.signal.aborted) return;
      if (!(error instanceof CliError)) throw error;
      const { message, facts, exitCode } = error;
      this.isStopped ||= this.isFailingFast;
      const code = facts.code ?? 'FAILED';
      const retryable = exitCode === EXIT.tryAgain;
      await this.manifest.settle(index, { status: 'failed', error: { code, message, retryable }, took: took() });
      this.context.reporter.note(`${output}: ${message}${retryable ? ' (may be tried again)' : ''}`);
    }
  }
}

/** @throws CliError if videos failed */
function report(manifest: Manifest, { reporter }: Context): void {
  const { counts, videos, path } = manifest;
  const failed = counts.failed + counts.waiting;
  if (failed > 0) {
    const message = `${counts.done} videos rendered, ${failed} not: ${path}`;
    const isFinal = videos.some(({ error }) => error && !error.retryable);
    throw new CliError(message, isFinal ? EXIT.wrongInput : EXIT.tryAgain, { code: 'ROWS_FAILED' });
  }
  const kept = counts.kept > 0 ? `, ${counts.kept} kept` : '';
  reporter.result({ ok: true, manifest: path, counts, videos }, [`${counts.done} videos rendered${kept}`]);
}

/** The folder of all outputs: the part of their name before the first field. */
function folderOf(output: string): string {
  const at = output.indexOf('{');
  const fixed = at === -1 ? output : output.slice(0, at);
  return fixed.endsWith('/') ? fixed : dirname(fixed);
}
