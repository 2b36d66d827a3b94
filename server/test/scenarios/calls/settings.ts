import type { PersonStep } from '../../../src/telephony/simulated/person.ts';
import { BACKGROUND_LEVEL_DBFS } from '../../../src/voice/audio/background/background-loop.ts';
import type { VoiceStyle } from '../../../src/voice/settings.ts';
import type { CallScenario } from '../../kit/voice/call-scenario.ts';

const LISTEN: PersonStep = { type: 'listen', quietMs: 300, atMostMs: 10_000 };
const HANG_UP: PersonStep = { type: 'hang-up' };
const say = (text: string): PersonStep => ({ type: 'say', text });
const wait = (ms: number): PersonStep => ({ type: 'wait', ms });
const letSpeak = (speakingMs: number): PersonStep => ({ type: 'let-speak', speakingMs, atMostMs: 10_000 });

const LONG =
  'We are open from nine in the morning until six in the evening on every day of the week but Sunday.';
const INTERRUPTED = { type: 'interrupted' } as const;
const OVER: readonly PersonStep[] = [LISTEN, say('When do you open?'), letSpeak(600)];
const NOISE: PersonStep = { type: 'noise', ms: 1500, levelDbfs: -20 };
/** A noise, because words would interrupt sooner. */
const SOUND: PersonStep = { type: 'noise', ms: 400, levelDbfs: -20 };
/** Noise cancellation needs half a second to adapt. */
const PATIENT = { interruptAfterMs: 700 } as const;
const MACHINE: readonly PersonStep[] = [
  wait(300),
  say('You have reached Anna Please leave a message after the tone'),
  wait(300),
  { type: 'tone', frequencyHz: 1000, ms: 400 },
  wait(120_000),
];
const STYLE: VoiceStyle = {
  voice: 'scripted/anna',
  stability: 0.31,
  similarity: 0.82,
  speed: 1.15,
  emotion: true,
  language: 'en',
  secondaryLanguages: [],
  isNormalized: true,
  pronunciations: [],
};
const FILLERS = { positive: ['Good.'], negative: ['Oh.'], question: ['Let me see.'], neutral: ['Well.'] };

const ambience = (volume: number, decibels: number): CallScenario => ({
  name: `ambient_sound_volume of ${volume} is ${-decibels} dB below the maximum`,
  settings: { ambientSound: 'office', ambientSoundVolume: volume },
  customer: [wait(12_000), HANG_UP],
  expect: [
    {
      loudness: [BACKGROUND_LEVEL_DBFS + decibels - 3, BACKGROUND_LEVEL_DBFS + decibels + 3],
      fromMs: 2000,
      untilMs: 10_000,
    },
  ],
});

