import type { VoiceSettings } from '../settings.ts';
import type { CustomerTurn } from '../turns/customer-turn.ts';
import type { AnsweredTurn, Reply, ReplyPurpose } from './reply.ts';
import { isHello, isShortOpening } from './short-opening.ts';

/** Shorter sounds may be a cough or a laugh. */
const CLEAR_SPEECH_MS = 600;
/** Minimum speech for a request to repeat: in a crowded room, murmur sounds like speech for over half a second. */
export const REPEATABLE_SPEECH_MS = 800;
/** Requests to repeat in a row; `unclear_speech_action` decides what follows. */
const MAX_REPEAT_REQUESTS = 2;

/** State of the answers to the customer's turns. */
export interface AnswerState {
  readonly greetingText: string;
  /** Applies after two requests to repeat in a row. */
  readonly unclearSpeechAction: VoiceSettings['unclearSpeechAction'];
  /** The notice before the assistant's first words; null without a notice, or once it was heard. */
  readonly noticeText: string | null;
  /** The effect after the notice, once that was heard. */
  readonly afterNotice: AnswerEffect | null;
  /**
   * `waiting`: for the customer's first turn. `skipped`: for a turn that did not look like "hello" and is not answered
   * yet.
   */
  readonly greeting: 'none' | 'waiting' | 'skipped';
  /** Transcript of the turn being answered; may be empty. */
  readonly customerText: string;
  /** The unheard rest of the interrupted reply. */
  readonly unheard: { text: string; purpose: ReplyPurpose } | null;
  /** The turn whose answer was interrupted before any of it was heard. */
  readonly unansweredTurn: AnsweredTurn | null;
  /** Requests to repeat since the last transcript. */
  readonly repeatRequests: number;
  /** True if the customer has been handed over since the last transcript. */
  readonly isHandedOver: boolean;
  /** The last request to repeat, and the turn without a transcript. */
  readonly repeating: { replyId: string | null; turn: AnsweredTurn } | null;
}

export type AnswerEvent =
  | { type: 'greet' }
  /** Speak first, by an internal instruction. */
  | { type: 'prompt'; instruction: string }
  /** Greet after the first words of the customer. */
  | { type: 'greet-on-turn' }
  | { type: 'turn-ended'; turn: CustomerTurn; endedMs: number }
  /** The engine started a reply by itself; `turn` is null if our VAD detected no speech. */
  | { type: 'reply-started'; replyId: string; turn: CustomerTurn | null; endedMs: number }
  /** A final transcript, possibly after the end of its turn. `current`: the newest open reply. */
  | {
      type: 'transcribed';
      text: string;
      current: Pick<Reply, 'id' | 'turn' | 'firstSoundMs'> | null;
      isCustomerActive: boolean;
    }
  /** The customer interrupted `reply`. `unheard`: its unheard text, as far as known. */
  | {
      type: 'interrupted';
      reply: Pick<Reply, 'turn' | 'firstSoundMs' | 'purpose'> | null;
      unheard: string;
    }
  | { type: 'reply-heard'; purpose: ReplyPurpose }
  /** All voices failed before the end of the notice. */
  | { type: 'notice-failed' }
  /** The engine found no words in the turn. `mayAsk`: the customer may be asked to repeat them. */
  | { type: 'wordless'; turn: AnsweredTurn; mayAsk: boolean }
  /** Follows `ask-to-repeat`. */
  | { type: 'asked-to-repeat'; replyId: string | null; turn: AnsweredTurn }
  /** The engine does not answer an interruption: it was noise. */
  | { type: 'unanswered' };

export type AnswerEffect =
  | { type: 'request-answer'; turn: AnsweredTurn }
  | { type: 'say'; text: string; purpose: ReplyPurpose; turn: AnsweredTurn | null }
  | { type: 'prompt'; instruction: string }
  /** Play a reply that the engine started by itself, or discard it. */
  | { type: 'accept-reply'; replyId: string; turn: AnsweredTurn | null }
  | { type: 'refuse-reply'; replyId: string }
  /** Stop all speech. */
  | { type: 'cut' }
  /** Ask the customer to repeat; `asked-to-repeat` follows. */
  | { type: 'ask-to-repeat'; turn: AnsweredTurn }
  /** After the last request to repeat: transfer the customer (`hand-over`), or end the call (`give-up`). */
  | { type: 'hand-over' }
  | { type: 'give-up' };

export interface AnswerStep {
  state: AnswerState;
  effects: readonly AnswerEffect[];
}

export function initialAnswerState(
  fixed: Pick<AnswerState, 'greetingText' | 'noticeText' | 'unclearSpeechAction'>,
): AnswerState {
  return {
    ...fixed,
    afterNotice: null,
    greeting: 'none',
    customerText: '',
    unheard: null,
    unansweredTurn: null,
    repeatRequests: 0,
    isHandedOver: false,
    repeating: null,
  };
}

