import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { TEMPLATE_QUOTA_RPC, type SaveTemplateDraft, TEMPLATES_RPC, VIDEOS_RPC } from '#libs/contracts';
import { useVideos } from '../testing/running-videos.js';

const DOCUMENT = {
  name: 'Promo',
  width: 320,
  height: 180,
  variables: { accent: { type: 'color', default: '#ff0000' } },
  pages: [{ number: 1, duration: 1, layers: [{ name: 'title', type: 'text', text: 'Hello', font_size: 20 }] }],
};
const FAULTY = { ...DOCUMENT, width: 15, nonsense: { deep: [null, '\u0000', '\ud800'] } };
const NOT_FOUND = { code: 'RESOURCE_NOT_FOUND' };

const videos = useVideos();

const org_id = randomUUID();
const newTemplate = async (org = org_id, document: Record<string, unknown> = DOCUMENT): Promise<string> =>
  (await videos.rpc.call(VIDEOS_RPC.createTemplate, { org_id: org, document })).id;
const draftOf = (id: string) => videos.rpc.call(TEMPLATES_RPC.draft, { org_id, id });
const save = (id: string, revision: number, change: Partial<SaveTemplateDraft> = {}) =>
  videos.rpc.call(TEMPLATES_RPC.saveDraft, { org_id, id, document: DOCUMENT, base_version: 1, revision, ...change });
const publish = (id: string, revision: number) => videos.rpc.call(TEMPLATES_RPC.publishDraft, { org_id, id, revision });
const replace = (id: string) => videos.rpc.call(VIDEOS_RPC.replaceTemplate, { org_id, id, document: DOCUMENT });
const conflict = (revision: number, version: number) => ({
  code: 'CONFLICT',
  details: `Newest revision: ${revision}, newest version: ${version}`,
});

