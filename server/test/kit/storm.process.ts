import { startServer } from '../../src/compose.ts';
import { readConfig } from '../../src/config/config.ts';
import { silentLog } from './silent-log.ts';

/**
 * A server that records many events in concurrent transactions of up to ten events each. It sends its address, and the
 * subjects of the recorded events after every commit.
 */
export interface StormOrder {
  userId: number;
  /** Webhook URLs, which the events use in turn. */
  webhookUrls: readonly string[];
  /** Subject of the first event; later events count up from it. */
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
            type: 'conversation.ended',
            userId,
            assistantId: null,
            subjectId: String(subject),
            isReported: false,
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
