import { cartesiaDialect, elevenLabsDialect } from '../speech-dialects.ts';
import { type SpeechServer, startSpeechServer } from '../speech-server.ts';
import { type EngineServer, startEngineServer } from './engine-server.ts';
import { type ScriptedVendor, startScriptedGemini, startScriptedOpenAi } from './scripted-vendors.ts';

/** A complete server with all realtime vendors and two TTS vendors, all simulated. */
export interface VendorServer {
  server: EngineServer;
  openai: ScriptedVendor;
  gemini: ScriptedVendor;
  elevenLabs: SpeechServer;
  cartesia: SpeechServer;
  close(): Promise<void>;
}

/** @param environment variables in addition to those for the vendors */
export async function startVendorServer(environment: Record<string, string> = {}): Promise<VendorServer> {
  const [openai, gemini, elevenLabs, cartesia] = await Promise.all([
    startScriptedOpenAi(),
    startScriptedGemini(),
    startSpeechServer(elevenLabsDialect),
    startSpeechServer(cartesiaDialect),
  ]);
  const server = await startEngineServer({
    ...openai.environment,
    ...gemini.environment,
    ELEVENLABS_API_KEY: 'e',
    ELEVENLABS_BASE_URL: elevenLabs.url.replace('ws', 'http'),
    CARTESIA_API_KEY: 'c',
    CARTESIA_BASE_URL: cartesia.url.replace('ws', 'http'),
    ...environment,
  });
  return {
    server,
    openai,
    gemini,
    elevenLabs,
    cartesia,
    async close() {
      await server.close();
      await Promise.all([openai, gemini, elevenLabs, cartesia].map((one) => one.close()));
    },
  };
}
