import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { DEMO_DOCUMENT } from '../../server/src/demo/demo-content.ts';
import { type ParleyClient, registerAtParley } from '../http/parley-client.ts';
import { assistantRequest } from '../http/seed.ts';

const models = z.array(z.object({ id: z.number(), name: z.string() }));
const created = z.object({ data: z.object({ id: z.number() }) });
const assistants = z.object({ data: z.array(z.object({ id: z.number(), uuid: z.string() })) });
const documents = z.object({ data: z.array(z.object({ status: z.string(), error: z.string().nullable() })) });

/** Assistants of one account, by UUID: without knowledge, with it, and with it on the offline model. */
export async function prepareAssistants(
  address: string,
): Promise<{ plain: string; withKnowledge: string; offline: string }> {
  const parley = await registerAtParley(address, { name: 'Clinic', email: 'clinic@example.com' });
  const knowledgebaseId = await prepareKnowledge(address, parley);
  const list = models.parse(await read(parley.get('/user/assistants/models?type=llm')));
  const modelId = (word: string) => {
    const found = list.find(({ name }) => name.toLowerCase().includes(word));
    if (found === undefined) throw new Error(`There is no model "${word}" in ${JSON.stringify(list)}.`);
    return found.id;
  };
  const request = await assistantRequest(parley);
  const make = async (fields: object): Promise<string> => {
    const body = { ...request, is_webhook_active: false, webhook_url: null, ...fields };
    const { id } = created.parse(await read(parley.post('/user/assistant', body))).data;
    const page = assistants.parse(await read(parley.get('/user/assistants/get')));
    return page.data.find((one) => one.id === id)?.uuid ?? '';
  };
  const instant = { llm_model_id: modelId('instant') };
  return {
    plain: await make(instant),
    withKnowledge: await make({ ...instant, knowledgebase_id: knowledgebaseId }),
    offline: await make({ llm_model_id: modelId('offline'), knowledgebase_id: knowledgebaseId }),
  };
}

/** A knowledgebase with the demo's handbook, read and embedded. */
async function prepareKnowledge(address: string, parley: ParleyClient): Promise<number> {
  const knowledgebase = await read(
    parley.post('/user/knowledgebases', { name: 'Clinic', description: null }),
  );
  const { id } = created.parse(knowledgebase).data;
  const form = new FormData();
  form.set('name', 'Handbook');
  form.set('type', 'txt');
  form.set('file', new Blob([DEMO_DOCUMENT]), 'handbook.txt');
  const collection = `/user/knowledgebases/${id}/documents`;
  const response = await fetch(`${address}/api${collection}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${parley.token}` },
    body: form,
  });
  if (!response.ok) throw new Error(`The upload answered ${response.status}: ${await response.text()}`);
  for (;;) {
    const [document] = documents.parse(await read(parley.get(collection))).data;
    if (document?.status === 'active') return id;
    if (document?.error != null) throw new Error(document.error);
    await wait(200);
  }
}

async function read(answer: Promise<Buffer>): Promise<unknown> {
  return JSON.parse((await answer).toString());
}
