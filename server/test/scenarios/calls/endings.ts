import type { PersonStep } from '../../../src/telephony/simulated/person.ts';
import type { CallScenario } from '../../kit/voice/call-scenario.ts';

const SILENT: PersonStep = { type: 'wait', ms: 120_000 };
const say = (text: string): PersonStep => ({ type: 'say', text });
const GREETING = 'You have reached the voicemail of Anna Please leave a message after the tone';
const BEEP: PersonStep = { type: 'tone', frequencyHz: 1000, ms: 400 };

/** Silence, time limits and answering machines: starts and ends of calls without conversation. */
export const ENDINGS: readonly CallScenario[] = [
  {
    name: 'reengagement_interval: a silent customer is addressed again',
    settings: { reengagementIntervalMs: 5000, maxSilenceMs: 12_000 },
    answers: ['Are you still there?'],
    customer: [SILENT],
    expect: [
      { event: { type: 'reengaged' }, withinMs: [5000, 6500] },
      {
        event: { type: 'assistant-said', text: 'Are you still there?' },
        after: { type: 'reengaged' },
        withinMs: [0, 2000],
      },
      { outcome: { status: 'ended_by_assistant', reason: 'silence' } },
    ],
  },
  {
    name: 'max_silence_duration ends a silent call',
    settings: { maxSilenceMs: 8000 },
    customer: [SILENT],
    expect: [
      { outcome: { status: 'ended_by_assistant', reason: 'silence' } },
      { absent: { type: 'reengaged' } },
    ],
  },
  {
    name: 'max_initial_silence_duration counts only until the customer speaks',
    settings: { maxInitialSilenceMs: 6000 },
    customer: [
      { type: 'wait', ms: 3000 },
      say('Hello there'),
      { type: 'wait', ms: 10_000 },
      { type: 'hang-up' },
    ],
    expect: [{ outcome: { status: 'ended_by_customer' } }],
  },
  {
    name: 'max_initial_silence_duration ends a call whose customer never speaks',
    settings: { maxInitialSilenceMs: 6000 },
    customer: [SILENT],
    expect: [{ outcome: { status: 'ended_by_assistant', reason: /silence/ } }],
  },
  {
    name: 'a realtime model that never says anything: another voice bridges each wait, and ends the call',
    settings: { mode: 'multimodal' },
    customer: [SILENT],
    expect: [
      { spoken: { text: 'One moment, please.' } },
      { loudness: [-40, 0], fromMs: 3500, untilMs: 4000 },
      { loudness: [-40, 0], fromMs: 7900, untilMs: 8300 },
      { event: { type: 'assistant-said', text: /something is wrong on our side/ }, withinMs: [9000, 20_000] },
      { outcome: { status: 'failed', reason: /said nothing for too long/ } },
    ],
  },
  {
    name: 'max_duration ends a call with a goodbye',
    settings: { maxDurationMs: 20_000 },
    customer: [SILENT],
    expect: [
      { event: { type: 'assistant-said', text: /our time is up/ }, withinMs: [17_000, 20_000] },
      { outcome: { status: 'completed', reason: 'max duration' } },
    ],
  },
  {
    name: 'wait_for_customer: the assistant says nothing before the customer does',
    settings: { waitForCustomer: true, initialMessage: 'Welcome.' },
    customer: [{ type: 'wait', ms: 3000 }, say('Hello'), { type: 'wait', ms: 3000 }, { type: 'hang-up' }],
    expect: [{ event: { type: 'assistant-said' }, withinMs: [3000, 6000] }],
  },
  {
    name: 'a person who answers is classified as a person',
    direction: 'outbound',
    customer: [{ type: 'wait', ms: 300 }, say('Hello'), { type: 'wait', ms: 5000 }, { type: 'hang-up' }],
    expect: [
      { event: { type: 'answered-by', answeredBy: 'human' }, withinMs: [500, 4000] },
      { event: { type: 'assistant-said', text: 'Hello.' } },
      { outcome: { answeredBy: 'human' } },
    ],
  },
  {
    name: 'end_call_on_voicemail hangs up on a machine',
    direction: 'outbound',
    customer: [{ type: 'wait', ms: 300 }, say(GREETING), { type: 'wait', ms: 300 }, BEEP, SILENT],
    expect: [
      { event: { type: 'answered-by', answeredBy: 'machine' } },
      { absent: { type: 'assistant-said' } },
      { outcome: { status: 'ended_by_assistant', reason: 'voicemail', answeredBy: 'machine' } },
    ],
  },
  {
    name: 'voice_mail_message is left after the beep',
    direction: 'outbound',
    settings: { voiceMailMessage: 'Please call us back.' },
    customer: [{ type: 'wait', ms: 300 }, say(GREETING), { type: 'wait', ms: 300 }, BEEP, SILENT],
    expect: [
      {
        event: { type: 'assistant-said', text: 'Please call us back.', interrupted: false },
        withinMs: [3900, 9000],
      },
      { outcome: { status: 'ended_by_assistant', reason: 'voicemail' } },
    ],
  },
];