/** Settings whose effect is audible or visible to providers. Other settings are tested with their feature. */
export const SETTINGS: readonly CallScenario[] = [
  {
    name: 'interrupt_sensitivity of 0.3: a longer sound stops an answer',
    settings: { interruptAfterMs: 300 },
    answers: [LONG],
    customer: [...OVER, SOUND, wait(10_000), HANG_UP],
    expect: [{ event: INTERRUPTED, times: 1 }],
  },
  {
    name: 'interrupt_sensitivity of 0.5: a shorter sound does not stop an answer',
    settings: { interruptAfterMs: 500 },
    answers: [LONG],
    customer: [...OVER, SOUND, wait(10_000), HANG_UP],
    expect: [{ absent: INTERRUPTED }, { event: { type: 'assistant-said', text: LONG, interrupted: false } }],
  },
  {
    name: 'min_interrupt_words of 4: three words do not stop an answer, however long they take',
    settings: { minInterruptWords: 4 },
    answers: [LONG],
    customer: [...OVER, say('Wait a moment'), wait(10_000), HANG_UP],
    expect: [{ absent: INTERRUPTED }, { event: { type: 'assistant-said', text: LONG, interrupted: false } }],
  },
  {
    name: 'min_interrupt_words of 4: four words stop an answer',
    settings: { minInterruptWords: 4 },
    answers: [LONG],
    customer: [...OVER, say('Wait a moment please'), wait(4000), HANG_UP],
    expect: [{ event: INTERRUPTED, times: 1 }],
  },
  {
    name: 'fillers: a fitting phrase bridges the wait and is not part of the history',
    settings: { fillers: FILLERS },
    answers: [{ text: 'We open at nine.', afterMs: 2500 }],
    customer: [LISTEN, say('When do you open?'), wait(6000), HANG_UP],
    expect: [
      { spoken: { text: 'Let me see.' } },
      { unspoken: { text: 'Well.' } },
      { absent: { type: 'assistant-said', text: /Let me see/ } },
      { event: { type: 'assistant-said', text: 'We open at nine.' }, times: 1 },
    ],
  },
  {
    name: 'fillers off: nothing bridges the wait',
    answers: [{ text: 'We open at nine.', afterMs: 2500 }],
    customer: [LISTEN, say('When do you open?'), wait(6000), HANG_UP],
    expect: [{ unspoken: { text: /see|Well|Good|Oh/ } }, { spoken: { text: 'We open at nine.' } }],
  },
  ambience(1, 0),
  ambience(0.5, -12),
  {
    name: 'ambient_sound off is silence',
    customer: [wait(12_000), HANG_UP],
    expect: [{ loudness: [-100, -100], fromMs: 2000, untilMs: 10_000 }],
  },
  {
    name: 'record keeps the whole call',
    settings: { record: true },
    customer: [LISTEN, wait(6000), HANG_UP],
    expect: [{ recorded: [6200, 8000] }],
  },
  {
    name: 'record off keeps nothing',
    customer: [LISTEN, wait(6000), HANG_UP],
    expect: [{ recorded: [0, 0] }],
  },
  {
    name: 'reengagement_prompt is sent to the model',
    settings: { reengagementIntervalMs: 7000, reengagementPrompt: 'Offer the menu.' },
    customer: [wait(12_000), HANG_UP],
    expect: [{ event: { type: 'reengaged' }, times: 1 }, { asked: { text: /Offer the menu\./ } }],
  },
  {
    name: 'end_call_on_voicemail off: the message is left and the line stays open',
    direction: 'outbound',
    settings: { endCallOnVoicemail: false, voiceMailMessage: 'Please call us back.' },
    customer: MACHINE,
    lastsMs: 20_000,
    expect: [
      { event: { type: 'assistant-said', text: 'Please call us back.', interrupted: false }, times: 1 },
      { outcome: { reason: 'the scenario is over', answeredBy: 'machine' } },
    ],
  },
  {
    name: 'secondary_language_ids: a customer who changes to one of them is answered in it',
    settings: { voice: { ...STYLE, secondaryLanguages: ['ro'] } },
    understanding: { language: 'ro' },
    answers: ['La nouă.'],
    customer: [LISTEN, say('La ce oră deschideți?'), wait(4000), HANG_UP],
    expect: [
      { spoken: { text: 'Hello.', language: 'en' } },
      { spoken: { text: 'La nouă.', language: 'ro' } },
      { asked: { text: /Romanian/ } },
    ],
  },
  {
    name: 'secondary_language_ids: fixed texts follow the customer’s language',
    settings: { voice: { ...STYLE, secondaryLanguages: ['ro'] }, maxDurationMs: 20_000 },
    understanding: { language: 'ro' },
    answers: ['La nouă.'],
    customer: [LISTEN, say('La ce oră deschideți?'), wait(25_000)],
    expect: [{ spoken: { text: /timpul nostru a expirat/, language: 'ro' } }],
  },
  {
    name: 'a language the assistant does not have changes nothing',
    settings: { voice: STYLE },
    understanding: { language: 'ro' },
    customer: [LISTEN, say('La ce oră deschideți?'), wait(4000), HANG_UP],
    expect: [{ spoken: { text: 'All right.', language: 'en' } }, { unspoken: { language: 'ro' } }],
  },
  {
    name: 'voice_stability, voice_similarity, speech_speed and tts_emotion_enabled reach the voice',
    settings: { voice: STYLE },
    customer: [LISTEN, say('When do you open?'), wait(4000), HANG_UP],
    expect: [
      { spoken: { text: 'Hello.', stability: 0.31, similarity: 0.82, speed: 1.15, emotion: true } },
      { spoken: { text: 'All right.', stability: 0.31, similarity: 0.82, speed: 1.15, emotion: true } },
    ],
  },
  {
    name: 'tts_emotion_enabled off reaches the voice',
    settings: { voice: { ...STYLE, emotion: false } },
    customer: [wait(2000), HANG_UP],
    expect: [{ spoken: { emotion: false } }, { unspoken: { emotion: true } }],
  },
  {
    name: 'enable_noise_cancellation: noise does not stop an answer',
    settings: { ...PATIENT, noiseCancellation: true },
    answers: [LONG],
    customer: [...OVER, NOISE, wait(6000), HANG_UP],
    expect: [{ absent: INTERRUPTED }, { event: { type: 'assistant-said', text: LONG, interrupted: false } }],
  },
  {
    name: 'enable_noise_cancellation off: noise counts as speech',
    settings: PATIENT,
    answers: [LONG],
    customer: [...OVER, NOISE, wait(6000), HANG_UP],
    expect: [{ event: INTERRUPTED, times: 1 }],
  },
  {
    name: 'turn_detection_threshold and noise cancellation reach a realtime model',
    settings: { mode: 'multimodal', turnDetectionThreshold: 0.35, noiseCancellation: true },
    customer: [wait(2000), HANG_UP],
    expect: [{ session: { turnDetectionThreshold: 0.35, noiseReduction: true } }],
  },
  {
    name: 'without turn_detection_threshold the model decides',
    settings: { mode: 'dualplex' },
    customer: [wait(2000), HANG_UP],
    expect: [{ session: { turnDetectionThreshold: null, noiseReduction: false } }],
  },
  {
    name: 'llm_temperature reaches the model',
    temperature: 0.85,
    customer: [LISTEN, say('When do you open?'), wait(4000), HANG_UP],
    expect: [{ asked: { temperature: 0.85 } }],
  },
];
