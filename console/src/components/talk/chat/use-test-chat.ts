import { useEffect, useReducer, useRef, useState } from 'react';
import type { Assistant } from '../../../data/assistants.ts';
import { rewindChat } from '../../../data/test-chats.ts';
import { randomId } from '../../../lib/random-id.ts';
import { tellError } from '../../feedback/toast-store.ts';
import { openChat, sayInChat } from './chat-driver.ts';
import { type Chat, EMPTY_CHAT, isAnswering, nextChat } from './chat-state.ts';

export interface TestChat {
  chat: Chat;
  isBusy: boolean;
  /** The assistant was saved after the conversation began. */
  isOutdated: boolean;
  variables: Record<string, unknown>;
  /** @returns whether there is a conversation that has it */
  say(question: string): Promise<boolean>;
  /** Sends the last message once more. */
  retry(): void;
  /** Back to before a turn. @returns whether the server did so */
  rewind(turn: number): Promise<boolean>;
  /** Begins a conversation with these values. */
  begin(variables: Record<string, unknown>): void;
  /** Goes on with a conversation that was held elsewhere. */
  goOnWith(chat: Chat): void;
}

/** A test conversation with an assistant as it is saved. */
export function useTestChat(assistant: Assistant): TestChat {
  const [chat, tell] = useReducer(nextChat, EMPTY_CHAT);
  const [isOpening, setOpening] = useState(false);
  const [isRewinding, setRewinding] = useState(false);
  const [begun, setBegun] = useState({ variables: {}, version: assistant.updated_at });
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  const renew = (): AbortSignal => {
    running.current.abort();
    running.current = new AbortController();
    return running.current.signal;
  };
  const begin = async (variables: Record<string, unknown>): Promise<string | null> => {
    const signal = renew();
    setOpening(true);
    setBegun({ variables, version: assistant.updated_at });
    const uuid = await openChat({ assistantUuid: assistant.uuid, variables }, tell, signal);
    if (!signal.aborted) setOpening(false);
    return uuid;
  };
  const say = async (question: string, key: string): Promise<boolean> => {
    const uuid = chat.uuid ?? (await begin(begun.variables));
    if (uuid === null) return false;
    await sayInChat({ uuid, key, question }, tell, running.current.signal);
    return true;
  };
  const rewind = async (turn: number): Promise<boolean> => {
    const before = chat.turns[turn]?.before;
    if (chat.uuid === null || before === undefined) return false;
    setRewinding(true);
    try {
      await rewindChat(chat.uuid, before);
      tell({ type: 'rewound', turn });
      return true;
    } catch (error) {
      tellError(error);
      return false;
    } finally {
      setRewinding(false);
    }
  };
  const last = chat.turns.at(-1);
  return {
    chat,
    isBusy: isOpening || isRewinding || isAnswering(chat),
    isOutdated: chat.uuid !== null && begun.version !== assistant.updated_at,
    variables: begun.variables,
    say: (question) => say(question, randomId()),
    retry: () => last?.question != null && void say(last.question, last.key),
    rewind,
    begin: (variables) => void begin(variables),
    goOnWith: (other) => {
      renew();
      setBegun({ variables: begun.variables, version: assistant.updated_at });
      tell({ type: 'taken-over', chat: other });
    },
  };
}
