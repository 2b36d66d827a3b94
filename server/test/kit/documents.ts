import { readFileSync } from 'node:fs';
import { eventually } from './eventually.ts';
import type { Answer, Client } from './test-server.ts';

/** A document from the extraction fixtures. */
export function fixtureFile(name: string): Buffer {
  return readFileSync(new URL(`../../src/modules/knowledge/extraction/fixtures/${name}`, import.meta.url));
}

/** The form of an upload; `fields` overrides or extends the defaults. */
export function uploadForm(
  type: string,
  file: { name: string; bytes: Uint8Array } | null,
  fields: Record<string, string> = {},
): FormData {
  const form = new FormData();
  const all = { name: file?.name ?? 'Document', type, ...fields };
  for (const [name, value] of Object.entries(all)) form.append(name, value);
  if (file !== null) form.append('file', new Blob([Uint8Array.from(file.bytes)]), file.name);
  return form;
}

export async function newKnowledgebase(account: Client, name = 'Handbooks'): Promise<string> {
  const { body } = await account.post('/user/knowledgebases', { name });
  return `/user/knowledgebases/${body.data.id}`;
}

/** Uploads a file and returns the document's path. */
export async function upload(
  account: Client,
  knowledgebase: string,
  file: { type: string; name: string; bytes: Uint8Array },
): Promise<string> {
  const created = await account.post(`${knowledgebase}/documents`, uploadForm(file.type, file));
  if (created.status !== 201) throw new Error(`Creating the document failed: ${created.text}`);
  return `${knowledgebase}/documents/${created.body.data.id}`;
}

/** Waits until the document is `active` or `failed`. */
export async function processed(account: Client, path: string): Promise<Answer['body']> {
  const answer = await eventually(
    () => account.get(path),
    ({ body }) => body.data.status !== 'processing',
    120_000,
  );
  return answer.body.data;
}

/** Waits until keyword search finds the document or it has failed; its vectors may still be missing. */
export async function searchable(account: Client, path: string): Promise<Answer['body']> {
  const answer = await eventually(
    () => account.get(path),
    ({ body: { data } }) => data.status !== 'processing' || data.stage === 'embedding',
  );
  return answer.body.data;
}
