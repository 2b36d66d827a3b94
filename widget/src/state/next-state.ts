import type { ChatEvent, ChatState, Message } from './chat-state.ts';
import { EMPTY } from './chat-state.ts';

/** What follows from an event; nothing that was said is lost or doubled. */
export function nextState(state: ChatState, event: ChatEvent): ChatState {
  return look(change(state, event));
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
      return { ...state, outgoing: [...state.outgoing, written] };
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
      return { ...EMPTY, isOpen: state.isOpen };
  }
}

/** What stands in an open window is seen. */
function look(state: ChatState): ChatState {
  const seen = state.isOpen ? state.history.length : Math.min(state.seen, state.history.length || state.seen);
  return seen === state.seen ? state : { ...state, seen };
}

/** Where the history has an outgoing message, or -1. */
function placeOf(state: Pick<ChatState, 'history' | 'outgoing'>, index: number): number {
  const message = state.outgoing[index];
  if (message === undefined) return -1;
  const { after, text } = message;
  return state.history.findIndex((one, place) => place >= after && one.role === 'user' && one.text === text);
}

/** Messages that the history has with an answer, or that wait for a person, are no longer outgoing. */
function withHistory(state: ChatState, history: readonly Message[]): ChatState {
  const next = { ...state, history };
  const outgoing = state.outgoing.filter((_message, index) => {
    const place = placeOf(next, index);
    const isAnswered = history.slice(place + 1).some(({ role }) => role === 'assistant');
    return place === -1 || !(isAnswered || state.isHuman);
  });
  if (outgoing[0]?.key === state.outgoing[0]?.key) return next;
  return { ...goOn(next), outgoing, isSending: false, words: '', isLookingUp: false, problem: null };
}

/** An assistant may answer in a conversation that stays ended: whoever was answered need not be told so again. */
function goOn(state: ChatState): ChatState {
  return { ...state, isEnded: false, hasGoneOn: state.isEnded || state.hasGoneOn };
}

function replied(state: ChatState, text: string | null): ChatState {
  const [first, ...outgoing] = state.outgoing;
  if (first === undefined) return state;
  const said: Message[] = placeOf(state, 0) === -1 ? [{ role: 'user', text: first.text }] : [];
  if (text !== null) said.push({ role: 'assistant', text });
  const history = [...state.history, ...said];
  const settled = { isSending: false, words: '', isLookingUp: false, problem: null } as const;
  const later = outgoing.map((message) => ({ ...message, after: Math.max(message.after, history.length) }));
  return { ...goOn(state), ...settled, history, outgoing: later, isHuman: text === null };
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
  const others = state.outgoing
    .filter((_message, index) => placeOf(state, index) === -1)
    .map(({ text }) => ({ role: 'user' as const, text, isUnsent: state.problem !== null }));
  return [...stored, ...others];
}
