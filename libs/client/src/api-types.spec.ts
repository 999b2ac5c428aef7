import { describe, expect, it } from '@jest/globals';
import type { ApiClient, TemplateDocument, Video, VideoRequest } from './client.js';
import { listAll } from './list-all.js';
import { render } from './render.js';

// The compiler is the judge (npm run check:types): each @ts-expect-error is an error if its line compiles.
describe('the types of the client', () => {
  it('let a program build a request step by step', () => {
    const request: VideoRequest = { template_id: 'id', format: 'mp4' };
    request.metadata = 'order-1234';
    // @ts-expect-error: not a format
    request.format = 'avi';
    const document: TemplateDocument = { name: 'Card', width: 320, height: 180, pages: [] };
    document.pages.push({ number: 1, duration: 1 });
    // @ts-expect-error: a page has a duration
    document.pages.push({ number: 2 });
    expect(document.pages).toHaveLength(2);
  });

  it('take the values of variables that the API takes', () => {
    const request: VideoRequest = { template_id: 'id', format: 'mp4', modifications: {} };
    request.modifications!.variables = { accent: '#ffffff', count: 3, sale: true };
    // @ts-expect-error: a value is not null
    request.modifications!.variables['accent'] = null;
    request.modifications!.variables['price'] = { amount: 9.5, currency: 'EUR' };
    request.modifications!.variables['listings'] = [{ title: 'Elm' }];
    // @ts-expect-error: an amount has a currency
    request.modifications!.variables['price'] = { amount: 9.5 };
    expect(Object.keys(request.modifications!.variables)).toHaveLength(5);
  });

  it('give every call typed limits and a typed body', () => {
    const call = (client: ApiClient) => [
      client.GET('/credits', { timeoutMs: 1_000 }),
      // @ts-expect-error: a time limit is a number
      client.GET('/credits', { timeoutMs: '1 s' }),
      // @ts-expect-error: no such path
      client.GET('/credit'),
      // @ts-expect-error: a video has a template
      client.POST('/videos', { body: { format: 'mp4' } }),
      // @ts-expect-error: the path has a parameter
      client.GET('/videos/{id}'),
    ];
    expect(call).toBeInstanceOf(Function);
    const lists = (client: ApiClient) => [
      listAll(client, '/videos', { params: { query: { status: 'FAILED' } } }),
      // @ts-expect-error: not a status
      listAll(client, '/videos', { params: { query: { status: 'failed' } } }),
      // @ts-expect-error: the path has a parameter
      listAll(client, '/webhooks/{webhook_id}/deliveries'),
      // @ts-expect-error: not a list
      listAll(client, '/credits'),
    ];
    expect(lists).toBeInstanceOf(Function);
    const files = async (client: ApiClient, request: VideoRequest): Promise<number> => {
      // @ts-expect-error: the bytes went to the path
      const { file }: { file: Uint8Array } = await render(client, request, { to: 'a.mp4' });
      return file.length + (await render(client, request)).file.length;
    };
    expect(files).toBeInstanceOf(Function);
  });

  it('show the entries of a list', () => {
    const entries = async (client: ApiClient): Promise<Video[]> => {
      const { data } = await client.GET('/videos');
      // @ts-expect-error: an entry is a video
      const names: string[] = data?.data ?? [];
      return data?.data ?? names.map(() => ({}) as Video);
    };
    expect(entries).toBeInstanceOf(Function);
  });
});
