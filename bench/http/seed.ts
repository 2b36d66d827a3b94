import { z } from 'zod';
import type { ParleyClient } from './parley-client.ts';

const pickable = z.array(z.object({ id: z.number() }));

/** The benchmark's create request: most fields of the contract, without references to other objects. */
export async function assistantRequest(parley: ParleyClient): Promise<Record<string, unknown>> {
  const first = async (path: string) =>
    pickable.parse(JSON.parse((await parley.get(path)).toString()))[0]?.id ?? 0;
  return {
    name: 'Reception of the Riverside Practice',
    voice_id: await first('/user/assistants/voices?mode=pipeline&language_id=1'),
    language_id: 1,
    type: 'outbound',
    mode: 'pipeline',
    timezone: 'Europe/Berlin',
    initial_message: 'Hello, this is the Riverside Practice. How can I help you today?',
    system_prompt: 'You answer for a medical practice: friendly, brief, never a diagnosis. ',
    llm_model_id: await first('/user/assistants/models?type=llm'),
    filler_config: { positive: ['Great.'] },
    voice_stability: 0.6,
    voice_similarity: 0.55,
    speech_speed: 1.05,
    llm_temperature: 0.2,
    fillers: true,
    record: true,
    max_duration: 900,
    ringing_time: 25,
    endpoint_type: 'ai',
    endpoint_sensitivity: 0.75,
    ambient_sound: 'office',
    is_webhook_active: true,
    webhook_url: 'https://example.com/hooks/calls',
    post_call_schema: [{ name: 'summary', type: 'string', description: 'What was said.' }],
    variables: { practice: 'Riverside' },
  };
}

/** Creates `count` assistants in the calling account. */
export async function seedAssistants(parley: ParleyClient, count: number): Promise<void> {
  const request = await assistantRequest(parley);
  for (let index = 0; index < count; index += 1) {
    await parley.post('/user/assistant', { ...request, name: `${request['name']} ${index + 1}` });
  }
}
