import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { useGatewaySystem } from '../testing/running-gateway.js';
import { SiteFiles } from './site-files.js';

const system = useGatewaySystem();

async function get(path: string): Promise<[status: number, answer: string | null]> {
  const response = await fetch(system.gateway.url + path, { redirect: 'manual' });
  return [response.status, response.status === 302 ? response.headers.get('location') : await response.text()];
}

describe('the site of the manual', () => {
  it('is the description of the API while it is not built', async () => {
    expect(await get('/docs')).toEqual([302, '/v1/docs']);
  });

  it('has a page at each folder, its files, and a page for what it does not have', async () => {
    const folder = temporaryFolder('site');
    for (const part of ['guides/fonts', 'pictures']) mkdirSync(join(folder, part), { recursive: true });
    const pages = {
      'index.html': 'first',
      'guides/fonts/index.html': 'fonts',
      '404.html': 'nothing',
      'a.pf_meta': 'found',
      'pictures/console.webp': 'picture',
    };
    for (const [name, text] of Object.entries(pages)) writeFileSync(join(folder, name), text);
    system.gateway.service.app.get(SiteFiles).read(folder);
    expect(await get('/docs')).toEqual([302, '/docs/']);
    expect(await get('/docs/')).toEqual([200, 'first']);
    expect(await get('/docs/guides/fonts')).toEqual([302, '/docs/guides/fonts/']);
    expect(await get('/docs/guides/fonts/')).toEqual([200, 'fonts']);
    expect(await get('/docs/a.pf_meta')).toEqual([200, 'found']);
    expect(await get('/docs/pictures/console.webp')).toEqual([200, 'picture']);
    for (const path of ['/docs/guides', '/docs/..%2f..%2fpackage.json', '/docs//example.com/'])
      expect(await get(path)).toEqual([404, 'nothing']);
  });

  it('runs its own files only', async () => {
    const { headers } = await fetch(`${system.gateway.url}/docs/`);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self' (?!.*https?:)/);
  });
});
