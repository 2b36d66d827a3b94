import type { FailureKind } from './failure.ts';

/** A file on the server. */
export interface SentFile {
  id: string;
  name: string;
  /** Media type. */
  type: string;
  /** Bytes. */
  size: number;
  url: string;
}

/** A message stored on the server. */
export interface Message {
  role: 'assistant' | 'user';
  text: string;
  /** Name of the teammate who wrote it; absent for the assistant and the visitor. */
  authorName?: string;
  /** Absent without files. */
  files?: readonly SentFile[];
}

/** A message of the visitor without a known answer. */
export interface Outgoing {
  key: string;
  text: string;
  /** The message is looked for in the history from this index: first the length when it was written. */
  after: number;
  /** Variables of the prompt to set with the message. */
  variables?: Readonly<Record<string, unknown>>;
  /** Absent without files. */
  files?: readonly SentFile[];
}

/** Why the conversation is blocked. `unsent`: a message is left from an earlier page. */
export type Problem = FailureKind | 'unsent';

/** A conversation that was left for a new one, with its unsent messages. */
export interface Previous {
  conversationId: string;
  outgoing: readonly Outgoing[];
}

export interface ChatState {
  isOpen: boolean;
  conversationId: string | null;
  history: readonly Message[];
  /** Oldest first; sent in this order. */
  outgoing: readonly Outgoing[];
  /** The first outgoing message is being sent. */
  isSending: boolean;
  /** Text of the streaming reply so far. */
  words: string;
  isLookingUp: boolean;
  problem: Problem | null;
  /** A teammate has taken over from the AI. */
  isHuman: boolean;
  isEnded: boolean;
  /** The visitor got an answer after the end; the server may still report the conversation as ended. */
  wasContinued: boolean;
  /** Number of messages that the visitor has seen. */
  seen: number;
  /** Conversation to return to; cleared by the first message in the new one. */
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
  wasContinued: false,
  seen: 0,
  previous: null,
};

/** State restored from an earlier page. */
export type Remembered = Pick<ChatState, 'conversationId' | 'outgoing' | 'seen'> &
  Partial<Pick<ChatState, 'previous'>>;

export type ChatEvent =
  | { type: 'remembered'; remembered: Remembered }
  | { type: 'opened' }
  | { type: 'closed' }
  | { type: 'conversation'; id: string; history: readonly Message[] }
  | { type: 'history'; history: readonly Message[] }
  | ({ type: 'wrote' } & Omit<Outgoing, 'after'>)
  /** The visitor discarded the first outgoing message. */
  | { type: 'discarded' }
  /** Events with a key belong to that message and are ignored unless it is the first outgoing one. */
  | { type: 'sending'; key: string }
  | { type: 'words'; key: string; text: string }
  | { type: 'reset'; key: string; text: string }
  | { type: 'looking-up'; key: string }
  /** Null if a teammate answers. */
  | { type: 'replied'; key: string; text: string | null }
  | { type: 'state'; isHuman: boolean; isEnded: boolean }
  | { type: 'seen'; count: number }
  /** Without a key, the failure concerns the conversation. */
  | { type: 'failed'; key?: string; problem: Problem }
  | { type: 'restarted'; previous?: Previous | null };
