import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { type Receiver, startReceiver } from './receiver.js';

const SECRET = `whsec_${Buffer.from('a secret of this test alone').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('the secret of another endpoint').toString('base64')}`;

describe('a receiver', () => {
  let receiver: Receiver;
  beforeEach(async () => {
    receiver = await startReceiver();
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await receiver.stop();
  });

  const call = async (sentAt: Date, secret = SECRET) => {
    const body = JSON.stringify({ type: 'video.finished', data: { id: 'v', status: 'COMPLETED' } });
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1_000)),
      'webhook-signature': `v1,bm90IHRoaXM= ${new Webhook(secret).sign('msg_1', sentAt, body)}`,
    };
    await fetch(receiver.url, { method: 'POST', headers, body });
  };

  it('knows a call with a right signature for as long as the test runs', async () => {
    await call(new Date());
    const anHourLater = Date.now() + 3_600_000;
    jest.spyOn(Date, 'now').mockReturnValue(anHourLater);
    expect(receiver.signed(SECRET)).toMatchObject([{ webhookId: 'msg_1', event: { type: 'video.finished' } }]);
  });

  it('does not count a call with the signature of another secret, or signed ten minutes before it came', async () => {
    await call(new Date(), OTHER);
    await call(new Date(Date.now() - 600_000));
    expect(receiver.calls).toHaveLength(2);
    expect(receiver.signed(SECRET)).toEqual([]);
  });
});
