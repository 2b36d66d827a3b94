import { readWav } from '../kit/read-wav.ts';
import { ProviderError } from '../spec/provider-error.ts';
import type { SpeechSynthesizer, SpokenAudio } from '../spec/speech-synthesizer.ts';
import { ESPEAK_VOICES, FEMALE_SUFFIX } from './espeak-voices.ts';
import { runEspeak } from './run-espeak.ts';
import { TurnQueue } from './turn-queue.ts';

const MAX_TEXT_LENGTH = 2_500;
const SAMPLE_RATE_HZ = 22_050;
const FEMALE_VARIANT = '+f2';

/**
 * espeak-ng, where the machine has it: a program of its own for every text, because its licence (GPL) is not ours.
 * At most two run at once; others wait in turn.
 */
export class EspeakSynthesizer implements SpeechSynthesizer {
  readonly code = 'espeak';
  readonly #command: string;
  readonly #turns = new TurnQueue({ maxRunning: 2, maxWaiting: 100 });
  readonly #closing = new AbortController();

  /** @param command the program: a name on the usual paths, or an absolute path. */
  constructor(command = 'espeak-ng') {
    this.#command = command;
  }

  /** @param voice one of `ESPEAK_VOICES`, with `-female` for a woman. Text without a word gives no samples. */
  async speak(text: string, voice: string, signal: AbortSignal): Promise<SpokenAudio> {
    const name = espeakName(voice);
    if (name === undefined) throw new ProviderError('rejected', 'espeak-ng has no such voice.');
    if (text.length > MAX_TEXT_LENGTH) {
      throw new ProviderError('rejected', `The text is longer than ${MAX_TEXT_LENGTH} characters.`);
    }
    const ending = AbortSignal.any([signal, this.#closing.signal]);
    const turn = await this.#turns.enter(ending);
    if (turn === 'left') throw this.#ended(signal);
    if (turn === 'full') throw new ProviderError('rate-limited', 'Too many texts wait for espeak-ng.');
    try {
      // -b 1: the text is UTF-8.
      const args = ['-v', name, '-b', '1', '--stdin', '--stdout'];
      const output = await runEspeak({
        command: this.#command,
        args,
        input: plainText(text),
        signal: ending,
      });
      return output.length === 0 ? silence() : readWav(output);
    } catch (error) {
      throw ending.aborted ? this.#ended(signal) : error;
    } finally {
      this.#turns.finish();
    }
  }

  /** Ends the programs that run; whatever waits fails. */
  async close(): Promise<void> {
    this.#closing.abort();
  }

  #ended(signal: AbortSignal): ProviderError {
    return signal.aborted
      ? new ProviderError('aborted', 'The speech was aborted.', signal.reason)
      : new ProviderError('unavailable', 'The espeak-ng synthesizer was closed.');
  }
}

function espeakName(voice: string): string | undefined {
  const isFemale = voice.endsWith(FEMALE_SUFFIX);
  const base = isFemale ? voice.slice(0, -FEMALE_SUFFIX.length) : voice;
  if (!ESPEAK_VOICES.some(({ name }) => name === base)) return undefined;
  return isFemale ? base + FEMALE_VARIANT : base;
}

/** Two brackets would begin phonemes, and a null character would end the text. */
function plainText(text: string): string {
  return text.toWellFormed().replaceAll('[[', '[ [').replaceAll('\0', ' ');
}

function silence(): SpokenAudio {
  return { samples: new Int16Array(0), sampleRateHz: SAMPLE_RATE_HZ };
}
