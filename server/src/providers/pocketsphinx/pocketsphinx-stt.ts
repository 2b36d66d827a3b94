import type { Clock } from '../../core/clock.ts';
import type { SttProvider } from '../interfaces/stt-provider.ts';
import { TurnQueue } from '../kit/turn-queue.ts';
import type { RecognizerProgram } from './recognition.ts';
import { RecognitionSession } from './recognition-session.ts';

/** Each takes about 50 MB and, without a grammar, half a core; waiting audio is buffered. */
const MAX_PROGRAMS = 8;
const MAX_WAITING = 200;

/** The machine's pocketsphinx: one process per speech segment, without key or network, English only. */
export function pocketsphinxStt(program: RecognizerProgram, clock: Clock): SttProvider {
  const turns = new TurnQueue({ maxRunning: MAX_PROGRAMS, maxWaiting: MAX_WAITING });
  return {
    code: 'pocketsphinx',
    open: ({ sampleRateHz }, listener) =>
      new RecognitionSession({ program, clock, turns, sampleRateHz }, listener),
  };
}
