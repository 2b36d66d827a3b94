import type { ChatEvent, ChatState, Message, Outgoing, Previous } from './chat-state.ts';
import { EMPTY } from './chat-state.ts';

/** Reducer. Never loses or duplicates a message. */
export function nextState(state: ChatState, event: ChatEvent): ChatState {
  return isStale(state, event) ? state : markSeen(change(state, event));
}

/** True if the event's message is already answered or belongs to a conversation that was left. */
function isStale({ outgoing }: ChatState, event: ChatEvent): boolean {
  if (event.type === 'wrote' || !('key' in event)) return false;
  return event.key !== outgoing[0]?.key;
}

function change(state: ChatState, event: ChatEvent): ChatState {
  switch (event.type) {
    case 'remembered':
      return { ...state, ...event.remembered };
    case 'opened':
      return { ...state, isOpen: true };
    case 'closed':
      return { ...state, isOpen: false };
    case 'conversation':
      return withHistory({ ...state, conversationId: event.id, problem: null }, event.history);
    case 'history':
      // Histories only grow, so a shorter one is stale.
      return event.history.length < state.history.length ? state : withHistory(state, event.history);
    case 'wrote': {
      const { type, ...message } = event;
      const written = { ...message, after: state.history.length };
      return { ...state, outgoing: [...state.outgoing, written], previous: null };
    }
    case 'discarded':
      return { ...state, outgoing: state.outgoing.slice(1), problem: null };
    case 'sending':
      return { ...state, isSending: true, problem: null, words: '', isLookingUp: false };
    case 'words':
      return { ...state, words: state.words + event.text, isLookingUp: false };
    case 'reset':
      return { ...state, words: event.text };
    case 'looking-up':
      return { ...state, isLookingUp: true };
    case 'replied':
      return replied(state, event.text);
    case 'state':
      return {
        ...state,
        isHuman: event.isHuman,
        isEnded: event.isEnded && !state.wasContinued,
        wasContinued: event.isEnded && state.wasContinued,
      };
    case 'seen':
      return { ...state, seen: Math.max(state.seen, Math.min(event.count, state.history.length)) };
    case 'failed':
      return { ...state, isSending: false, words: '', isLookingUp: false, problem: event.problem };
    case 'restarted':
      return { ...EMPTY, isOpen: state.isOpen, previous: event.previous ?? null };
  }
}

/** Everything in an open window counts as seen. */
function markSeen(state: ChatState): ChatState {
  const seen = state.isOpen ? state.history.length : Math.min(state.seen, state.history.length || state.seen);
  return seen === state.seen ? state : { ...state, seen };
}

/** Index of each outgoing message in the history, or -1. Matches in order, so no two share an index. */
function positionsOf({ history, outgoing }: Pick<ChatState, 'history' | 'outgoing'>): number[] {
  let free = 0;
  return outgoing.map(({ after, ...message }) => {
    const first = Math.max(after, free);
    const position = history.findIndex(
      (one, at) => at >= first && one.role === 'user' && isSameContent(one, message),
    );
    if (position !== -1) free = position + 1;
    return position;
  });
}

/** The server may change the text of a message with files, but not their ids. */
function isSameContent(one: Content, other: Content): boolean {
  const files = fileIds(other);
  return fileIds(one) === files && (files !== '' || one.text === other.text);
}

type Content = Pick<Message, 'text' | 'files'>;

/** The ids of a message's files as one text. The server lists files in the order in which their uploads ended. */
export function fileIds({ files = [] }: Pick<Message, 'files'>): string {
  return files
    .map(({ id }) => id)
    .toSorted()
    .join();
}

/** The text and the files of a message. */
function contentOf({ text, files }: Content): Content {
  return files === undefined ? { text } : { text, files };
}

/** Messages that the history contains with an answer, or that wait for a teammate, are no longer outgoing. */
function withHistory(state: ChatState, history: readonly Message[]): ChatState {
  const next = { ...state, history };
  const positions = positionsOf(next);
  const isSettled = (position: number): boolean =>
    position !== -1 &&
    (state.isHuman || history.slice(position + 1).some(({ role }) => role === 'assistant'));
  const outgoing = searchedAfter(
    state.outgoing.filter((_message, index) => !isSettled(positions[index] ?? -1)),
    Math.max(0, ...positions.filter(isSettled).map((position) => position + 1)),
  );
  if (outgoing[0]?.key === state.outgoing[0]?.key) return next;
  return { ...continued(next), outgoing, isSending: false, words: '', isLookingUp: false, problem: null };
}

/** From now on, looks for the outgoing messages only after the first `count` messages of the history. */
function searchedAfter(outgoing: readonly Outgoing[], count: number): Outgoing[] {
  return outgoing.map((message) => ({ ...message, after: Math.max(message.after, count) }));
}

/** An assistant may answer in a conversation that stays ended; then the end notice is not shown again. */
function continued(state: ChatState): ChatState {
  return { ...state, isEnded: false, wasContinued: state.isEnded || state.wasContinued };
}

function replied(state: ChatState, text: string | null): ChatState {
  const [first, ...outgoing] = state.outgoing;
  if (first === undefined) return state;
  const said: Message[] = positionsOf(state)[0] === -1 ? [{ role: 'user', ...contentOf(first) }] : [];
  if (text !== null) said.push({ role: 'assistant', text });
  const history = [...state.history, ...said];
  const settled = { isSending: false, words: '', isLookingUp: false, problem: null } as const;
  return {
    ...continued(state),
    ...settled,
    history,
    outgoing: searchedAfter(outgoing, history.length),
    isHuman: text === null,
  };
}

/** The conversation to return to after a restart; one without a visitor message is not remembered. */
export function leftBehind({ conversationId, history, outgoing, previous }: ChatState): Previous | null {
  const hasWritten = outgoing.length > 0 || history.some(({ role }) => role === 'user');
  return conversationId !== null && hasWritten ? { conversationId, outgoing } : previous;
}

/** Number of unseen replies. */
export function unreadCount({ history, seen }: Pick<ChatState, 'history' | 'seen'>): number {
  return history.slice(seen).filter(({ role }) => role === 'assistant').length;
}

export interface ShownMessage extends Message {
  /** Not known to have arrived, and not being sent. */
  isUnsent: boolean;
}

/** Messages in the window, oldest first. */
export function shownMessages(state: ChatState): ShownMessage[] {
  const stored = state.history.map((message) => ({ ...message, isUnsent: false }));
  const positions = positionsOf(state);
  const others = state.outgoing
    .filter((_message, index) => positions[index] === -1)
    .map((message) => ({ role: 'user' as const, ...contentOf(message), isUnsent: state.problem !== null }));
  return [...stored, ...others];
}