/**
 * Decides how the customer's turns are answered: by the engine, or with a greeting that waited for them to speak. The
 * notice comes before the first of them.
 */
export function decideAnswer(state: AnswerState, event: AnswerEvent): AnswerStep {
  return withNotice(decide(state, event));
}

function decide(state: AnswerState, event: AnswerEvent): AnswerStep {
  switch (event.type) {
    case 'greet':
      return greet(state);
    case 'prompt':
      return step(state, [event]);
    case 'greet-on-turn':
      return step({ ...state, greeting: 'waiting' });
    case 'turn-ended':
      return answerTurn(state, event);
    case 'reply-started':
      return replyStarted(state, event);
    case 'transcribed':
      return transcribed(state, event);
    case 'interrupted':
      return step(interrupted(state, event));
    case 'reply-heard':
      return event.purpose === 'notice' ? noticeHeard(state) : step(replyHeard(state));
    case 'notice-failed':
      return step(state, state.noticeText === null ? [] : [sayNotice(state.noticeText, null)]);
    case 'wordless':
      return wordless(state, event);
    case 'asked-to-repeat':
      return step({ ...state, repeating: { replyId: event.replyId, turn: event.turn } });
    case 'unanswered':
      return unanswered(state);
  }
}

type EventOf<Type extends AnswerEvent['type']> = Extract<AnswerEvent, { type: Type }>;

const NO_EFFECTS: readonly AnswerEffect[] = [];

function step(state: AnswerState, effects: readonly AnswerEffect[] = NO_EFFECTS): AnswerStep {
  return { state, effects };
}

/** Speaks the notice first if the assistant is about to speak for the first time. */
function withNotice({ state, effects }: AnswerStep): AnswerStep {
  const [first] = effects.filter(isFirstWords);
  // A reply that the engine starts during the notice is played after it.
  const isUnderWay = state.afterNotice !== null && first?.type === 'accept-reply';
  if (state.noticeText === null || first === undefined || isUnderWay) return { state, effects };
  const others = effects.filter((effect) => effect !== first);
  if (first.type === 'say') {
    const afterNotice = { ...first, turn: null };
    return step({ ...state, afterNotice }, [...others, sayNotice(state.noticeText, first.turn)]);
  }
  if (first.type === 'prompt')
    return step({ ...state, afterNotice: first }, [...others, sayNotice(state.noticeText, null)]);
  const { turn } = first;
  const afterNotice: AnswerEffect | null = turn === null ? null : { type: 'request-answer', turn };
  if (first.type === 'accept-reply') others.push({ type: 'refuse-reply', replyId: first.replyId });
  return step({ ...state, afterNotice }, [...others, sayNotice(state.noticeText, null)]);
}

function sayNotice(text: string, turn: AnsweredTurn | null): AnswerEffect {
  return { type: 'say', text, purpose: 'notice', turn };
}

type FirstWords = Extract<AnswerEffect, { type: 'say' | 'prompt' | 'request-answer' | 'accept-reply' }>;

function isFirstWords(effect: AnswerEffect): effect is FirstWords {
  switch (effect.type) {
    case 'say':
      return effect.purpose !== 'notice';
    case 'prompt':
    case 'request-answer':
    case 'accept-reply':
      return true;
    default:
      return false;
  }
}

function noticeHeard(state: AnswerState): AnswerStep {
  const { afterNotice } = state;
  return step({ ...state, noticeText: null, afterNotice: null }, afterNotice === null ? [] : [afterNotice]);
}

function replyHeard(state: AnswerState): AnswerState {
  return {
    ...state,
    greeting: state.greeting === 'skipped' ? 'none' : state.greeting,
    unheard: null,
    unansweredTurn: null,
  };
}

function greet(state: AnswerState): AnswerStep {
  const greeting = state.greeting === 'waiting' ? 'none' : state.greeting;
  return step({ ...state, greeting }, [sayGreeting(state, null)]);
}

function sayGreeting({ greetingText }: AnswerState, turn: AnsweredTurn | null): AnswerEffect {
  return { type: 'say', text: greetingText, purpose: 'greeting', turn };
}

function answerTurn(state: AnswerState, { turn, endedMs }: EventOf<'turn-ended'>): AnswerStep {
  const answered = answeredTurn(turn, endedMs);
  const effect: AnswerEffect = isOpening(state, turn)
    ? sayGreeting(state, answered)
    : { type: 'request-answer', turn: answered };
  return step(answering(state, turn), [effect]);
}

