import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { StaticFiles } from '../http/static-files.js';

/** The shipped fonts for browsers, which `libs/frames/font-files.mjs` puts beside the compiled apps. */
@Injectable()
export class FontFiles extends StaticFiles {
  constructor() {
    super(fileURLToPath(new URL('../../../../fonts', import.meta.url)), (name) => name.endsWith('.woff2'));
  }
}
