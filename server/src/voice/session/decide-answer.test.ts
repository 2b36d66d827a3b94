import { expect, test } from 'vitest';
import type { VoiceSettings } from '../settings.ts';
import type { CustomerTurn } from '../turns/customer-turn.ts';
import {
  type AnswerEffect,
  type AnswerEvent,
  type AnswerState,
  decideAnswer,
  initialAnswerState,
} from './decide-answer.ts';
import type { AnsweredTurn, ReplyPurpose } from './reply.ts';

const GREETING = 'Hello, this is Anna. ';

const answered: AnsweredTurn = { voicedMs: 1000, lastVoicedMs: 1000, endedMs: 1500, transcribedMs: null };
const turnOf = (text: string, lastVoicedMs = 1000): CustomerTurn => ({
  sinceMs: 0,
  lastVoicedMs,
  voicedMs: lastVoicedMs,
  text,
});

const GREET: AnswerEvent = { type: 'greet' };
const WAIT: AnswerEvent = { type: 'greet-on-turn' };
const HEARD: AnswerEvent = { type: 'reply-heard', purpose: 'conversation' };
const NOTICE_HEARD: AnswerEvent = { type: 'reply-heard', purpose: 'notice' };
const UNANSWERED: AnswerEvent = { type: 'unanswered' };
const ended = (text: string, lastVoicedMs?: number): AnswerEvent => ({
  type: 'turn-ended',
  turn: turnOf(text, lastVoicedMs),
  endedMs: 1500,
});
const started = (text: string | null): AnswerEvent => ({
  type: 'reply-started',
  replyId: 'own',
  turn: text === null ? null : turnOf(text),
  endedMs: 1500,
});
const wordless = (voicedMs: number, mayAsk = true): AnswerEvent => ({
  type: 'wordless',
  turn: { ...answered, voicedMs },
  mayAsk,
});
/** A transcript while the reply `current` has no sound yet. */
const said = (current: string | null, isCustomerActive = false): AnswerEvent => ({
  type: 'transcribed',
  text: 'Late.',
  current: current === null ? null : { id: current, turn: answered, firstSoundMs: null },
  isCustomerActive,
});
/** The customer interrupts an audible reply. */
const cutOff = (unheard: string, purpose: ReplyPurpose = 'conversation'): AnswerEvent => ({
  type: 'interrupted',
  reply: { turn: answered, firstSoundMs: 100, purpose },
  unheard,
});
/** The customer continues before the answer to their turn is audible. */
const CONTINUES: AnswerEvent = {
  type: 'interrupted',
  reply: { turn: answered, firstSoundMs: null, purpose: 'conversation' },
  unheard: '',
};
const NOTHING_SAID: AnswerEvent = { type: 'interrupted', reply: null, unheard: '' };

function described(effect: AnswerEffect): string {
  switch (effect.type) {
    case 'say': {
      const { text, purpose, turn } = effect;
      return `say "${text.trim()}" as ${purpose}${turn === null ? '' : `, to ${turn.voicedMs}`}`;
    }
    case 'request-answer':
    case 'ask-to-repeat':
      return `${effect.type} ${effect.turn.voicedMs}`;
    case 'accept-reply':
      return `accept-reply ${effect.turn?.voicedMs ?? 'unheard'}`;
    default:
      return effect.type;
  }
}

/** Applies events; a request to repeat becomes the reply `repeat`. */
function play(events: readonly AnswerEvent[], own: Partial<AnswerState> = {}) {
  const fixed = { greetingText: GREETING, noticeText: null, unclearSpeechAction: 'end_call' } as const;
  let state: AnswerState = { ...initialAnswerState(fixed), ...own };
  const effects: string[] = [];
  const feed = (event: AnswerEvent): void => {
    const next = decideAnswer(state, event);
    state = next.state;
    for (const effect of next.effects) {
      effects.push(described(effect));
      if (effect.type === 'ask-to-repeat')
        feed({ type: 'asked-to-repeat', replyId: 'repeat', turn: effect.turn });
    }
  };
  for (const event of events) feed(event);
  return { state, effects };
}

const GREETS = 'say "Hello, this is Anna." as greeting';
const GREETS_TURN = `${GREETS}, to 1000`;

test.each<[string, AnswerEvent[], string[]]>([
  ['a greeting', [GREET], [GREETS]],
  ['a turn', [ended('What does it cost?')], ['request-answer 1000']],
  ['a reply that the engine starts', [started('What does it cost?')], ['accept-reply 1000']],
  ['a reply without a detected turn', [started(null)], ['accept-reply unheard']],
])('answers %s', (_, events, expected) => {
  expect(play(events).effects).toEqual(expected);
});

