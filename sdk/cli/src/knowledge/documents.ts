import path from 'node:path';
import { connect } from '../account/connection.ts';
import type { Api } from '../api/api.ts';
import { hasOption, numberOption, textOption, wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { find, idOf } from '../records/find.ts';
import { readBytes } from '../records/read-fields.ts';
import { every } from '../terminal/every.ts';
import { CommandError, UsageError } from '../terminal/failures.ts';
import { type Terminal, writeOutcome, writeRows } from '../terminal/terminal.ts';

interface Document {
  id: number;
  name: string;
  type: string;
  status: string;
  warning?: string | null;
  error?: string | null;
}

const TYPES: Readonly<Record<string, readonly [string, string]>> = {
  '.pdf': ['pdf', 'application/pdf'],
  '.txt': ['txt', 'text/plain'],
  '.md': ['txt', 'text/plain'],
  '.docx': ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
};

const LOOK_MS = 1000;

/** Adds a file or a website to a knowledgebase; with `--wait` until it can be searched. */
export async function addDocument(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const source = wordAt(invocation, 1);
  const api = await connect(invocation);
  const base = String((await find(api, 'knowledge', wordAt(invocation, 0)))['id']);
  const documents = `/user/knowledgebases/${base}/documents`;
  const { data: document } = /^https?:\/\//i.test(source)
    ? await addWebsite(api, documents, invocation)
    : await addFile(api, documents, { source, name: textOption(options, 'name') });
  if (!hasOption(options, 'wait')) {
    writeOutcome(terminal, document, `Document ${document.id} (${document.name}) is being read.`);
    return 0;
  }
  const ready = await untilRead(api, `${documents}/${document.id}`, terminal);
  writeOutcome(terminal, ready, `Document ${ready.id} (${ready.name}) can be searched.`);
  if (ready.warning && !terminal.isJson) terminal.note(`Warning: ${ready.warning}`);
  return 0;
}

function addWebsite(
  api: Api,
  documents: string,
  { words, options }: Invocation,
): Promise<{ data: Document }> {
  const url = String(words[1]);
  return api.create(documents, {
    name: textOption(options, 'name') ?? url.slice(0, 255),
    type: 'website',
    url,
    relative_links_limit: numberOption(options, 'pages', { from: 1, to: 50 }) ?? null,
  });
}

async function addFile(
  api: Api,
  documents: string,
  { source, name }: { source: string; name: string | undefined },
): Promise<{ data: Document }> {
  const known = TYPES[path.extname(source).toLowerCase()];
  if (known === undefined) {
    throw new UsageError(
      `${source} must be a URL or a file of these types: ${Object.keys(TYPES).join(', ')}.`,
    );
  }
  const [type, mediaType] = known;
  const file = { name: path.basename(source), content: await readBytes(source), type: mediaType };
  return api.upload(documents, { file, fields: { name: name ?? path.basename(source), type } });
}

async function untilRead(api: Api, documentPath: string, terminal: Terminal): Promise<Document> {
  const done = new AbortController();
  let document: Document | null = null;
  await every(LOOK_MS, AbortSignal.any([terminal.stopped, done.signal]), async () => {
    const { data } = await api.get<{ data: Document }>(documentPath);
    if (data.status === 'processing') return;
    document = data;
    done.abort();
  });
  return asRead(document);
}

function asRead(document: Document | null): Document {
  if (document === null) throw new CommandError('Canceled. The document is still being read.');
  if (document.status === 'failed')
    throw new CommandError(`${document.name} could not be read: ${document.error}`);
  return document;
}

export async function listDocuments(invocation: Invocation): Promise<number> {
  const api = await connect(invocation);
  const base = await idOf(api, 'knowledge', wordAt(invocation, 0));
  const { data } = await api.get<{ data: Document[] }>(`/user/knowledgebases/${base}/documents`);
  writeRows(invocation.terminal, data, [
    { title: 'id', text: (row) => String(row.id) },
    { title: 'name', text: (row) => row.name },
    { title: 'type', text: (row) => row.type },
    { title: 'status', text: (row) => row.status },
    { title: 'problem', text: (row) => row.error ?? row.warning ?? '' },
  ]);
  return 0;
}

interface Passage {
  document_name: string;
  text: string;
  score: number;
  source: string | null;
}

/** Searches a knowledgebase as an assistant does. */
export async function searchKnowledge(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const api = await connect(invocation);
  const base = await idOf(api, 'knowledge', wordAt(invocation, 0));
  const body = {
    query: wordAt(invocation, 1),
    limit: numberOption(options, 'limit', { from: 1, to: 50 }) ?? null,
  };
  const { data } = await api.send<{ data: Passage[] }>('POST', `/user/knowledgebases/${base}/search`, body);
  if (data.length === 0) terminal.note('Nothing was found.');
  writeRows(terminal, data, [
    { title: 'score', text: (row) => row.score.toFixed(2) },
    { title: 'document', text: (row) => row.document_name },
    { title: 'text', text: (row) => row.text },
  ]);
  return 0;
}
