import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { StaticFiles } from '../http/static-files.js';

/** The manual for language models, which `apps/gateway/manual-files.mjs` puts beside the compiled apps. */
@Injectable()
export class ManualFiles extends StaticFiles {
  constructor() {
    super(fileURLToPath(new URL('../../../../manual', import.meta.url)), () => false);
  }
}
