import { z } from 'zod';
import type { ParleyClient } from '../http/parley-client.ts';
import type { PressureDocument } from './documents.ts';

const created = z.object({ data: z.object({ id: z.number() }) });
const list = z.object({
  data: z.array(z.object({ name: z.string(), status: z.string(), stage: z.string().nullable() })),
});

/** A knowledgebase of the account with these documents, all uploaded. */
export async function uploadAll(
  address: string,
  parley: ParleyClient,
  documents: readonly PressureDocument[],
): Promise<number> {
  const answer = await parley.post('/user/knowledgebases', { name: 'Pressure', description: null });
  const { id } = created.parse(JSON.parse(answer.toString())).data;
  for (const { name, type, bytes } of documents) {
    const form = new FormData();
    form.set('name', name);
    form.set('type', type);
    form.set('file', new Blob([new Uint8Array(bytes)]), `document.${type}`);
    const response = await fetch(`${address}/api/user/knowledgebases/${id}/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${parley.token}` },
      body: form,
    });
    if (!response.ok) throw new Error(`${name} answered ${response.status}: ${await response.text()}`);
  }
  return id;
}

/** Document counts by status, such as `2 embedding, 1 failed`. */
export async function stateOf(parley: ParleyClient, knowledgebaseId: number): Promise<string> {
  const answer = await parley.get(`/user/knowledgebases/${knowledgebaseId}/documents`);
  const { data } = list.parse(JSON.parse(answer.toString()));
  const counts = new Map<string, number>();
  for (const { status, stage } of data) {
    const state = status === 'processing' ? (stage ?? status) : status;
    counts.set(state, (counts.get(state) ?? 0) + 1);
  }
  return [...counts].map(([state, count]) => `${count} ${state}`).join(', ');
}
