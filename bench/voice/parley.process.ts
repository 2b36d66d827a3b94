import { readFile } from 'node:fs/promises';
import { startServer } from '../../server/src/compose.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { collectGarbageLessOften, collectGarbageOfStart } from '../../server/src/core/garbage-collection.ts';
import { createLog } from '../../server/src/log.ts';
import { addUser } from '../../server/src/modules/accounts/actions.ts';
import type { LanguageModel } from '../../server/src/providers/interfaces/language-model.ts';
import type { StreamingSynthesizer } from '../../server/src/providers/interfaces/streaming-synthesizer.ts';
import type { Transcriber } from '../../server/src/providers/interfaces/transcriber.ts';
import { openEngine } from '../../server/src/voice/engines/open-engine.ts';
import { OWNER } from './set-up.ts';
import { ANSWER, INSTANT_MODEL } from './speech.ts';

// The server as it is, with vendors that take no time: what is left is the product's own share.

/** Made by another process: a synthesizer in this one would count as memory of the server. */
const sound = await readFile(process.env['BENCH_ANSWER_FILE'] ?? '');
const answer = new Int16Array(sound.buffer.slice(sound.byteOffset, sound.byteOffset + sound.byteLength));

const languageModel: LanguageModel = {
  id: INSTANT_MODEL,
  async *stream() {
    yield { type: 'text-delta', text: ANSWER };
    yield { type: 'finish', reason: 'stop', usage: { inputTokens: 10, outputTokens: 10 } };
  },
};

const synthesizer: StreamingSynthesizer = {
  code: 'flite',
  async *speak(pieces) {
    for await (const _piece of pieces) yield { samples: answer, words: [] };
  },
};

/** Knows what was said the moment the speaker stops. */
const transcriber: Transcriber = {
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
  transcribers: new Map([[transcriber.code, transcriber]]),
  synthesizers: new Map([[synthesizer.code, synthesizer]]),
  realtimeModels: new Map(),
};
// As main.ts does.
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
collectGarbageOfStart();
process.once('SIGTERM', () => void server.stop().then(() => process.exit()));
