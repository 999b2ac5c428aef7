import { describe, expect, it } from '@jest/globals';
import { covers, natsUses } from './nats-use.js';

const TRACE = `
[7] 2026/11/21 17:01:06.1 [INF] Server is ready
[7] 2026/11/21 17:01:06.2 [TRC] 127.0.0.1:35006 - cid:4 - <<- [CONNECT {"name":"videos","user":"videos","pass":"[REDACTED]"}]
[7] 2026/11/21 17:01:06.2 [TRC] 127.0.0.1:35008 - cid:5 - <<- [CONNECT {"name":"operator","user":"gateway"}]
[7] 2026/11/21 17:01:06.3 [TRC] 127.0.0.1:35006 - cid:4 - "v3.4.0:nats.js:videos" - <<- [SUB rpc.videos.get videos 1]
[7] 2026/11/21 17:01:06.4 [TRC] 127.0.0.1:35008 - cid:5 - "v3.4.0:nats.js:operator" - <<- [HPUB rpc.videos.get _INBOX_operator.a.b 18 23]
[7] 2026/11/21 17:01:06.4 [TRC] 127.0.0.1:35008 - cid:5 - "v3.4.0:nats.js:operator" - <<- MSG_PAYLOAD: ["x <<- [PUB forged 1]"]
[7] 2026/11/21 17:01:06.4 [TRC] 127.0.0.1:35006 - cid:4 - "v3.4.0:nats.js:videos" - ->> [HMSG rpc.videos.get 1 _INBOX_operator.a.b 18 23]
[7] 2026/11/21 17:01:06.5 [TRC] 127.0.0.1:35006 - cid:4 - "v3.4.0:nats.js:videos" - <<- [PUB _INBOX_operator.a.b 8]
[7] 2026/11/21 17:01:06.5 [TRC] 127.0.0.1:35006 - cid:4 - "v3.4.0:nats.js:videos" - <<- [PUB news.video 8]
[7] 2026/11/21 17:01:06.6 [TRC] 127.0.0.1:35006 - cid:4 - "v3.4.0:nats.js:videos" - <<- [PUB news.video 9]
`;

describe('a trace of nats-server', () => {
  it('finds what each user has published, subscribed to and answered', () => {
    expect(natsUses(TRACE)).toEqual([
      { user: 'videos', does: 'subscribe', subject: 'rpc.videos.get', answers: false },
      { user: 'gateway', does: 'publish', subject: 'rpc.videos.get', answers: false },
      { user: 'videos', does: 'publish', subject: '_INBOX_operator.a.b', answers: true },
      { user: 'videos', does: 'publish', subject: 'news.video', answers: false },
    ]);
  });
});

describe('a permission', () => {
  it.each([
    ['rpc.videos.get', 'rpc.videos.get', true],
    ['rpc.videos.get', 'rpc.videos.list', false],
    ['rpc.videos.get', 'rpc.videos', false],
    ['rpc.videos', 'rpc.videos.get', false],
    ['render.result.*', 'render.result.1', true],
    ['render.result.*', 'render.result.1.2', false],
    ['render.result.*', 'render.result', false],
    ['render.result.*', 'render.result.>', false],
    ['_INBOX_videos.>', '_INBOX_videos.a.*', true],
    ['_INBOX_videos.>', '_INBOX_videos', false],
    ['_INBOX_videos.>', '_INBOX_credits.a', false],
    ['rpc.videos.get', 'rpc.videos.*', false],
  ])('for %s covers %s: %s', (pattern, subject, expected) => expect(covers(pattern, subject)).toBe(expected));
});
