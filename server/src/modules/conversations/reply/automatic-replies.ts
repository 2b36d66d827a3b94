/** A message of a thread, as the detector of automatic replies reads it. */
export interface RecentMessage {
  author: 'customer' | 'ai' | 'human';
  content: string;
  /** Milliseconds since 1970. */
  atMs: number;
}

/** The customer's first message after an answer. */
interface Reaction {
  /** Letters only, in lower case, without descriptions of attachments. */
  wording: string;
  characters: number;
  atMs: number;
  sinceAnswerMs: number;
  /** Null if this is the customer's first known message. */
  sinceOwnMs: number | null;
}

/** Messages that the rules need: the longest streak, with bursts. */
export const RECENT_MESSAGES = 24;

const REPEATS = 4;
const REPEATS_WITHIN_MS = 600_000;
/** Shorter wordings, such as yes or thanks, are repeated by people too. */
const MIN_WORDING = 12;

const FAST_WRITING = 4;
/** 180 words a minute. */
const MAX_CHARACTERS_PER_SECOND = 15;

const FAST_REACTIONS = 6;
const MAX_REACTION_MS = 3000;

/**
 * True if the newest messages come from a program that answers our answers: the same wording 4 times in a row, 4
 * messages in a row written faster than people type, or 6 in a row within 3 seconds of the answer.
 * @param recent oldest first; the newest is the customer's
 */
export function areAutomatic(recent: readonly RecentMessage[]): boolean {
  const person = recent.findLastIndex(({ author }) => author === 'human');
  const reactions = reactionsIn(recent.slice(person + 1));
  return (
    repeats(reactions.slice(-REPEATS)) ||
    isStreak(reactions, FAST_WRITING, isWrittenFast) ||
    isStreak(reactions, FAST_REACTIONS, ({ sinceAnswerMs }) => sinceAnswerMs <= MAX_REACTION_MS)
  );
}

function reactionsIn(messages: readonly RecentMessage[]): Reaction[] {
  const reactions: Reaction[] = [];
  let ownMs: number | null = null;
  let answeredMs: number | null = null;
  for (const { author, content, atMs } of messages) {
    if (author === 'ai') {
      answeredMs = atMs;
      continue;
    }
    if (answeredMs !== null) {
      const text = content.replaceAll(/\[[^\]]*\]/g, '').trim();
      reactions.push({
        wording: text.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, ''),
        characters: [...text].length,
        atMs,
        sinceAnswerMs: atMs - answeredMs,
        sinceOwnMs: ownMs === null ? null : atMs - ownMs,
      });
    }
    ownMs = atMs;
    answeredMs = null;
  }
  return reactions;
}

function repeats(reactions: readonly Reaction[]): boolean {
  const [first] = reactions;
  const last = reactions.at(-1);
  if (first === undefined || last === undefined || reactions.length < REPEATS) return false;
  return (
    first.wording.length >= MIN_WORDING &&
    last.atMs - first.atMs <= REPEATS_WITHIN_MS &&
    reactions.every(({ wording }) => wording === first.wording)
  );
}

function isWrittenFast({ characters, sinceOwnMs }: Reaction): boolean {
  return sinceOwnMs !== null && characters * 1000 > MAX_CHARACTERS_PER_SECOND * sinceOwnMs;
}

function isStreak(
  reactions: readonly Reaction[],
  length: number,
  matches: (reaction: Reaction) => boolean,
): boolean {
  return reactions.length >= length && reactions.slice(-length).every(matches);
}
