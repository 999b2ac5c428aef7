import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from '@jest/globals';
import { BATCHES_RPC, type CreatedBatch, type RowFormat, type Template, VIDEOS_RPC } from '#libs/contracts';
import { eventually } from '#libs/testing';
import { useVideos } from '../testing/running-videos.js';
import { VideoRow } from '../videos/video.entity.js';

const videos = useVideos();
const org = randomUUID();
const ROWS = 1_000;

const DOCUMENT = {
  name: 'Rooms',
  width: 64,
  height: 64,
  variables: {
    rooms: {
      type: 'list',
      default: [],
      fields: { title: { type: 'string' }, area: { type: 'number', default: 20 } },
    },
  },
  pages: [
    {
      number: 1,
      duration: 1,
      repeat: { list: 'rooms', as: 'room' },
      layers: [
        { name: 'bar', type: 'shape', shape: 'rectangle' },
        { name: 'large', type: 'shape', shape: 'ellipse', when: 'room.area > 30.0' },
      ],
    },
    { number: 2, duration: 1, layers: [{ name: 'end', type: 'text', text: 'End' }] },
  ],
};

interface Room {
  title: string;
  area?: number;
}

/** The rooms of a row: none to four, every second one large. */
function roomsOf(row: number): Room[] {
  return Array.from({ length: row % 5 }, (_, room) => ({ title: `Room ${room}`, ...(room % 2 === 1 && { area: 40 }) }));
}

let template: Template;

beforeAll(async () => {
  template = await eventually(() => videos.rpc.call(VIDEOS_RPC.createTemplate, { org_id: org, document: DOCUMENT }));
  videos.ledger.balance = 1_000_000;
});

function requestOf(rows: string, row_format: RowFormat) {
  const request = { org_id: org, body: { template_id: template.id, format: 'mp4' }, row_format, rows };
  return { ...request, body_sha256: createHash('sha256').update(JSON.stringify(request)).digest('hex') };
}

const inCsv = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const rows = Array.from({ length: ROWS }, (_, row) => JSON.stringify(roomsOf(row)));
const TABLES = {
  json: `[${rows.map((rooms) => `{"rooms":${rooms}}`).join(',')}]`,
  csv: ['rooms', ...rows.map(inCsv)].join('\n'),
};

it.each(['json', 'csv'] as const)(
  'a batch of 1,000 rows of lists in %s makes as many pages as each has items',
  async (format) => {
    const { batch }: CreatedBatch = await videos.rpc.call(BATCHES_RPC.create, requestOf(TABLES[format], format));

    expect(batch.videos.total).toBe(ROWS);
    const found = await videos.em
      .fork()
      .find(VideoRow, { batchId: batch.id }, { populate: ['document'], orderBy: { batchRow: 'asc' } });
    expect(found).toHaveLength(ROWS);
    expect(found.map(({ durationS }) => durationS)).toEqual(rows.map((_, row) => (row % 5) + 1));
    const layers = found[4]!.document!.pages.map((page) => page.layers!.map(({ name }) => name));
    expect(layers).toEqual([['bar'], ['bar', 'large'], ['bar'], ['bar', 'large'], ['end']]);
    await videos.clear();
  },
  60_000,
);

it('a fault in a list names the row, the column and the item', async () => {
  const table = 'rooms\n[]\n' + inCsv('[{"title":"A"},{"title":"B","area":"wide"}]');
  const { errors } = await videos.rpc.call(BATCHES_RPC.validate, requestOf(table, 'csv'));
  expect(errors.map(({ field }) => field)).toEqual(['rows[1].rooms[1].area']);
});