describe('a draft', () => {
  it('begins with the newest version', async () => {
    const id = await newTemplate();
    await replace(id);
    const versions = { base_version: 2, latest_version: 2 };
    const start = {
      document: DOCUMENT,
      ...versions,
      revision: 0,
      updated_at: null,
      saved_by: null,
      faults: [],
      shared: null,
    };
    expect(await draftOf(id)).toEqual({ template_id: id, ...start });
  });

  it('is kept as it is, with faults that are reported beside it, and changes no version', async () => {
    const id = await newTemplate();
    const saved = await save(id, 0, { document: FAULTY });
    expect(saved).toMatchObject({ document: FAULTY, base_version: 1, revision: 1 });
    expect(saved.faults.map(({ field }) => field)).toEqual(expect.arrayContaining(['width', 'nonsense']));
    expect(await draftOf(id)).toEqual(saved);
    expect((await videos.rpc.call(VIDEOS_RPC.getTemplate, { org_id, id })).document).toEqual(DOCUMENT);
  });

  it('keeps the revision before, which is the version it began with after the first save', async () => {
    const id = await newTemplate();
    const at = (revision: number) => videos.rpc.call(TEMPLATES_RPC.draft, { org_id, id, revision });
    await save(id, 0, { document: FAULTY });
    expect(await at(0)).toMatchObject({ document: DOCUMENT, revision: 0, faults: [] });
    await save(id, 1, { document: { ...DOCUMENT, name: 'Third' } });
    expect(await at(1)).toMatchObject({ document: FAULTY, revision: 1 });
    expect((await at(1)).faults).not.toEqual([]);
    expect(await at(2)).toMatchObject({ document: { name: 'Third' } });
    for (const gone of [0, 3]) await expect(at(gone)).rejects.toMatchObject(NOT_FOUND);
    await publish(id, 2);
    await expect(at(2)).rejects.toMatchObject(NOT_FOUND);
  });

  it('names the user who saved it last, and no user for an API key', async () => {
    const id = await newTemplate();
    const user_id = randomUUID();
    expect(await save(id, 0, { user_id })).toMatchObject({ saved_by: user_id });
    expect(await draftOf(id)).toMatchObject({ saved_by: user_id });
    expect(await save(id, 1)).toMatchObject({ saved_by: null });
  });

  it('is never overwritten by an author who has not read it, however many save at once', async () => {
    const id = await newTemplate();
    const saves = Array.from({ length: 8 }, (_, n) => save(id, 0, { document: { by: n } }).then(() => n));
    const ends = await Promise.allSettled(saves);
    const winners = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    expect(winners).toHaveLength(1);
    for (const end of ends) if (end.status === 'rejected') expect(end.reason).toMatchObject(conflict(1, 1));
    expect(await draftOf(id)).toMatchObject({ document: { by: winners[0] }, revision: 1 });
  });

  it('that was discarded does not give its revisions to the next one', async () => {
    const id = await newTemplate();
    await save(id, 0);
    await videos.rpc.call(TEMPLATES_RPC.discardDraft, { org_id, id, revision: 1 });
    expect(await draftOf(id)).toMatchObject({ revision: 2, updated_at: null });
    await expect(save(id, 1)).rejects.toMatchObject(conflict(2, 1));
    await save(id, 2);
    await expect(videos.rpc.call(TEMPLATES_RPC.discardDraft, { org_id, id, revision: 2 })).rejects.toMatchObject(
      conflict(3, 1),
    );
  });

  it('becomes the next version, and is gone', async () => {
    const id = await newTemplate();
    await save(id, 0, { document: { ...DOCUMENT, name: 'Second' } });
    expect(await publish(id, 1)).toMatchObject({ id, version: 2, name: 'Second', document: { name: 'Second' } });
    expect(await draftOf(id)).toMatchObject({ revision: 2, base_version: 2, updated_at: null });
    await expect(publish(id, 2)).rejects.toMatchObject({ ...NOT_FOUND, details: 'The template has no draft' });
  });

  it('is not published with faults, outdated, or beside a newer version', async () => {
    const id = await newTemplate();
    await save(id, 0, { document: FAULTY });
    await expect(publish(id, 0)).rejects.toMatchObject(conflict(1, 1));
    await expect(publish(id, 1)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await save(id, 1);
    await replace(id);
    await expect(publish(id, 2)).rejects.toMatchObject(conflict(2, 2));
    await save(id, 2, { base_version: 2 });
    expect(await publish(id, 3)).toMatchObject({ version: 3 });
  });

  it('begins with a version that exists', async () => {
    const id = await newTemplate();
    await expect(save(id, 0, { base_version: 2 })).rejects.toMatchObject({
      details: [{ field: 'base_version', code: 'VALUE_TOO_LARGE', value: 2 }],
    });
  });

  it('counts to the quota of its organization until it goes, alone or with its template', async () => {
    const org = randomUUID();
    const id = await newTemplate(org);
    const limit = (own: object = {}) => videos.rpc.call(TEMPLATE_QUOTA_RPC.limit, { org_id: org, ...own });
    const saveIn = (revision: number) =>
      videos.rpc.call(TEMPLATES_RPC.saveDraft, { org_id: org, id, document: DOCUMENT, base_version: 1, revision });
    const { bytes } = await limit();
    await saveIn(0);
    await saveIn(1);
    expect((await limit()).bytes).toBe(2 * bytes);
    await videos.rpc.call(TEMPLATES_RPC.discardDraft, { org_id: org, id });
    expect((await limit({ max_bytes: 2 * bytes - 1 })).bytes).toBe(bytes);
    await expect(saveIn(3)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    await limit({ max_bytes: null });
    await saveIn(3);
    await videos.rpc.call(VIDEOS_RPC.removeTemplate, { org_id: org, id });
    expect(await limit()).toMatchObject({ templates: 0, bytes: 0 });
  });
});

describe('a version', () => {
  const versions = async (id: string) => (await videos.rpc.call(TEMPLATES_RPC.versions, { org_id, id })).data;
  const label = (id: string, change: { version: number; label?: string | null; note?: string | null }) =>
    videos.rpc.call(TEMPLATES_RPC.labelVersion, { org_id, id, ...change });

  it('states who published it, with the label and the note that it was given then', async () => {
    const id = await newTemplate();
    const creator = { type: 'user' as const, id: randomUUID() };
    await save(id, 0);
    const remarks = { label: 'Spring', note: 'New colors' };
    await videos.rpc.call(TEMPLATES_RPC.publishDraft, { org_id, id, revision: 1, creator, ...remarks });
    expect(await versions(id)).toMatchObject([
      { version: 2, ...remarks, created_by: { ...creator, name: null } },
      { version: 1, label: null, note: null, created_by: null },
    ]);
  });

  it('is labeled later, each field alone, and its document stays', async () => {
    const id = await newTemplate();
    await replace(id);
    expect(await label(id, { version: 1, label: 'First', note: 'As delivered' })).toMatchObject({ label: 'First' });
    expect(await label(id, { version: 1, label: null })).toMatchObject({ label: null, note: 'As delivered' });
    expect(await label(id, { version: 1 })).toMatchObject({ label: null, note: 'As delivered' });
    expect(await versions(id)).toMatchObject([{ version: 2, note: null }, { note: 'As delivered' }]);
    expect((await videos.rpc.call(VIDEOS_RPC.getTemplate, { org_id, id, version: 1 })).document).toEqual(DOCUMENT);
    await expect(label(id, { version: 3, label: 'None' })).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('who has a template open', () => {
  const report = (id: string, user_id: string, user_name: string) =>
    videos.rpc.call(TEMPLATES_RPC.presence, { org_id, id, user_id, user_name });
  const [ada, grace] = [randomUUID(), randomUUID()];

  it('is shown to the others, the first one first, with the revision of the draft', async () => {
    const id = await newTemplate();
    expect(await report(id, ada, 'Ada')).toEqual({ template_id: id, revision: 0, latest_version: 1, others: [] });
    await save(id, 0);
    const seen = await report(id, grace, 'Grace');
    expect(seen).toMatchObject({ revision: 1, others: [{ user_id: ada, name: 'Ada' }] });
    const again = await report(id, ada, 'Ada Lovelace');
    expect(again.others).toMatchObject([{ user_id: grace, name: 'Grace' }]);
    expect((await report(id, grace, 'Grace')).others).toMatchObject([
      { since: seen.others[0]!.since, name: 'Ada Lovelace' },
    ]);
  });

  it('is forgotten without another report, also in the database', async () => {
    const id = await newTemplate();
    await report(id, ada, 'Ada');
    const past = `UPDATE template_presence SET since = since - interval '1 hour', seen_at = seen_at - interval '31 s'`;
    await videos.em.fork().execute(`${past} WHERE template_id = ?`, [id]);
    expect((await report(id, grace, 'Grace')).others).toEqual([]);
    const rows = 'SELECT user_id FROM template_presence WHERE template_id = ?';
    expect(await videos.em.fork().execute(rows, [id])).toEqual([{ user_id: grace }]);
  });

  it('goes with the template', async () => {
    const id = await newTemplate();
    await report(id, ada, 'Ada');
    await videos.rpc.call(VIDEOS_RPC.removeTemplate, { org_id, id });
    await expect(report(id, ada, 'Ada')).rejects.toMatchObject(NOT_FOUND);
  });
});

describe('a template', () => {
  it('has the name that its owner gives it, until they take it back', async () => {
    const id = await newTemplate();
    const update = (change: object) => videos.rpc.call(TEMPLATES_RPC.update, { org_id, id, ...change });
    expect(await update({ name: 'Autumn' })).toMatchObject({ name: 'Autumn', version: 1, document: DOCUMENT });
    expect(await replace(id)).toMatchObject({ name: 'Autumn', version: 2 });
    expect(await update({ name: null })).toMatchObject({ name: 'Promo' });
  });

  it('that is archived is left out of lists, and can still be read', async () => {
    const org = randomUUID();
    const [kept, archived] = [await newTemplate(org), await newTemplate(org)];
    const update = (value: boolean) =>
      videos.rpc.call(TEMPLATES_RPC.update, { org_id: org, id: archived, archived: value });
    const list = async (filter: object = {}) => {
      const { data, pagination } = await videos.rpc.call(VIDEOS_RPC.listTemplates, { org_id: org, ...filter });
      expect(pagination.total).toBe(data.length);
      return data.map(({ id }) => id);
    };
    expect(await update(true)).toMatchObject({ archived: true });
    expect([await list(), await list({ archived: true })]).toEqual([[kept], [archived]]);
    expect(await videos.rpc.call(VIDEOS_RPC.getTemplate, { org_id: org, id: archived })).toMatchObject({ version: 1 });
    expect(await update(false)).toMatchObject({ archived: false });
    expect(await list()).toEqual([archived, kept]);
  });

  it('lists its versions in pages, newest first', async () => {
    const id = await newTemplate();
    for (let n = 0; n < 3; n += 1) await replace(id);
    const page = { limit: 2, offset: 1 };
    const { data, pagination } = await videos.rpc.call(TEMPLATES_RPC.versions, { org_id, id, ...page });
    expect(data.map(({ version, name, duration }) => [version, name, duration])).toEqual([
      [3, 'Promo', 1],
      [2, 'Promo', 1],
    ]);
    expect(pagination).toEqual({ ...page, total: 4, has_more: true });
  });

  it('can be duplicated, any version of it, under a name', async () => {
    const id = await newTemplate();
    await videos.rpc.call(VIDEOS_RPC.replaceTemplate, { org_id, id, document: { ...DOCUMENT, width: 640 } });
    const duplicate = (rest: object) => videos.rpc.call(TEMPLATES_RPC.duplicate, { org_id, id, ...rest });
    const first = await duplicate({ version: 1, name: 'Other' });
    expect(first).toMatchObject({ name: 'Other', version: 1, width: 320, document: { ...DOCUMENT, name: 'Other' } });
    expect(first.id).not.toBe(id);
    expect(await duplicate({})).toMatchObject({ name: 'Copy of Promo', width: 640 });
  });

  it('names in pages what a caller may change', async () => {
    const id = await newTemplate();
    const list = (page: object) => videos.rpc.call(TEMPLATES_RPC.fields, { org_id, id, ...page });
    expect(await list({ draft: true })).toEqual(await list({}));
    const { data, pagination } = await list({ limit: 100 });
    expect(pagination).toMatchObject({ total: data.length, has_more: false });
    expect(data.slice(0, 4)).toMatchObject([
      { path: 'variables.accent', kind: 'color', sample: '#ff0000', is_set: true },
      { path: '1.background_color', page: 1, kind: 'paint', sample: null, is_set: false },
      { path: '1.page_audio_url', kind: 'url', max_length: 2_048 },
      {
        path: '1.title.text',
        page: 1,
        layer: 'title',
        layer_type: 'text',
        kind: 'text',
        sample: 'Hello',
        is_set: true,
      },
    ]);
    const size = data.find(({ property }) => property === 'font_size');
    expect(size).toMatchObject({ kind: 'length', sample: 20, minimum: 1, maximum: 2_000 });
    expect((await list({ limit: 3, offset: 2 })).data).toEqual(data.slice(2, 5));
    expect((await list({ limit: 3, offset: data.length })).data).toEqual([]);
  });

  it('is its organization’s alone', async () => {
    const id = await newTemplate();
    const stranger = { org_id: randomUUID(), id };
    const draft = { document: {}, base_version: 1, revision: 0 };
    const attempts = await Promise.allSettled<unknown>([
      videos.rpc.call(TEMPLATES_RPC.update, { ...stranger, archived: true }),
      videos.rpc.call(TEMPLATES_RPC.duplicate, stranger),
      videos.rpc.call(TEMPLATES_RPC.versions, stranger),
      videos.rpc.call(TEMPLATES_RPC.fields, stranger),
      videos.rpc.call(TEMPLATES_RPC.draft, stranger),
      videos.rpc.call(TEMPLATES_RPC.saveDraft, { ...stranger, ...draft }),
      videos.rpc.call(TEMPLATES_RPC.discardDraft, stranger),
      videos.rpc.call(TEMPLATES_RPC.publishDraft, { ...stranger, revision: 0 }),
      videos.rpc.call(TEMPLATES_RPC.presence, { ...stranger, user_id: randomUUID(), user_name: 'Eve' }),
    ]);
    expect(attempts).toMatchObject(attempts.map(() => ({ status: 'rejected', reason: NOT_FOUND })));
  });
});
