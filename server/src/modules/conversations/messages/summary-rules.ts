import { HISTORY_MESSAGES } from './turn-order.ts';

/** A summary covers at least this many messages, unless they are long. */
const MESSAGES_PER_SUMMARY = 20;
/** Summaries begin before messages leave the history, so that none is forgotten while the model writes. */
const MAX_MESSAGES = HISTORY_MESSAGES - 4;
/** Less than the agent's budget for the history, which also holds tool results. */
const MAX_CHARACTERS = 16_000;

/** Newest messages without a summary. */
const KEPT_MESSAGES = MAX_MESSAGES - MESSAGES_PER_SUMMARY;
const KEPT_CHARACTERS = 10_000;
const ALWAYS_KEPT = 4;

/** Limit of one request for a summary. */
const MAX_SUMMARIZED_CHARACTERS = 24_000;

/**
 * How many of the oldest messages to summarize next; 0 if it is too early.
 * @param lengths characters of the messages without a summary, oldest first
 */
export function countToSummarize(lengths: readonly number[]): number {
  const total = lengths.reduce((sum, length) => sum + length, 0);
  if (lengths.length < MAX_MESSAGES && total < MAX_CHARACTERS) return 0;
  const newest = lengths.toReversed();
  const kept = Math.max(ALWAYS_KEPT, fitting(newest.slice(0, KEPT_MESSAGES), KEPT_CHARACTERS));
  const old = lengths.slice(0, Math.max(0, lengths.length - kept));
  return Math.max(Math.min(1, old.length), fitting(old, MAX_SUMMARIZED_CHARACTERS));
}

/** How many of the first lengths fit. */
function fitting(lengths: readonly number[], characters: number): number {
  let left = characters;
  const end = lengths.findIndex((length) => {
    left -= length;
    return left < 0;
  });
  return end === -1 ? lengths.length : end;
}
