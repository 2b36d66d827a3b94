import { parentPort } from 'node:worker_threads';
import { KnowledgeIndex } from './knowledge-index.ts';
import {
  type IndexAnswers,
  type IndexCommand,
  type IndexReply,
  type IndexRequest,
  unpackChunks,
} from './worker-protocol.ts';

if (parentPort === null) throw new Error('index.worker.ts runs as a worker thread only.');
const port = parentPort;
const indexes = new Map<number, KnowledgeIndex>();

function execute(command: IndexCommand, index: KnowledgeIndex): IndexAnswers[IndexCommand['type']] {
  switch (command.type) {
    case 'create':
      indexes.set(command.index, index);
      return undefined;
    case 'drop':
      indexes.delete(command.index);
      return undefined;
    case 'add':
      index.upsert(unpackChunks(command.packed));
      return undefined;
    case 'commit':
      index.applyDocuments(command.documents);
      return { memoryBytes: index.memoryBytes(), passages: index.passages };
    case 'search':
      return index.search(command.query);
  }
}

port.on('message', ({ call, command }: IndexRequest) => {
  const post = (reply: IndexReply): void => port.postMessage(reply);
  try {
    const index = command.type === 'create' ? new KnowledgeIndex() : indexes.get(command.index);
    if (index === undefined) post({ call, type: 'lost' });
    else post({ call, type: 'answer', to: command.type, answer: execute(command, index) });
  } catch (error) {
    post({ call, type: 'failure', message: error instanceof Error ? error.message : String(error) });
  }
});
