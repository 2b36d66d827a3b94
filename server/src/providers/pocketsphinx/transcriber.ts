import type { Clock } from '../../core/clock.ts';
import type { Transcriber } from '../interfaces/transcriber.ts';
import { TurnQueue } from '../kit/turn-queue.ts';
import type { RecognizerProgram } from './recognition.ts';
import { RecognitionSession } from './recognition-session.ts';

/** Each takes some 50 MB and, without a grammar, half a core; what waits is buffered. */
const MAX_PROGRAMS = 8;
const MAX_WAITING = 200;

/** pocketsphinx, where the machine has it: a program for every stretch of speech, no key and no network, English alone. */
export function pocketsphinxTranscriber(program: RecognizerProgram, clock: Clock): Transcriber {
  const turns = new TurnQueue({ maxRunning: MAX_PROGRAMS, maxWaiting: MAX_WAITING });
  return {
    code: 'pocketsphinx',
    open: ({ sampleRateHz }, listener) =>
      new RecognitionSession({ program, clock, turns, sampleRateHz }, listener),
  };
}
