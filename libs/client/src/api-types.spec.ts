import { describe, expect, it } from '@jest/globals';
import type { ApiClient, TemplateDocument, Video, VideoRequest } from './client.js';

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
