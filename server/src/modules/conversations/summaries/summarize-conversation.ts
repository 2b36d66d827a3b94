import { summarize } from '../../../agent/summarize.ts';
import type { Clock } from '../../../core/clock.ts';
import { AppError } from '../../../core/errors.ts';
import type { ModelPrices } from '../../../core/model-prices.ts';
import type { Database } from '../../../db/client.ts';
import type { LanguageModel } from '../../../providers/interfaces/language-model.ts';
import { priceCalls } from '../messages/priced-call.ts';
import { countToSummarize } from '../messages/summary-rules.ts';
import { type ChatModels, modelsInBackground } from '../reply/chat-model.ts';
import { messageForModel } from '../reply/message-for-model.ts';
import { insertSummaryCalls, loadUnsummarized, storeSummary, type Thread } from './summary-store.ts';

interface SummaryDeps extends ChatModels {
  database: Database;
  clock: Clock;
  modelPrices: ModelPrices;
  /** Used when the assistant's own model fails; null if not configured. */
  fallbackModel(): LanguageModel | null;
}

/** Model calls of one job. A very long conversation is summarized over several turns. */
const MOST_STEPS = 10;

/** Adds older messages to the summary of a conversation until only new ones are left. Throws if no model answers. */
export async function summarizeConversation(
  deps: SummaryDeps,
  thread: Thread,
  signal: AbortSignal,
): Promise<void> {
  const { database, clock, modelPrices } = deps;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const earlier = await loadUnsummarized(database, thread);
    if (earlier === null || earlier.assistant === null) return;
    const lines = earlier.messages.map((message) => ({
      role: message.role,
      content: messageForModel(message, false),
    }));
    const count = countToSummarize(lines.map(({ content }) => content.length));
    const models = modelsInBackground(deps, earlier.assistant);
    if (count === 0 || models instanceof AppError) return;
    const transcript = lines.slice(0, count);
    const result = await summarize({ ...models, earlier: earlier.summary, transcript, clock, signal });
    const calls = priceCalls(modelPrices, result.modelCalls);
    if (result.kind === 'unavailable') {
      await insertSummaryCalls(database, thread, calls);
      throw result.error;
    }
    const isStored = await database.transaction(async (transaction) => {
      const messages = earlier.messages.slice(0, count);
      await insertSummaryCalls(transaction, thread, calls);
      return storeSummary(transaction, thread, { earlier, messages, summary: result.value });
    });
    // A later turn asks again.
    if (!isStored) return;
  }
}
