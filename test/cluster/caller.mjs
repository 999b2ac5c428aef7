import { setTimeout as delay } from 'node:timers/promises';

const TEMPLATE = {
  name: 'Hello',
  width: 640,
  height: 360,
  pages: [
    {
      number: 1,
      duration: 2,
      background_color: '#204060',
      layers: [{ type: 'text', name: 'title', text: 'Hello', align: 'center', text_color: '#ffffff' }],
    },
  ],
};

/** The template for longer videos, in which every frame is another picture. */
function turning(durationS) {
  const [page] = TEMPLATE.pages;
  const layers = page.layers.map((layer) => ({ ...layer, loop_animation: { type: 'spin', duration: 2 } }));
  return { ...TEMPLATE, pages: [{ ...page, duration: durationS, layers }] };
}

/** A client of the API with a key. */
export class Caller {
  constructor(baseUrl, key) {
    this.baseUrl = baseUrl;
    this.key = key;
  }

  /** @param durationS seconds in which the title turns; absent: two seconds in which nothing moves */
  makeTemplate(durationS) {
    return this.ask('POST', '/templates', durationS === undefined ? TEMPLATE : turning(durationS));
  }

  makeVideo(template) {
    return this.ask('POST', '/videos', { template_id: template.id, format: 'mp4' });
  }

  /**
   * Waits for a video and downloads its file.
   * @throws Error unless it was completed and the file is whole
   */
  async receive({ id }, timeoutMs) {
    const deadline = Date.now() + timeoutMs;
    let video = await this.ask('GET', `/videos/${id}`);
    while (video.status === 'PROCESSING' && Date.now() < deadline) {
      await delay(500);
      video = await this.ask('GET', `/videos/${id}`);
    }
    if (video.status !== 'COMPLETED') throw new Error(`video ${id} is ${video.status}: ${JSON.stringify(video.error)}`);
    const file = await fetch(video.video_url);
    const bytes = (await file.arrayBuffer()).byteLength;
    if (file.status !== 200 || bytes !== video.file_size)
      throw new Error(`file of ${id}: ${file.status}, ${bytes} bytes`);
    return { video, bytes };
  }

  /** @throws Error with what was answered, unless it was 2xx */
  async ask(method, path, body) {
    const answer = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${this.key}`, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  }
}
