import { readFile } from 'node:fs/promises';
import { startServer } from '../../server/src/compose.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { collectGarbageLessOften, collectStartupGarbage } from '../../server/src/core/garbage-collection.ts';
import { createLog } from '../../server/src/log.ts';
import { addUser } from '../../server/src/modules/accounts/actions.ts';
import type { LanguageModel } from '../../server/src/providers/interfaces/language-model.ts';
import type { SttProvider } from '../../server/src/providers/interfaces/stt-provider.ts';
import type { TtsProvider } from '../../server/src/providers/interfaces/tts-provider.ts';
import { openEngine } from '../../server/src/voice/engines/open-engine.ts';
import { OWNER } from './set-up.ts';
import { ANSWER, INSTANT_MODEL } from './speech.ts';

// The real server with instant vendors, so that only the product's own latency is measured.

/** Synthesized by another process, because a synthesizer in this one would count as the server's memory. */
const sound = await readFile(process.env['BENCH_ANSWER_FILE'] ?? '');
const answer = new Int16Array(sound.buffer.slice(sound.byteOffset, sound.byteOffset + sound.byteLength));

const languageModel: LanguageModel = {
  id: INSTANT_MODEL,
  async *stream() {
    yield { type: 'text-delta', text: ANSWER };
    yield { type: 'finish', reason: 'stop', usage: { inputTokens: 10, outputTokens: 10 } };
  },
};

const tts: TtsProvider = {
  code: 'flite',
  async *speak(pieces) {
    for await (const _piece of pieces) yield { samples: answer, words: [] };
  },
};

/** Returns the transcript as soon as the speaker stops. */
const stt: SttProvider = {
  code: 'offline',
  open: (_options, listener) => ({
    write: () => undefined,
    speechStarted: () => undefined,
    speechStopped: () =>
      queueMicrotask(() =>
        listener({ type: 'final', text: 'What time do you open on Saturday?', language: 'en' }),
      ),
    close: () => undefined,
  }),
};

const providers = {
  sttProviders: new Map([[stt.code, stt]]),
  ttsProviders: new Map([[tts.code, tts]]),
  realtimeModels: new Map(),
};
// Same as in main.ts.
collectGarbageLessOften();
const { config, secrets } = readConfig(process.env);
const server = await startServer(config, secrets, {
  log: createLog('warn'),
  overrides: {
    languageModels: [languageModel],
    voice: { services: { ...providers, openEngine: (opening) => openEngine(providers, opening) } },
  },
});

if (process.env['BENCH_IS_SET_UP'] !== 'true')
  await addUser(server.dependencies.accounts, { name: 'Bench', ...OWNER });
collectStartupGarbage();
process.once('SIGTERM', () => void server.stop().then(() => process.exit()));
