import { useEffect, useReducer, useRef, useState } from 'react';
import type { Assistant } from '../../../data/assistants.ts';
import { rewindChat } from '../../../data/test-chats.ts';
import { randomId } from '../../../lib/random-id.ts';
import { isoOfPlain } from '../../../lib/time/plain-timestamp.ts';
import { showError } from '../../feedback/toast-store.ts';
import { countAgain, openChat, resumeChat, sayInChat } from './chat-driver.ts';
import { type Chat, EMPTY_CHAT, isAnswering, isRead, nextChat } from './chat-state.ts';

/** Where a page stores the shown conversation, so that a reload restores it. */
export interface ChatPlace {
  uuid: string | undefined;
  remember(uuid: string): void;
}

/** What to try again after a conversation could not be opened. */
type Attempt =
  | { kind: 'resume'; uuid: string }
  | { kind: 'begin'; variables: Record<string, unknown>; question: string | null };

export interface TestChat {
  chat: Chat;
  isBusy: boolean;
  /** An answer or a new conversation is pending. */
  isWaiting: boolean;
  /** The assistant was saved after the conversation started. */
  isOutdated: boolean;
  variables: Record<string, unknown>;
  /** Resolves before the answer arrives. @returns false if no conversation could be opened */
  say(question: string): Promise<boolean>;
  /** Sends the last message again. */
  retry(): void;
  /** Tries to open the conversation again. @returns the message sent in it, if any */
  tryAgain(): Promise<string | null>;
  /** Stops waiting; the server continues. */
  stop(): void;
  /** Rewinds to before a turn. @returns whether the server did */
  rewind(turn: number): Promise<boolean>;
  /** Starts a conversation with these variables. */
  begin(variables: Record<string, unknown>): void;
  /** Continues a conversation that was held elsewhere. */
  goOnWith(chat: Chat): void;
}

/** A test conversation with the saved assistant. */
export function useTestChat(assistant: Assistant, place: ChatPlace): TestChat {
  const [chat, emit] = useReducer(nextChat, EMPTY_CHAT);
  const [isRewinding, setRewinding] = useState(false);
  const opening = useOpening(assistant, place.uuid, emit);
  const { begun, running } = opening;
  useEffect(() => {
    if (chat.uuid !== null && chat.uuid !== place.uuid) place.remember(chat.uuid);
  }, [chat.uuid, place]);
  const sayIn = async (uuid: string, question: string, key: string): Promise<void> => {
    const { signal } = running.current;
    // A stopped answer may have been stored in the meantime.
    if (chat.turns.at(-1)?.answer.state === 'stopped') await countAgain(uuid, emit, signal);
    await sayInChat({ uuid, key, question }, emit, signal);
  };
  const say = async (question: string, key = randomId()): Promise<boolean> => {
    const uuid = chat.uuid ?? (await opening.begin(begun.variables, question));
    if (uuid !== null) void sayIn(uuid, question, key);
    return uuid !== null;
  };
  const rewind = async (turn: number): Promise<boolean> => {
    const before = chat.turns[turn]?.before;
    if (chat.uuid === null || before === undefined) return false;
    setRewinding(true);
    try {
      await rewindChat(chat.uuid, before);
      emit({ type: 'rewound', turn });
      return true;
    } catch (error) {
      showError(error);
      return false;
    } finally {
      setRewinding(false);
    }
  };
  const retry = async (): Promise<void> => {
    const last = chat.turns.at(-1);
    if (last?.question == null) return;
    if (!isRead(last)) await say(last.question, last.key);
    else if (await rewind(chat.turns.length - 1)) await say(last.question);
  };
  const isWaiting = opening.isOpening || isAnswering(chat);
  return {
    chat,
    isWaiting,
    rewind,
    variables: begun.variables,
    isBusy: isWaiting || isRewinding,
    isOutdated: chat.uuid !== null && begun.version !== assistant.updated_at,
    say: (question) => say(question),
    retry: () => void retry(),
    tryAgain: async () => {
      const opened = await opening.tryAgain();
      if (opened === null || opened.question === null) return null;
      void sayIn(opened.uuid, opened.question, randomId());
      return opened.question;
    },
    stop: () => {
      opening.renew();
      emit({ type: 'stopped' });
    },
    begin: (variables) => void opening.begin(variables, null),
    goOnWith: (other) => {
      opening.goOn();
      emit({ type: 'taken-over', chat: other });
    },
  };
}

/** Opens conversations, one at a time, and can retry. */
function useOpening(assistant: Assistant, known: string | undefined, emit: Parameters<typeof openChat>[1]) {
  const [isOpening, setOpening] = useState(false);
  const [begun, setBegun] = useState<Begun>({ variables: {}, version: assistant.updated_at });
  const attempt = useRef<Attempt | null>(null);
  const running = useRef(new AbortController());
  const renew = (): AbortSignal => {
    running.current.abort();
    running.current = new AbortController();
    setOpening(false);
    return running.current.signal;
  };
  const begin = async (variables: Record<string, unknown>, question: string | null) => {
    const signal = renew();
    attempt.current = { kind: 'begin', variables, question };
    setOpening(true);
    const uuid = await openChat({ assistantUuid: assistant.uuid, variables }, emit, signal);
    if (uuid !== null) setBegun({ variables, version: assistant.updated_at });
    if (!signal.aborted) setOpening(false);
    return uuid;
  };
  const resume = async (uuid: string): Promise<void> => {
    const signal = renew();
    attempt.current = { kind: 'resume', uuid };
    setOpening(true);
    const view = await resumeChat({ uuid, assistantUuid: assistant.uuid }, emit, signal);
    if (view !== null) {
      // The creation time of conversations has whole seconds.
      const savedAt = Math.floor(Date.parse(assistant.updated_at) / 1000);
      const isOlder = Date.parse(isoOfPlain(view.created_at)) / 1000 < savedAt;
      setBegun({ variables: view.variables, version: isOlder ? null : assistant.updated_at });
    }
    if (!signal.aborted) setOpening(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: resumes once, on mount.
  useEffect(() => {
    if (known !== undefined) void resume(known);
    return () => running.current.abort();
  }, []);
  const tryAgain = async (): Promise<{ uuid: string; question: string | null } | null> => {
    const wanted = attempt.current;
    if (wanted === null) return null;
    if (wanted.kind === 'resume') {
      await resume(wanted.uuid);
      return null;
    }
    const uuid = await begin(wanted.variables, wanted.question);
    return uuid === null ? null : { uuid, question: wanted.question };
  };
  const goOn = (): void => {
    renew();
    setBegun({ variables: begun.variables, version: assistant.updated_at });
  };
  return { isOpening, begun, running, renew, begin, tryAgain, goOn };
}

interface Begun {
  variables: Record<string, unknown>;
  /** `updated_at` of the assistant at the start; null for an older version. */
  version: string | null;
}
