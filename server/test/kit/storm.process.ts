import { startServer } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { silentLog } from './silent-log.ts';

/**
 * A server in which a storm of events is recorded: a transaction each for up to ten of them, several at a time. Says
 * its address, then after every commit how many of its events are recorded.
 */
export interface StormOrder {
  userId: number;
  /** Every event tells one of these, in turn. */
  webhookUrls: readonly string[];
  /** Of the first event; the others follow. */
  firstSubject: number;
  events: number;
}

const { config, secrets } = readConfig(process.env);
const server = await startServer(config, secrets, { log: silentLog });
process.send?.({ address: server.address });

process.on('message', async ({ userId, webhookUrls, firstSubject, events }: StormOrder) => {
  let next = firstSubject;
  const record = async (): Promise<void> => {
    while (next < firstSubject + events) {
      const count = Math.min(1 + (next % 10), firstSubject + events - next);
      const subjects = Array.from({ length: count }, (_, index) => next + index);
      next += count;
      await server.database.transaction(async (transaction) => {
        for (const subject of subjects) {
          await server.dependencies.recordEvent(transaction, {
            ...{ type: 'conversation.ended', userId, assistantId: null, subjectId: String(subject) },
            webhookUrl: webhookUrls[subject % webhookUrls.length] ?? null,
            payload: { subject },
            occurredAt: new Date(),
          });
        }
      });
      process.send?.({ subjects });
    }
  };
  await Promise.all([record(), record(), record()]);
});
