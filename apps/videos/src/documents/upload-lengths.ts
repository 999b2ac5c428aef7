import { type PreparedStatement, PreparedStatements } from '#libs/database';
import { type FileToMeasure, lengthKey, type TimedKind } from '#libs/template';

/** Storage keys of uploads (apps/gateway/src/assets). */
const UPLOAD = /^media\/[0-9a-f-]{36}\/[0-9A-Za-z]{22}\.[0-9a-z]{2,5}$/;

const READ: PreparedStatement = {
  name: 'read-upload-lengths',
  text: `SELECT upload, kind, seconds FROM upload_lengths
          WHERE (upload, kind) IN (SELECT * FROM unnest($1::text[], $2::text[]))`,
};

const KEEP: PreparedStatement = {
  name: 'keep-upload-lengths',
  text: `INSERT INTO upload_lengths (upload, kind, seconds, measured_at)
         SELECT *, now() FROM unnest($1::text[], $2::text[], $3::float8[]) ON CONFLICT (upload, kind) DO NOTHING`,
};

/** A file and its length. */
export interface FileLength {
  file: FileToMeasure;
  seconds: number;
}

/** The lengths of uploads, which never change: each is measured once, for all replicas. */
export class UploadLengths {
  /** @param assets the beginning of the addresses of uploads */
  constructor(
    private readonly statements: PreparedStatements,
    private readonly assets: string,
  ) {}

  /** The known lengths of those files that are uploads, by their keys. */
  async of(files: readonly FileToMeasure[]): Promise<Map<string, number>> {
    const uploads = files.filter((file) => this.keyOf(file) !== undefined);
    if (uploads.length === 0) return new Map();
    const [keys, kinds] = [uploads.map((file) => this.keyOf(file)), uploads.map(({ kind }) => kind)];
    const known = await this.statements.run<{ upload: string; kind: TimedKind; seconds: number }>(READ, [keys, kinds]);
    return new Map(known.map(({ upload, kind, seconds }) => [lengthKey({ kind, url: this.assets + upload }), seconds]));
  }

  /** Keeps the lengths of those files that are uploads. */
  async keep(lengths: readonly FileLength[]): Promise<void> {
    const ofUploads = lengths.filter(({ file }) => this.keyOf(file) !== undefined);
    if (ofUploads.length === 0) return;
    await this.statements.run(KEEP, [
      ofUploads.map(({ file }) => this.keyOf(file)),
      ofUploads.map(({ file }) => file.kind),
      ofUploads.map(({ seconds }) => seconds),
    ]);
  }

  private keyOf({ url }: FileToMeasure): string | undefined {
    const key = url.startsWith(this.assets) ? url.slice(this.assets.length) : '';
    return UPLOAD.test(key) ? key : undefined;
  }
}
