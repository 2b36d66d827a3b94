import { Pool } from 'undici';
import { type BareOrder, somePayload, wallMs } from './protocol.ts';

// The minimum of any webhook sender: the same bodies through an undici Pool, without storage.

process.on('message', async ({ origin, requests, parallel }: BareOrder) => {
  const pool = new Pool(origin, { connections: parallel });
  const body = JSON.stringify(somePayload(wallMs()));
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'bare',
    'webhook-id': `msg_${'0'.repeat(32)}`,
    'webhook-timestamp': '1700000000',
    'webhook-signature': `v1,${'0'.repeat(44)}`,
  };
  const startMs = wallMs();
  let left = requests;
  const send = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      const answer = await pool.request({ method: 'POST', path: '/count', body, headers });
      await answer.body.dump();
    }
  };
  await Promise.all(Array.from({ length: parallel }, send));
  process.send?.({ seconds: (wallMs() - startMs) / 1000 });
  await pool.close();
});
process.once('disconnect', () => process.exit());
