import type { ChatEvent, ChatState, Message, Outgoing, Previous } from './chat-state.ts';
import { EMPTY } from './chat-state.ts';

/** What follows from an event; nothing that was said is lost or doubled. */
export function nextState(state: ChatState, event: ChatEvent): ChatState {
  return isOvertaken(state, event) ? state : look(change(state, event));
}

/** Of a message that is answered already, or was left with its conversation. */
function isOvertaken({ outgoing }: ChatState, event: ChatEvent): boolean {
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
      // Histories only grow: a shorter one was overtaken on its way.
      return event.history.length < state.history.length ? state : withHistory(state, event.history);
    case 'wrote': {
      const written = { key: event.key, text: event.text, after: state.history.length };
      return { ...state, outgoing: [...state.outgoing, written], previous: null };
    }
    case 'sending':
      return { ...state, isSending: true, problem: null, words: '', isLookingUp: false };
    case 'words':
      return { ...state, words: state.words + event.text, isLookingUp: false };
    case 'looking-up':
      return { ...state, isLookingUp: true };
    case 'replied':
      return replied(state, event.text);
    case 'state':
      return {
        ...state,
        isHuman: event.isHuman,
        isEnded: event.isEnded && !state.hasGoneOn,
        hasGoneOn: event.isEnded && state.hasGoneOn,
      };
    case 'seen':
      return { ...state, seen: Math.max(state.seen, Math.min(event.count, state.history.length)) };
    case 'failed':
      return { ...state, isSending: false, words: '', isLookingUp: false, problem: event.problem };
    case 'restarted':
      return { ...EMPTY, isOpen: state.isOpen, previous: event.previous ?? null };
  }
}

/** What stands in an open window is seen. */
function look(state: ChatState): ChatState {
  const seen = state.isOpen ? state.history.length : Math.min(state.seen, state.history.length || state.seen);
  return seen === state.seen ? state : { ...state, seen };
}

/** Where the history has each outgoing message, or -1: in their order, so that no two have the same place. */
function placesOf({ history, outgoing }: Pick<ChatState, 'history' | 'outgoing'>): number[] {
  let free = 0;
  return outgoing.map(({ after, text }) => {
    const first = Math.max(after, free);
    const place = history.findIndex((one, at) => at >= first && one.role === 'user' && one.text === text);
    if (place !== -1) free = place + 1;
    return place;
  });
}

/** Messages that the history has with an answer, or that wait for a person, are no longer outgoing. */
function withHistory(state: ChatState, history: readonly Message[]): ChatState {
  const next = { ...state, history };
  const places = placesOf(next);
  const isSettled = (place: number): boolean =>
    place !== -1 && (state.isHuman || history.slice(place + 1).some(({ role }) => role === 'assistant'));
  const outgoing = behind(
    state.outgoing.filter((_message, index) => !isSettled(places[index] ?? -1)),
    Math.max(0, ...places.filter(isSettled).map((place) => place + 1)),
  );
  if (outgoing[0]?.key === state.outgoing[0]?.key) return next;
  return { ...goOn(next), outgoing, isSending: false, words: '', isLookingUp: false, problem: null };
}

/** What is still outgoing is not looked for in the places of what was settled. */
function behind(outgoing: readonly Outgoing[], count: number): Outgoing[] {
  return outgoing.map((message) => ({ ...message, after: Math.max(message.after, count) }));
}

/** An assistant may answer in a conversation that stays ended: whoever was answered need not be told so again. */
function goOn(state: ChatState): ChatState {
  return { ...state, isEnded: false, hasGoneOn: state.isEnded || state.hasGoneOn };
}

function replied(state: ChatState, text: string | null): ChatState {
  const [first, ...outgoing] = state.outgoing;
  if (first === undefined) return state;
  const said: Message[] = placesOf(state)[0] === -1 ? [{ role: 'user', text: first.text }] : [];
  if (text !== null) said.push({ role: 'assistant', text });
  const history = [...state.history, ...said];
  const settled = { isSending: false, words: '', isLookingUp: false, problem: null } as const;
  return {
    ...{ ...goOn(state), ...settled, history },
    ...{ outgoing: behind(outgoing, history.length), isHuman: text === null },
  };
}

/** Which conversation to lead back to from a new one; one without a word of the visitor is not missed. */
export function leftBehind({ conversationId, history, outgoing, previous }: ChatState): Previous | null {
  const hasWritten = outgoing.length > 0 || history.some(({ role }) => role === 'user');
  return conversationId !== null && hasWritten ? { conversationId, outgoing } : previous;
}

/** Replies that the visitor has not seen. */
export function unreadCount({ history, seen }: Pick<ChatState, 'history' | 'seen'>): number {
  return history.slice(seen).filter(({ role }) => role === 'assistant').length;
}

export interface ShownMessage extends Message {
  /** It is not known to have arrived, and nothing is under way. */
  isUnsent: boolean;
}

/** What stands in the window, oldest first. */
export function shownMessages(state: ChatState): ShownMessage[] {
  const stored = state.history.map((message) => ({ ...message, isUnsent: false }));
  const places = placesOf(state);
  const others = state.outgoing
    .filter((_message, index) => places[index] === -1)
    .map(({ text }) => ({ role: 'user' as const, text, isUnsent: state.problem !== null }));
  return [...stored, ...others];
}
