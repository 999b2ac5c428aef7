import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { BRAND_RPC, COMPONENTS_RPC, TEMPLATE_QUOTA_RPC, TEMPLATES_RPC, VIDEOS_RPC } from '#libs/contracts';
import { layersIn } from '#libs/template';
import { useVideos } from '../testing/running-videos.js';

const videos = useVideos();
const { call }: { call: typeof videos.rpc.call } = { call: (contract, payload) => videos.rpc.call(contract, payload) };

/** A page that shows a color of the brand and a component, which shows another one. */
const DOCUMENT = {
  name: 'Promo',
  width: 320,
  height: 180,
  pages: [
    {
      number: 1,
      duration: 1,
      background_color: '{{brand.colors.primary}}',
      layers: [{ name: 'price', type: 'component', component: 'price', values: { amount: '5' } }],
    },
  ],
};
const AMOUNT = { amount: { type: 'string', default: '1' } };
const price = (unit: string) => ({
  description: 'A price',
  variables: AMOUNT,
  layers: [
    { name: 'amount', type: 'text', text: `{{amount}} ${unit}`, text_color: '{{brand.colors.accent}}' },
    { name: 'badge', type: 'component', component: 'badge' },
  ],
});
const badge = (text: string) => ({ layers: [{ name: 'text', type: 'text', text }] });

const saveBrand = (org_id: string, primary: string, revision: number) =>
  call(BRAND_RPC.save, { org_id, body: { colors: { primary, accent: primary }, revision } });
const createComponent = (org_id: string, name: string, component: object) =>
  call(COMPONENTS_RPC.create, { org_id, body: { name, component } });
const replaceComponent = (org_id: string, name: string, component: Record<string, unknown>) =>
  call(COMPONENTS_RPC.replace, { org_id, name, component });

/** An organization with a brand and two components, and a published template that uses all of them. */
async function newOrganization(document: Record<string, unknown> = DOCUMENT) {
  const org_id = randomUUID();
  await saveBrand(org_id, 'red', 0);
  await createComponent(org_id, 'badge', badge('new'));
  await createComponent(org_id, 'price', price('EUR'));
  const { id } = await call(VIDEOS_RPC.createTemplate, { org_id, document });
  return { org_id, id };
}

/** The last frame that the renderer was asked to draw: the color of the page, and the texts with their colors. */
function drawn(): string {
  const { document } = videos.engine.stills.at(-1)!;
  const [page] = document.pages;
  const texts = [...layersIn(page!.layers, [])].flatMap(({ value: { text, text_color } }) =>
    typeof text === 'string' ? [text, text_color] : [],
  );
  return [page!.background_color, ...texts].filter((value) => typeof value === 'string').join(' ');
}

/** The frame of a stored version. */
async function published({ org_id, id }: { org_id: string; id: string }, version?: number): Promise<string> {
  await call(VIDEOS_RPC.templateFrame, { org_id, id, ...(version !== undefined && { version }) });
  return drawn();
}

/** The frame of a document that is not stored, as an editor asks for it. */
async function unstored(org_id: string, document: Record<string, unknown> = DOCUMENT): Promise<string> {
  await call(TEMPLATES_RPC.frame, { org_id, body: { document } });
  return drawn();
}

