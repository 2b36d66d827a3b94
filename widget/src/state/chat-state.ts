import type { FailureKind } from '../server/failure.ts';

/** What was said, as the server keeps it. */
export interface Message {
  role: 'assistant' | 'user';
  text: string;
}

/** A message of the visitor that is not known to be answered. */
export interface Outgoing {
  key: string;
  text: string;
  /** Messages of the history before it. */
  after: number;
}

/** What keeps the conversation from going on; `unsent`: a message is left from before the page was loaded. */
export type Problem = FailureKind | 'unsent';

/** A conversation that the visitor has left for a new one, with what was unsent there. */
export interface Previous {
  conversationId: string;
  outgoing: readonly Outgoing[];
}

export interface ChatState {
  isOpen: boolean;
  conversationId: string | null;
  history: readonly Message[];
  /** In the order in which they were written; the first is sent first. */
  outgoing: readonly Outgoing[];
  /** The first of them is under way. */
  isSending: boolean;
  /** The words of the reply so far; empty: none yet. */
  words: string;
  isLookingUp: boolean;
  problem: Problem | null;
  /** A person answers instead of the AI. */
  isHuman: boolean;
  isEnded: boolean;
  /** The visitor was answered after its end, which the server may still tell of. */
  hasGoneOn: boolean;
  /** Messages of the history that the visitor has had before the eyes. */
  seen: number;
  /** To where there is a way back until something is written in the new one. */
  previous: Previous | null;
}

export const EMPTY: ChatState = {
  isOpen: false,
  conversationId: null,
  history: [],
  outgoing: [],
  isSending: false,
  words: '',
  isLookingUp: false,
  problem: null,
  isHuman: false,
  isEnded: false,
  hasGoneOn: false,
  seen: 0,
  previous: null,
};

/** What an earlier page has left. */
export type Remembered = Pick<ChatState, 'conversationId' | 'outgoing' | 'seen'> &
  Partial<Pick<ChatState, 'previous'>>;

export type ChatEvent =
  | { type: 'remembered'; remembered: Remembered }
  | { type: 'opened' }
  | { type: 'closed' }
  | { type: 'conversation'; id: string; history: readonly Message[] }
  | { type: 'history'; history: readonly Message[] }
  | { type: 'wrote'; key: string; text: string }
  /** This and what follows is of the message with this key; of another than the first outgoing one it is left out. */
  | { type: 'sending'; key: string }
  | { type: 'words'; key: string; text: string }
  | { type: 'looking-up'; key: string }
  /** Null: a person answers. */
  | { type: 'replied'; key: string; text: string | null }
  | { type: 'state'; isHuman: boolean; isEnded: boolean }
  | { type: 'seen'; count: number }
  /** Without a key it is of the conversation. */
  | { type: 'failed'; key?: string; problem: Problem }
  | { type: 'restarted'; previous?: Previous | null };
