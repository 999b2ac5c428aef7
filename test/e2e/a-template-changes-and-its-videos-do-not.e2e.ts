import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { ZipFile } from 'yazl';
import { newTestOrganization, type TestOrganization } from '#libs/testing';
import { createTemplate, createVideo, errorOf, movingDocument, untilEnded } from './steps.js';

interface TemplateCopy {
  id: string;
  name: string;
  version: number;
  document: { pages: { layers: { source_url: string }[] }[] };
}

function documentWith(...urls: string[]): object {
  const layers = urls.map((source_url, index) => ({ name: `photo ${index}`, type: 'image', source_url }));
  return { name: 'Photos', width: 320, height: 180, pages: [{ number: 1, duration: 1, layers }] };
}

async function zipOf(entries: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(entries)) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

describe('a template', () => {
  let system: TestOrganization;

  beforeAll(async () => {
    system = await newTestOrganization();
  });

  it('that is replaced and removed is not found any more, and its videos are finished as they were begun', async () => {
    const small = { width: 320, height: 180 };
    const id = await createTemplate(system, movingDocument(2, small));
    const first = await createVideo(system, { template_id: id, format: 'mp4' });
    const replaced = await system.call('PUT', `/templates/${id}`, movingDocument(1, small));
    expect([replaced.status, replaced.body]).toEqual([200, expect.objectContaining({ id, version: 2, duration: 1 })]);
    const second = await createVideo(system, { template_id: id, format: 'mp4' });
    const old = await createVideo(system, { template_id: id, version: 1, format: 'mp4' });

    expect((await system.call('DELETE', `/templates/${id}`)).status).toBe(204);
    for (const [method, path] of [
      ['GET', `/templates/${id}`],
      ['GET', `/templates/${id}?version=1`],
      ['DELETE', `/templates/${id}`],
    ] as const) {
      const answer = await system.call(method, path);
      expect([answer.status, errorOf(answer).code]).toEqual([404, 'RESOURCE_NOT_FOUND']);
    }
    expect((await system.call('POST', '/videos', { template_id: id, format: 'mp4' })).status).toBe(404);

    const ended = await Promise.all([first, second, old].map((video) => untilEnded(system, video.id)));
    expect(ended.map(({ status, duration }) => [status, duration])).toEqual([
      ['COMPLETED', 2],
      ['COMPLETED', 1],
      ['COMPLETED', 2],
    ]);
  });

  it('that is exported with its media becomes another one where it is imported, or nothing', async () => {
    const photo = readFileSync(new URL('../../apps/local/sample/dusk.jpg', import.meta.url));
    const upload = await system.fetch('/assets?name=dusk.jpg', { method: 'POST', body: photo });
    const { url } = (await upload.json()) as { url: string };
    const elsewhere = 'https://example.com/elsewhere.jpg';
    const id = await createTemplate(system, documentWith(url, elsewhere));
    await system.call('PATCH', `/templates/${id}`, { name: 'Renamed' });
    const archive = Buffer.from(await (await system.fetch(`/templates/${id}/export`)).arrayBuffer());

    const imported = await system.fetch('/templates/import', { method: 'POST', body: archive });
    expect(imported.status).toBe(201);
    const { id: copyId, name, version, document } = (await imported.json()) as TemplateCopy;
    expect(imported.headers.get('location')).toBe(`${system.baseUrl}/templates/${copyId}`);
    const [first, second] = document.pages[0]!.layers.map(({ source_url }) => source_url);
    expect({ name, version, second }).toEqual({ name: 'Renamed', version: 1, second: elsewhere });
    expect(copyId).not.toBe(id);
    expect(first).not.toBe(url);
    expect(Buffer.from(await (await fetch(first!)).arrayBuffer()).equals(photo)).toBe(true);

    const uploads = async () => ((await system.call('GET', '/assets')).body as { data: { url: string }[] }).data;
    const before = await uploads();
    expect(before.map((asset) => asset.url)).toEqual([first, url]);
    const faulty = Buffer.from(archive);
    faulty.write('XXXX', faulty.indexOf(photo)); // no longer a picture
    const refused = await system.fetch('/templates/import', { method: 'POST', body: faulty });
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { error: { details: [{ field: 'media[0].file', code: 'INVALID_FORMAT' }] } },
    ]);
    const media = [{ url, file: 'media/1.jpg', name: 'dusk.jpg' }];
    const manifest = { archive_version: 1, document: { ...documentWith(url), width: 'wide' }, media };
    const wrong = await zipOf({ 'template.json': JSON.stringify(manifest), 'media/1.jpg': photo });
    const answer = await system.fetch('/templates/import', { method: 'POST', body: wrong });
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { error: { details: [{ field: 'document.width', code: 'INVALID_TYPE' }] } },
    ]);
    expect(await uploads()).toEqual(before);
  });
});