test.each<[string, AnswerEvent[], string[]]>([
  ['a hello', [WAIT, ended('Hello?')], [GREETS_TURN]],
  ['only one turn', [WAIT, ended('Hello?'), ended('Hello?')], [GREETS_TURN, 'request-answer 1000']],
  ['no long first turn', [WAIT, ended('Hello?', 1700)], ['request-answer 1700']],
  ['no first turn of many words', [WAIT, ended('What does a table cost?')], ['request-answer 1000']],
  ['a hello that the engine answers', [WAIT, started('Hello?')], ['refuse-reply', GREETS_TURN]],
  ['speech that only the engine detects', [WAIT, started(null)], ['refuse-reply', GREETS]],
  ['no turn after a greeting', [WAIT, GREET, ended('Hello?')], [GREETS, 'request-answer 1000']],
  [
    'clear speech without words after a noise',
    [WAIT, ended('', 1700), wordless(599), wordless(600)],
    ['request-answer 1700', GREETS],
  ],
  [
    'the turn after a noise',
    [WAIT, ended('', 1700), wordless(200), ended('Hello?')],
    ['request-answer 1700', GREETS_TURN],
  ],
  [
    'no turn after an answered first turn',
    [WAIT, ended('', 1700), HEARD, wordless(200), ended('Hello?')],
    ['request-answer 1700', 'request-answer 1000'],
  ],
])('a waiting greeting answers %s', (_, events, expected) => {
  expect(play(events).effects).toEqual(expected);
});

const NOTICE = 'say "We record." as notice';
test.each<[string, AnswerEvent[], string[]]>([
  ['the greeting', [GREET, NOTICE_HEARD], [NOTICE, GREETS]],
  ['a greeting that waited', [WAIT, ended('Hello?'), NOTICE_HEARD], [`${NOTICE}, to 1000`, GREETS]],
  ['an answer without a greeting', [WAIT, ended('', 1700), NOTICE_HEARD], [NOTICE, 'request-answer 1700']],
  [
    'an answer that the engine starts',
    [WAIT, started('What does a table cost?'), NOTICE_HEARD],
    ['refuse-reply', NOTICE, 'request-answer 1000'],
  ],
  [
    'words by an internal instruction',
    [{ type: 'prompt', instruction: 'Continue.' }, NOTICE_HEARD],
    [NOTICE, 'prompt'],
  ],
  ['only the first words', [GREET, NOTICE_HEARD, ended('When?')], [NOTICE, GREETS, 'request-answer 1000']],
  ['a greeting again if it was not heard', [GREET, GREET, NOTICE_HEARD], [NOTICE, NOTICE, GREETS]],
  [
    'no reply that the engine starts meanwhile',
    [GREET, started('Hi'), NOTICE_HEARD],
    [NOTICE, 'accept-reply 1000', GREETS],
  ],
])('a notice precedes %s', (_, events, expected) => {
  expect(play(events, { noticeText: 'We record.' }).effects).toEqual(expected);
});

const UNHEARD = cutOff(GREETING.trim(), 'greeting');
test.each<[string, AnswerEvent[], string[]]>([
  ['is repeated after a hello', [UNHEARD, ended('Hello there?')], [GREETS_TURN]],
  [
    'is repeated for an engine that answers a hello',
    [UNHEARD, started('Hello?')],
    ['refuse-reply', GREETS_TURN],
  ],
  ['is not repeated after a question', [UNHEARD, ended('Are you open?')], ['request-answer 1000']],
  ['is not repeated after a turn without words', [UNHEARD, ended('')], ['request-answer 1000']],
  ['is not repeated after an undetected turn', [UNHEARD, started(null)], ['accept-reply unheard']],
  [
    'is not repeated if part of it was heard',
    [cutOff('is Anna.', 'greeting'), ended('Hello?')],
    ['request-answer 1000'],
  ],
])('an interrupted greeting %s', (_, events, expected) => {
  expect(play(events).effects).toEqual(expected);
});