describe('what an organization shares', () => {
  it('is seen in drafts at once, and in a template once it is published again', async () => {
    const { org_id, id } = await newOrganization();
    const before = 'red 5 EUR red new';
    expect(await published({ org_id, id })).toBe(before);
    await saveBrand(org_id, 'blue', 1);
    await replaceComponent(org_id, 'badge', badge('old'));
    await replaceComponent(org_id, 'price', price('USD'));
    const after = 'blue 5 USD blue old';
    expect(await unstored(org_id)).toBe(after);
    expect(await published({ org_id, id })).toBe(before);
    const draft = await call(TEMPLATES_RPC.draft, { org_id, id });
    expect(draft).toMatchObject({ document: DOCUMENT, faults: [] });
    await call(TEMPLATES_RPC.saveDraft, { org_id, id, document: DOCUMENT, base_version: 1, revision: 0 });
    await call(TEMPLATES_RPC.publishDraft, { org_id, id, revision: 1 });
    expect(await published({ org_id, id })).toBe(after);
    expect(await published({ org_id, id }, 1)).toBe(before);
  });

  it('is in the video, and in the pinned document, but not in what the author reads', async () => {
    const { org_id, id } = await newOrganization();
    const read = (pinned?: boolean) => call(VIDEOS_RPC.getTemplate, { org_id, id, ...(pinned && { pinned }) });
    expect((await read()).document).toEqual(DOCUMENT);
    expect((await read(true)).document).toMatchObject({
      brand: { colors: { primary: 'red', accent: 'red' } },
      components: { 'price@1': { description: 'A price' }, 'badge@1': badge('new') },
      pages: [{ layers: [{ component: 'price@1' }] }],
    });
    await saveBrand(org_id, 'blue', 1);
    const body = { template_id: id, format: 'mp4' };
    const { video } = await call(VIDEOS_RPC.createVideo, { org_id, body, body_sha256: '' });
    const [row] = await videos.em
      .fork()
      .execute<{ document: object }[]>('SELECT document FROM videos WHERE id = ?', [video.id]);
    expect(row!.document).toMatchObject({ pages: [{ background_color: 'red' }] });
  });

  it('keeps a version that a reference names', async () => {
    const org_id = randomUUID();
    await createComponent(org_id, 'badge', badge('first'));
    await replaceComponent(org_id, 'badge', badge('second'));
    const shows = (component: string) => {
      const layers = [{ name: 'badge', type: 'component', component }];
      return unstored(org_id, { ...DOCUMENT, pages: [{ number: 1, duration: 1, layers }] });
    };
    expect([await shows('badge'), await shows('badge@1')]).toEqual(['second', 'first']);
    await expect(shows('badge@3')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('is not seen by another organization', async () => {
    const { org_id } = await newOrganization();
    const other = randomUUID();
    await saveBrand(other, 'blue', 0);
    await expect(unstored(other)).rejects.toMatchObject({
      details: expect.arrayContaining([expect.objectContaining({ field: 'document.pages[0].layers[0].component' })]),
    });
    expect(await call(BRAND_RPC.get, { org_id: other })).toMatchObject({ colors: { primary: 'blue' }, templates: 0 });
    const notFound = { code: 'RESOURCE_NOT_FOUND' };
    const of = { org_id: other, name: 'price' };
    await expect(call(COMPONENTS_RPC.get, of)).rejects.toMatchObject(notFound);
    await expect(call(COMPONENTS_RPC.versions, of)).rejects.toMatchObject(notFound);
    await expect(call(COMPONENTS_RPC.remove, of)).rejects.toMatchObject(notFound);
    await expect(replaceComponent(other, 'price', price('USD'))).rejects.toMatchObject(notFound);
    expect((await call(COMPONENTS_RPC.list, { org_id: other })).data).toEqual([]);
    expect((await call(COMPONENTS_RPC.list, { org_id })).data.map(({ name }) => name)).toEqual(['price', 'badge']);
  });
});

describe('a brand', () => {
  it('is empty first, and never overwritten by who has not read it', async () => {
    const org_id = randomUUID();
    const empty = { revision: 0, updated_at: null, drafts: 0, templates: 0 };
    expect(await call(BRAND_RPC.get, { org_id })).toEqual(empty);
    const ends = await Promise.allSettled([1, 2, 3].map((n) => saveBrand(org_id, `rgb(${n},0,0)`, 0)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const conflict = { code: 'CONFLICT', details: 'Newest revision: 1' };
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject(conflict);
    expect(await call(BRAND_RPC.get, { org_id })).toMatchObject({ revision: 1 });
  });

  it.each<[string, object, string]>([
    ['a color that is none', { colors: { primary: 'reddish' } }, 'colors'],
    ['an address that renderers may not fetch', { logos: { mark: 'http://10.0.0.1/logo.png' } }, 'logos.mark'],
    ['a name that no expression can say', { fonts: { 'my font': 'Inter' } }, 'fonts'],
    ['51 colors', { colors: Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`c${n}`, 'red'])) }, 'colors'],
  ])('is refused with %s', async (_what, tokens, field) => {
    const body = { ...tokens, revision: 0 };
    await expect(call(BRAND_RPC.save, { org_id: randomUUID(), body })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: [expect.objectContaining({ field })],
    });
  });

  it('of a thousand templates is changed without a write to them, and without a message', async () => {
    const { org_id, id } = await newOrganization();
    const em = videos.em.fork();
    await em.execute(
      `INSERT INTO templates (id, org_id, latest_version, created_at, updated_at)
       SELECT gen_random_uuid(), ?, 1, now(), now() FROM generate_series(1, 999)`,
      [org_id],
    );
    await em.execute(
      `INSERT INTO template_versions (template_id, version, name, width, height, duration_s, document, pinned, uses, uses_brand, created_at)
       SELECT t.id, 1, v.name, v.width, v.height, v.duration_s, v.document, v.pinned, v.uses, v.uses_brand, now()
         FROM templates t, template_versions v WHERE t.org_id = ? AND t.id <> ? AND v.template_id = ?`,
      [org_id, id, id],
    );
    const rows = `SELECT md5(string_agg(v.xmin::text || v.ctid::text, ',' ORDER BY v.template_id)) AS sum
                    FROM template_versions v JOIN templates t ON t.id = v.template_id WHERE t.org_id = ?`;
    const state = () => Promise.all([em.execute(rows, [org_id]), em.execute('SELECT count(*) FROM outbox')]);
    const before = await state();
    await saveBrand(org_id, 'blue', 1);
    expect(await state()).toEqual(before);
    expect(await call(BRAND_RPC.get, { org_id })).toMatchObject({ templates: 1_000, drafts: 0 });
  });
});

describe('a component', () => {
  it('says what uses it, and is deleted only when nothing does', async () => {
    const { org_id, id } = await newOrganization();
    const get = (name: string) => call(COMPONENTS_RPC.get, { org_id, name });
    expect(await get('price')).toMatchObject({
      version: 1,
      component: price('EUR'),
      used_by: [{ kind: 'template', template_id: id, name: 'Promo', reference: 'price' }],
    });
    expect((await get('badge')).used_by).toMatchObject([{ kind: 'component', template_id: null, name: 'price' }]);
    const remove = (name: string) => call(COMPONENTS_RPC.remove, { org_id, name });
    await expect(remove('badge')).rejects.toMatchObject({ code: 'CONFLICT', details: 'Used by component price' });
    await call(TEMPLATES_RPC.saveDraft, { org_id, id, document: DOCUMENT, base_version: 1, revision: 0 });
    expect((await get('price')).used_by!.map(({ kind }) => kind)).toEqual(['draft', 'template']);
    await call(VIDEOS_RPC.removeTemplate, { org_id, id });
    await remove('price');
    await remove('badge');
    expect(await call(TEMPLATE_QUOTA_RPC.usage, { org_id })).toMatchObject({ templates: 0, bytes: 0 });
  });

  it('has versions, counts to the quota, and has a name of its own', async () => {
    const org_id = randomUUID();
    await createComponent(org_id, 'badge', badge('1'));
    await expect(createComponent(org_id, 'badge', badge('2'))).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await replaceComponent(org_id, 'badge', badge('22'))).toMatchObject({ version: 2, component: badge('22') });
    const { data } = await call(COMPONENTS_RPC.versions, { org_id, name: 'badge' });
    expect(data.map(({ version }) => version)).toEqual([2, 1]);
    expect(await call(COMPONENTS_RPC.get, { org_id, name: 'badge', version: 1 })).toMatchObject({
      component: badge('1'),
    });
    const { bytes } = await call(TEMPLATE_QUOTA_RPC.usage, { org_id });
    expect(bytes).toBe(JSON.stringify(badge('1')).length + JSON.stringify(badge('22')).length);
    await call(TEMPLATE_QUOTA_RPC.limit, { org_id, max_bytes: bytes });
    await expect(replaceComponent(org_id, 'badge', badge('3'))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('is judged when it is stored, with paths in the request', async () => {
    const org_id = randomUUID();
    const bad = { layers: [{ name: 'text', type: 'text', text: 'x', font_size: -1 }] };
    const at = (field: string) => ({ details: expect.arrayContaining([expect.objectContaining({ field })]) });
    await expect(createComponent(org_id, 'bad', bad)).rejects.toMatchObject(at('component.layers[0].font_size'));
    await expect(createComponent(org_id, 'a b', badge('x'))).rejects.toMatchObject(at('name'));
    await createComponent(org_id, 'badge', badge('x'));
    await expect(replaceComponent(org_id, 'badge', bad)).rejects.toMatchObject(at('layers[0].font_size'));
    await expect(replaceComponent(org_id, 'badge', {})).rejects.toMatchObject(at('layers'));
  });

  it('does not contain itself, alone or through another one', async () => {
    const { org_id } = await newOrganization();
    const shows = (component: string) => ({ layers: [{ name: 'it', type: 'component', component }] });
    const refused = { code: 'VALIDATION_ERROR' };
    await expect(replaceComponent(org_id, 'badge', shows('badge'))).rejects.toMatchObject(refused);
    await expect(replaceComponent(org_id, 'badge', shows('price'))).rejects.toMatchObject(refused);
    await expect(createComponent(org_id, 'own', shows('own'))).rejects.toMatchObject(refused);
  });

  it('is refused beyond two hundred of an organization', async () => {
    const org_id = randomUUID();
    await videos.em.fork().execute(
      `INSERT INTO components (id, org_id, name, latest_version, created_at, updated_at)
       SELECT gen_random_uuid(), ?, 'c' || n, 1, now(), now() FROM generate_series(1, 199) n`,
      [org_id],
    );
    await createComponent(org_id, 'last', badge('x'));
    await expect(createComponent(org_id, 'more', badge('x'))).rejects.toMatchObject({
      details: [{ field: 'body', code: 'VALUE_TOO_LARGE' }],
    });
  });
});
