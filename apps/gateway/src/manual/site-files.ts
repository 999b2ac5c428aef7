import { fileURLToPath } from 'node:url';
import { Injectable } from '@nestjs/common';
import { StaticFiles } from '../http/static-files.js';

/** The manual as a site, where `npm run manual` puts it. */
@Injectable()
export class SiteFiles extends StaticFiles {
  constructor() {
    super(fileURLToPath(new URL('../../../../../docs/site/dist', import.meta.url)), (name) =>
      name.startsWith('_astro/'),
    );
  }
}