const RESUMES = 'say "the rest" as conversation';
test.each<[string, AnswerEvent[], string[]]>([
  ['resumes the reply', [cutOff('the rest'), wordless(200)], [RESUMES]],
  ['resumes it once', [cutOff('the rest'), wordless(200), wordless(200)], [RESUMES]],
  ['resumes it even after clear speech', [cutOff('the rest'), wordless(1000)], [RESUMES]],
  [
    'keeps the purpose of the reply',
    [cutOff('the rest', 'reengagement'), wordless(200)],
    ['say "the rest" as reengagement'],
  ],
  ['resumes nothing after a complete reply', [cutOff('the rest'), cutOff(''), wordless(200)], []],
  ['resumes nothing after another reply', [cutOff('the rest'), HEARD, wordless(200)], []],
  ['resumes the reply before an inaudible answer', [cutOff('the rest'), CONTINUES, wordless(200)], [RESUMES]],
  [
    'resumes text that was not audible yet',
    [{ ...NOTHING_SAID, unheard: 'the rest' }, UNANSWERED],
    [RESUMES],
  ],
  ['resumes a reply that the engine does not continue', [cutOff('the rest'), UNANSWERED], [RESUMES]],
  [
    'requests an answer again if none of it was heard',
    [CONTINUES, UNANSWERED, UNANSWERED],
    ['request-answer 1000'],
  ],
  ['requests it after further noise', [CONTINUES, NOTHING_SAID, UNANSWERED], ['request-answer 1000']],
  ['requests nothing that was answered', [CONTINUES, HEARD, UNANSWERED], []],
  ['requests nothing after a further turn', [CONTINUES, ended('And?'), UNANSWERED], ['request-answer 1000']],
])('noise: %s', (_, events, expected) => {
  expect(play(events).effects).toEqual(expected);
});

const MUMBLES = wordless(800);
const ASKS = 'ask-to-repeat 800';
test.each<[string, AnswerEvent[], string[]]>([
  ['are requested again', [MUMBLES], [ASKS]],
  ['are not requested of a cough', [wordless(599)], []],
  ['are not requested of murmur', [wordless(799)], []],
  ['are not requested if the customer must not be asked', [wordless(800, false)], []],
  ['are requested twice', [MUMBLES, MUMBLES, MUMBLES], [ASKS, ASKS, 'give-up']],
  [
    'are requested twice again after a transcript',
    [MUMBLES, MUMBLES, said(null), MUMBLES],
    [ASKS, ASKS, ASKS],
  ],
  ['replace the request if they are late', [MUMBLES, said('repeat')], [ASKS, 'cut', 'request-answer 800']],
  ['replace it once', [MUMBLES, said('repeat'), said('repeat')], [ASKS, 'cut', 'request-answer 800']],
  ['do not replace it after it was heard', [MUMBLES, said(null)], [ASKS]],
  ['do not replace another reply', [MUMBLES, said('other')], [ASKS]],
  ['do not replace it while the customer speaks', [MUMBLES, said('repeat', true)], [ASKS]],
])('missing words %s', (_, events, expected) => {
  expect(play(events).effects).toEqual(expected);
});

const UNCLEAR = [MUMBLES, MUMBLES, MUMBLES, MUMBLES];
test.each<[VoiceSettings['unclearSpeechAction'], AnswerEvent[], string[]]>([
  ['end_call', UNCLEAR, [ASKS, ASKS, 'give-up', 'give-up']],
  ['transfer', UNCLEAR, [ASKS, ASKS, 'hand-over', 'give-up']],
  [
    'transfer',
    [...UNCLEAR.slice(1), said(null), ...UNCLEAR],
    [ASKS, ASKS, 'hand-over', ASKS, ASKS, 'hand-over', 'give-up'],
  ],
  ['continue', UNCLEAR, [ASKS, ASKS]],
  ['continue', [...UNCLEAR, said(null), MUMBLES], [ASKS, ASKS, ASKS]],
])('after two requests to repeat: %s', (action, events, expected) => {
  expect(play(events, { unclearSpeechAction: action }).effects).toEqual(expected);
});

test.each<[string, AnswerEvent[], string]>([
  ['the turn', [ended('Are you open?')], 'Are you open?'],
  ['a late transcript', [ended(''), said('r1')], 'Late.'],
  ['the first transcript only', [ended('Are you open?'), said('r1')], 'Are you open?'],
  ['no transcript between answers', [ended(''), said(null)], ''],
  ['no undetected turn', [ended('Are you open?'), started(null)], ''],
  ['the turn that was to be repeated', [ended('Are you open?'), MUMBLES, said('repeat')], 'Late.'],
])('keeps the words of %s', (_, events, expected) => {
  expect(play(events).state.customerText).toBe(expected);
});
