import type { DayFacts, DayMessage } from './day-rows.ts';
import type { Said } from './journal.ts';

/** Every question has one answer, or the thread says why it has none. Nothing else is answered. */
export function checkAnswers({ journal, rows, world }: DayFacts): string[] {
  const prompts = tagsIn(world.installation.model.requests);
  const said = new Map(journal.said.map((one) => [rows.received.get(one.id)?.id, one]));
  const faults = journal.said.flatMap((one) => {
    const row = rows.received.get(one.id);
    if (row === undefined || one.kind === 'robot') return [];
    return faultsOf(one, row, { thread: rows.threads.get(row.conversation_id) ?? [], prompts });
  });
  const odd = rows.messages.flatMap((answer) => {
    if (answer.author !== 'ai' || answer.part_of !== null) return [];
    if (answer.request_key?.startsWith('wish:') === true) return [];
    if (answer.reply_to === null) {
      // Failed, and was sent again.
      if (answer.state === 'failed') return [];
      // The question was edited, and this is the answer to its first text.
      const isReplaced = (rows.threads.get(answer.conversation_id) ?? []).some(
        ({ id, author, is_edited: isEdited }) => author === 'customer' && isEdited && id < answer.id,
      );
      return isReplaced ? [] : [`answer ${answer.id} replies to nothing`];
    }
    const question = said.get(answer.reply_to);
    const isQuestion = question?.kind === 'question' || question?.kind === 'robot';
    // Earlier questions of the same turn are answered with it.
    return isQuestion || coversQuestion(answer, rows.threads.get(answer.conversation_id) ?? [], said)
      ? []
      : [`answer ${answer.id} replies to ${question?.kind} "${question?.text}"`];
  });
  return [...faults, ...odd, ...repeatedAnswers(rows.messages)];
}

function coversQuestion(
  { reply_to: replyTo }: DayMessage,
  thread: readonly DayMessage[],
  said: ReadonlyMap<number | undefined, Said>,
): boolean {
  const earlier = thread.filter(({ id }) => id <= (replyTo ?? 0));
  const last = earlier.findLastIndex(({ author }) => author === 'ai');
  return earlier.slice(last + 1).some(({ id }) => said.get(id)?.kind === 'question');
}

function faultsOf(
  { id, kind, text, tag, isDeleted, isEdited }: Said,
  row: DayMessage,
  { thread, prompts }: { thread: readonly DayMessage[]; prompts: ReadonlySet<string> },
): string[] {
  const about = `${id} (${kind} "${text}", message ${row.id} of thread ${row.conversation_id})`;
  const reason = row.unanswered_reason;
  if (kind === 'quiet') return reason === null ? [`${about} is quiet, but has no reason`] : [];
  if (kind === 'stop') return reason === 'OPTED_OUT' ? [] : [`${about} has the reason ${reason}`];
  if (kind === 'start')
    return ['OPTED_IN', 'OPTED_OUT'].includes(reason ?? '') ? [] : [`${about} has the reason ${reason}`];
  if (isDeleted || reason !== null)
    return reason === 'NO_QUESTION' && !isDeleted ? [`${about} has no question`] : [];
  const later = thread.filter((message) => message.id > row.id);
  const answer = thread.find((message) => message.reply_to !== null && message.reply_to >= row.id);
  const isExplained = later.some(({ author, unanswered_reason: why }) => author === 'human' || why !== null);
  if (answer === undefined) return isExplained ? [] : [`${about} has neither answer nor reason`];
  const isCurrent = tag === null || isEdited || row.is_edited || prompts.has(tag) || isExplained;
  return isCurrent ? [] : [`${about} is answered by ${answer.id}, but no model has read it`];
}

function repeatedAnswers(messages: readonly DayMessage[]): string[] {
  const answers = messages.filter(
    ({ author, reply_to: to, state }) => author === 'ai' && to !== null && state !== 'failed',
  );
  const counts = new Map<number, number>();
  for (const { reply_to: to } of answers) counts.set(to ?? 0, (counts.get(to ?? 0) ?? 0) + 1);
  return [...counts].flatMap(([to, count]) => (count === 1 ? [] : [`message ${to} has ${count} answers`]));
}

function tagsIn(requests: readonly { messages: readonly Record<string, unknown>[] }[]): ReadonlySet<string> {
  const tags = new Set<string>();
  for (const { messages } of requests) {
    for (const tag of JSON.stringify(messages).match(/Q\d+x\d+/g) ?? []) tags.add(tag);
  }
  return tags;
}

/** Four equal messages in a row show that a program writes. */
const MOST_ANSWERS = 5;

export function checkRobots({ journal, rows }: DayFacts): string[] {
  const robots = Map.groupBy(
    journal.said.filter(({ kind }) => kind === 'robot'),
    ({ scenario }) => scenario,
  );
  return [...robots].flatMap(([scenario, messages]) => {
    const asked = new Set(messages.map(({ id }) => rows.received.get(id)?.id));
    const answers = rows.messages.filter(
      ({ author, reply_to: to }) => author === 'ai' && to !== null && asked.has(to),
    );
    return answers.length <= MOST_ANSWERS ? [] : [`robot ${scenario} got ${answers.length} answers`];
  });
}
