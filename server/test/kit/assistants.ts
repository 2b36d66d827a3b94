import type { Client } from './test-server.ts';

/** The smallest valid assistant. Ids come from the catalog, as for any client. */
export async function assistantFields(account: Client): Promise<Record<string, unknown>> {
  const voices = await account.get('/user/assistants/voices?mode=pipeline&language_id=1');
  const models = await account.get('/user/assistants/models?type=llm');
  const offline = models.body.find((model: { name: string }) => /offline/i.test(model.name));
  return {
    name: 'Reception',
    voice_id: voices.body[0].id,
    language_id: 1,
    type: 'inbound',
    mode: 'pipeline',
    timezone: 'Europe/Bucharest',
    initial_message: 'Hello! How can I help you?',
    system_prompt: 'You help customers.',
    llm_model_id: offline.id,
  };
}

/** Creates an assistant and reads it back in full. */
export async function createAssistant(
  account: Client,
  fields: Record<string, unknown> = {},
): Promise<{ id: number; uuid: string } & Record<string, unknown>> {
  const created = await account.post('/user/assistant', { ...(await assistantFields(account)), ...fields });
  if (created.status !== 201) throw new Error(`The assistant was refused: ${created.text}`);
  const read = await account.get(`/user/assistant/${created.body.data.id}`);
  if (read.status !== 200) throw new Error(`The assistant cannot be read: ${read.text}`);
  return read.body.data;
}

/** Assistant fields for an engine mode: a model and a matching voice. */
export async function modeFields(
  account: Client,
  mode: 'pipeline' | 'multimodal' | 'dualplex',
): Promise<Record<string, unknown>> {
  const { llm_model_id, ...fields } = await assistantFields(account);
  if (mode === 'pipeline') return { ...fields, llm_model_id };
  const voices = await account.get(`/user/assistants/voices?mode=${mode}`);
  const models = await account.get(`/user/assistants/models?type=${mode}`);
  return { ...fields, mode, voice_id: voices.body[0].id, multimodal_model_id: models.body[0].id };
}
