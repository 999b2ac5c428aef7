import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { StaticFiles } from '../http/static-files.js';

/** The files of the console, beside the compiled gateway. */
@Injectable()
export class ConsoleFiles extends StaticFiles {
  constructor() {
    super(fileURLToPath(new URL('../../../console/files', import.meta.url)), (name) => name.startsWith('assets/'));
  }
}
