import type { ReadResourceResult, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { pageMarkdown } from '../documentation/doc-markdown.ts';
import { docPages, pagesForUsers } from '../documentation/doc-pages.ts';
import { MAX_ANSWER_CHARACTERS } from './bounded-answer.ts';
import type { ApiAnswer, CallApi } from './call-tool.ts';

/** Newest calls and conversations in the list. Older ones are read by their id. */
const LISTED = 20;

export const RESOURCE_TEMPLATES: ResourceTemplateType[] = [
  {
    uriTemplate: 'parley://assistants/{id}',
    name: 'assistant',
    title: 'Assistant',
    description: 'The whole configuration of an assistant',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'parley://calls/{id}/transcript',
    name: 'call-transcript',
    title: 'Transcript of a call',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'parley://conversations/{uuid}/transcript',
    name: 'conversation-transcript',
    title: 'Transcript of a chat',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'parley://docs/{+path}',
    name: 'documentation',
    title: 'Page of the documentation',
    mimeType: 'text/markdown',
  },
];

const assistants = z.array(z.object({ id: z.int(), name: z.string(), type: z.string() }));
const calls = z.object({
  data: z.array(
    z.object({
      id: z.int(),
      assistant_name: z.string().nullish(),
      client_phone_number: z.string().nullish(),
      created_at: z.string(),
    }),
  ),
});
const conversations = z.object({
  data: z.array(z.object({ id: z.string(), assistant_name: z.string().nullish(), created_at: z.string() })),
});

/** Pages of the documentation for users, assistants, and the newest calls and chats. @throws Error with the API's sentence if a request is refused */
export async function listResources(callApi: CallApi): Promise<Resource[]> {
  const [pages, ...answers] = await Promise.all([
    docPages(),
    read(callApi, '/user/assistants/summaries'),
    read(callApi, `/user/calls?per_page=${LISTED}`),
    read(callApi, `/user/conversations?per_page=${LISTED}`),
  ]);
  const [listed, recentCalls, chats] = answers;
  return [
    ...pagesForUsers(pages).map(({ path, title, description }) => ({
      uri: `parley://docs/${path}`,
      name: path,
      title,
      description,
      mimeType: 'text/markdown',
    })),
    ...assistants.parse(listed).map(({ id, name, type }) => ({
      uri: `parley://assistants/${id}`,
      name,
      description: `Configuration of an ${type} assistant`,
      mimeType: 'application/json',
    })),
    ...calls.parse(recentCalls).data.map((call) => ({
      uri: `parley://calls/${call.id}/transcript`,
      name: `Call ${call.id}`,
      description: aboutTalk(call.created_at, [call.client_phone_number, call.assistant_name]),
      mimeType: 'text/plain',
    })),
    ...conversations.parse(chats).data.map((chat) => ({
      uri: `parley://conversations/${chat.id}/transcript`,
      name: `Chat ${chat.id}`,
      description: aboutTalk(chat.created_at, [chat.assistant_name]),
      mimeType: 'text/plain',
    })),
  ];
}

function aboutTalk(at: string, names: readonly (string | null | undefined)[]): string {
  return [at, ...names.filter((name) => name)].join(', ');
}

async function read(callApi: CallApi, path: string): Promise<unknown> {
  const answer = await callApi({ method: 'GET', path, headers: {} });
  if (answer.status === 200) return answer.body;
  throw new Error(`The API refused ${path} (HTTP ${answer.status}).`);
}

const callTranscript = z.object({
  transcript: z.array(z.object({ text: z.string(), sender: z.string(), timestamp: z.string() })),
});
const chatTranscript = z.object({
  data: z.object({
    transcript: z.array(z.object({ author: z.string(), content: z.string(), created_at: z.string() })),
  }),
});

/** @returns null for an unknown resource, and for one of another account */
export async function readResource(callApi: CallApi, uri: string): Promise<ReadResourceResult | null> {
  const text = (mimeType: string, content: string): ReadResourceResult => ({
    contents: [{ uri, mimeType, text: shortened(content) }],
  });
  const [, documented] = /^parley:\/\/docs\/(.+)$/.exec(uri) ?? [];
  if (documented !== undefined) {
    const pages = await docPages();
    const page = pages.find(({ path }) => path === documented);
    return page === undefined ? null : text('text/markdown', pageMarkdown(page, pages, '/docs/pictures/'));
  }
  const [, kind, id, rest] = /^parley:\/\/(\w+)\/([\w-]+)(\/transcript)?$/.exec(uri) ?? [];
  if (id === undefined) return null;
  if (kind === 'assistants' && rest === undefined) {
    const answer = await callApi({ method: 'GET', path: `/user/assistant/${id}`, headers: {} });
    return found(answer) ? text('application/json', JSON.stringify(answer.body, null, 1)) : null;
  }
  if (kind === 'calls' && rest !== undefined) {
    const answer = await callApi({ method: 'GET', path: `/user/calls/${id}`, headers: {} });
    if (!found(answer)) return null;
    const lines = callTranscript.parse(answer.body).transcript;
    return text(
      'text/plain',
      lines.map((line) => `${line.timestamp} ${line.sender}: ${line.text}`).join('\n'),
    );
  }
  if (kind === 'conversations' && rest !== undefined) {
    const answer = await callApi({ method: 'GET', path: `/user/conversations/${id}`, headers: {} });
    if (!found(answer)) return null;
    const lines = chatTranscript.parse(answer.body).data.transcript;
    return text(
      'text/plain',
      lines.map((line) => `${line.created_at} ${line.author}: ${line.content}`).join('\n'),
    );
  }
  return null;
}

/** @throws Error for refusals other than 404 */
function found({ status }: ApiAnswer): boolean {
  if (status === 200 || status === 404) return status === 200;
  throw new Error(`The API refused the request (HTTP ${status}).`);
}

function shortened(text: string): string {
  if (text.length <= MAX_ANSWER_CHARACTERS) return text;
  return `${text.slice(0, MAX_ANSWER_CHARACTERS)}\n… (${text.length - MAX_ANSWER_CHARACTERS} more characters)`;
}
