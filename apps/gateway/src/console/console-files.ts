import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';

/** Where `npm run build` puts the console, beside the compiled gateway. Tests that run from the sources have none. */
const BUILT = fileURLToPath(new URL('../../../console/files', import.meta.url));

/** Content types by extension. A file of another kind is not served. */
const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  md: 'text/plain; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  woff2: 'font/woff2',
};

export type Encoding = 'br' | 'gzip';
const ENDINGS: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

export interface ConsoleFile {
  /** Of the uncompressed file. */
  readonly path: string;
  readonly type: string;
  /** Whether the name carries a hash of the content, so that it never changes. */
  readonly isImmutable: boolean;
  /** How it also lies there, compressed. */
  readonly encodings: readonly Encoding[];
}

/** The files of the console, known from the start: a request can name nothing else. */
@Injectable()
export class ConsoleFiles {
  private files: ReadonlyMap<string, ConsoleFile> = new Map();

  constructor() {
    this.read(BUILT);
  }

  /** Takes the files of a folder in place of those known. */
  read(folder: string): void {
    const names = new Set(namesBelow(folder));
    this.files = new Map(
      [...names].flatMap((name) => {
        const type = TYPES[name.slice(name.lastIndexOf('.') + 1)];
        if (type === undefined) return [];
        const encodings = (['br', 'gzip'] as const).filter((encoding) => names.has(name + ENDINGS[encoding]));
        return [
          [name, { path: join(folder, name), type, isImmutable: name.startsWith('assets/'), encodings }] as const,
        ];
      }),
    );
  }

  /** @param name with `/` between folders, e.g. `assets/index-B1x.js` */
  find(name: string): ConsoleFile | undefined {
    return this.files.get(name);
  }
}

/** The path of a file in an encoding that it has. */
export function encodedPath(file: ConsoleFile, encoding: Encoding | undefined): string {
  return encoding === undefined ? file.path : file.path + ENDINGS[encoding];
}

function namesBelow(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(folder.length + 1)
          .replaceAll(sep, '/'),
      );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
