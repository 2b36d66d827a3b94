import { cartesiaDialect, elevenLabsDialect } from '../speech-dialects.ts';
import { type SpeechServer, startSpeechServer } from '../speech-server.ts';
import { type EngineHouse, openEngineHouse } from './engine-house.ts';
import { type ScriptedVendor, startScriptedGemini, startScriptedOpenAi } from './scripted-vendors.ts';

/** A whole server with every vendor of realtime models, and two of voices. */
export interface VendorHouse {
  house: EngineHouse;
  openai: ScriptedVendor;
  gemini: ScriptedVendor;
  elevenLabs: SpeechServer;
  cartesia: SpeechServer;
  close(): Promise<void>;
}

/** @param environment beside what names the vendors */
export async function openVendorHouse(environment: Record<string, string> = {}): Promise<VendorHouse> {
  const [openai, gemini, elevenLabs, cartesia] = await Promise.all([
    startScriptedOpenAi(),
    startScriptedGemini(),
    startSpeechServer(elevenLabsDialect),
    startSpeechServer(cartesiaDialect),
  ]);
  const house = await openEngineHouse({
    ...{ ...openai.environment, ...gemini.environment },
    ...{ ELEVENLABS_API_KEY: 'e', ELEVENLABS_BASE_URL: elevenLabs.url.replace('ws', 'http') },
    ...{ CARTESIA_API_KEY: 'c', CARTESIA_BASE_URL: cartesia.url.replace('ws', 'http') },
    ...environment,
  });
  return {
    ...{ house, openai, gemini, elevenLabs, cartesia },
    async close() {
      await house.close();
      await Promise.all([openai, gemini, elevenLabs, cartesia].map((one) => one.close()));
    },
  };
}