function replyStarted(state: AnswerState, { replyId, turn, endedMs }: EventOf<'reply-started'>): AnswerStep {
  const answered = turn === null ? null : answeredTurn(turn, endedMs);
  const effects: AnswerEffect[] = isOpening(state, turn)
    ? [{ type: 'refuse-reply', replyId }, sayGreeting(state, answered)]
    : [{ type: 'accept-reply', replyId, turn: answered }];
  return step(answering(state, turn), effects);
}

/** State while the turn is being answered: the greeting no longer waits. */
function answering(state: AnswerState, turn: CustomerTurn | null): AnswerState {
  const { greeting } = state;
  const afterWait = isAwaited(state, turn) ? 'none' : 'skipped';
  return {
    ...state,
    greeting: greeting === 'waiting' ? afterWait : greeting,
    customerText: turn?.text ?? '',
    unansweredTurn: null,
  };
}

/** True if the greeting answers this turn, because it waited for the turn or was not heard. */
function isOpening(state: AnswerState, turn: CustomerTurn | null): boolean {
  const isUnheard = state.unheard !== null && state.unheard.text === state.greetingText.trim();
  return isAwaited(state, turn) || (isUnheard && turn !== null && isHello(turn));
}

/** True if the greeting waited for this turn. */
function isAwaited({ greeting }: AnswerState, turn: CustomerTurn | null): boolean {
  return greeting === 'waiting' && (turn === null || isShortOpening(turn));
}

/** If the transcript belongs to a turn that the customer is asked to repeat, the turn is answered instead. */
function transcribed(
  before: AnswerState,
  { text, current, isCustomerActive }: EventOf<'transcribed'>,
): AnswerStep {
  const isLate = current?.turn != null && current.firstSoundMs === null;
  const customerText = isLate && before.customerText === '' ? text : before.customerText;
  const { repeating } = before;
  const state: AnswerState = {
    ...before,
    customerText,
    repeatRequests: 0,
    isHandedOver: false,
    repeating: null,
  };
  const isAnswered = repeating === null || repeating.replyId !== (current?.id ?? null);
  if (isAnswered || isCustomerActive) return step(state);
  return step({ ...state, customerText: text }, [
    { type: 'cut' },
    { type: 'request-answer', turn: repeating.turn },
  ]);
}

function interrupted(state: AnswerState, { reply, unheard }: EventOf<'interrupted'>): AnswerState {
  const hasSounded = reply?.firstSoundMs != null;
  const unansweredTurn = hasSounded ? null : (reply?.turn ?? state.unansweredTurn);
  // An answer without audio does not replace the text interrupted before it.
  if (unheard === '') return { ...state, unansweredTurn, unheard: hasSounded ? null : state.unheard };
  return { ...state, unansweredTurn, unheard: { text: unheard, purpose: reply?.purpose ?? 'conversation' } };
}

function wordless(before: AnswerState, { turn, mayAsk }: EventOf<'wordless'>): AnswerStep {
  // The noise was not the customer's first turn, so the greeting is still pending.
  const state: AnswerState = before.greeting === 'skipped' ? { ...before, greeting: 'waiting' } : before;
  if (turn.voicedMs < CLEAR_SPEECH_MS) return resume(state);
  if (state.greeting === 'waiting') return greet(state);
  if (state.unheard !== null) return resume(state);
  if (!mayAsk || turn.voicedMs < REPEATABLE_SPEECH_MS) return step(state);
  const repeatRequests = state.repeatRequests + 1;
  if (repeatRequests > MAX_REPEAT_REQUESTS) return notUnderstood(state);
  return step({ ...state, repeatRequests }, [{ type: 'ask-to-repeat', turn }]);
}

/** Decides what follows after the last request to repeat. A transfer is tried once. */
function notUnderstood(state: AnswerState): AnswerStep {
  if (state.unclearSpeechAction === 'continue') return step(state);
  if (state.unclearSpeechAction === 'end_call' || state.isHandedOver) {
    return step(state, [{ type: 'give-up' }]);
  }
  return step({ ...state, isHandedOver: true }, [{ type: 'hand-over' }]);
}

/** Requests the answer again if none of it was heard; otherwise resumes the interrupted reply. */
function unanswered(state: AnswerState): AnswerStep {
  const { unansweredTurn: turn } = state;
  if (turn === null) return resume(state);
  return step({ ...state, unansweredTurn: null }, [{ type: 'request-answer', turn }]);
}

function resume(state: AnswerState): AnswerStep {
  const { unheard } = state;
  return unheard === null
    ? step(state)
    : step({ ...state, unheard: null }, [{ type: 'say', ...unheard, turn: null }]);
}

export function answeredTurn({ lastVoicedMs, voicedMs }: CustomerTurn, endedMs: number): AnsweredTurn {
  return { voicedMs, lastVoicedMs, endedMs, transcribedMs: null };
}
