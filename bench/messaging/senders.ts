import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';
import { createSandboxSchedule } from '../../server/src/compose/sandbox-reports.ts';
import { systemClock } from '../../server/src/core/clock.ts';
import type { Database } from '../../server/src/db/client.ts';
import { createRateLimiter } from '../../server/src/http/rate-limit.ts';
import { createTokenLookup } from '../../server/src/modules/accounts/tokens/token-lookup.ts';
import { hashToken } from '../../server/src/modules/accounts/tokens/token-text.ts';
import { openSince } from '../../server/src/modules/messages/customers/session-window.ts';
import { storeOutgoing } from '../../server/src/modules/messages/outgoing/outgoing-store.ts';
import { storeAccepted } from '../../server/src/modules/messages/outgoing/submission-store.ts';
import type { Account } from './accounts.ts';

const TEXT = 'Your order is ready: come by whenever you like, we are open until six.';

/** The product: one request per message over keep-alive connections. */
export function parleySender(port: number, connections: number) {
  const pool = new Pool(`http://127.0.0.1:${port}`, { connections, pipelining: 1 });
  return {
    send: async ({ token, senderId, customerPhone }: Account): Promise<void> => {
      const { statusCode, body } = await pool.request({
        method: 'POST',
        path: '/api/user/msgapp/send-freeform',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sender_id: senderId, recipient_phone: customerPhone, message: TEXT }),
      });
      const answer = await body.text();
      if (statusCode !== 200) throw new Error(`A message was refused: ${statusCode} ${answer}`);
    },
    [Symbol.asyncDispose]: () => pool.close(),
  };
}

/**
 * Only the same SQL: authentication, rate limit, the message with its window, charge and submission, the sandbox's job, the
 * outcome. No HTTP, no validation, no other limits.
 */
export function bareSender(database: Database) {
  const limiter = createRateLimiter(database, systemClock);
  const findToken = createTokenLookup(database);
  const schedule = createSandboxSchedule(database, systemClock);
  const processId = randomUUID();
  return async ({ token, userId, senderId, customerPhone }: Account): Promise<void> => {
    await findToken(hashToken(token));
    const allowance = await limiter.takeFromWindow(`send-freeform:user:${userId}`, 5, 1000);
    if (!allowance.isAllowed) throw new Error('More accounts are needed.');
    const stored = await storeOutgoing(database, {
      userId,
      senderId,
      recipient: customerPhone,
      processId,
      customerName: null,
      author: 'human',
      content: TEXT,
      needsWindow: true,
      openSince: openSince(systemClock.now()),
      priceMicros: 10_000,
      named: null,
      answer: null,
      isConfirmation: false,
      personId: null,
    });
    const id = stored.channel_message_id;
    if (id === null) throw new Error(`Nothing was stored: ${JSON.stringify(stored)}`);
    const providerMessageId = randomUUID();
    await schedule({ statusUrl: '', reference: `pm${id}`, providerMessageId, states: [], errorCode: null });
    await storeAccepted(database, 'msgapp', { id, processId, providerMessageId, state: 'queued' });
  };
}
