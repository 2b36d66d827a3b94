import type { Option, Verb } from '../program/verb.ts';
import type { Field } from '../records/change.ts';
import { FIELDS, PAGES, YES } from './shared-options.ts';

const KNOWLEDGE = { name: 'knowledgebase', description: 'id or name' };
const NUMBER = { name: 'number', description: 'id or phone number' };
const TOOL = { name: 'tool', description: 'id or name' };

const NAME: Option = { flags: '--name <name>', description: 'name' };
const DESCRIPTION: Option = { flags: '--description <text>', description: 'description' };
const DESCRIBED: readonly Field[] = [
  { option: 'name', field: 'name' },
  { option: 'description', field: 'description' },
];

const TOOL_OPTIONS: readonly Option[] = [
  NAME,
  DESCRIPTION,
  { flags: '--endpoint <url>', description: 'URL that the assistant calls' },
  {
    flags: '--method <method>',
    description: 'HTTP method',
    choices: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
  },
  ...FIELDS,
];
const TOOL_FIELDS: readonly Field[] = [
  ...DESCRIBED,
  { option: 'endpoint', field: 'endpoint' },
  { option: 'method', field: 'method' },
];

export const resourceVerbs: readonly Verb[] = [
  {
    name: 'knowledge list',
    summary: 'list knowledgebases',
    options: PAGES,
    examples: ['knowledge list'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).listOf('knowledge'),
  },
  {
    name: 'knowledge show',
    summary: 'show a knowledgebase',
    arguments: [KNOWLEDGE],
    examples: ['knowledge show Handbook'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).showOf('knowledge'),
  },
  {
    name: 'knowledge create',
    summary: 'create a knowledgebase',
    options: [NAME, DESCRIPTION, ...FIELDS],
    examples: ['knowledge create --name Handbook'],
    place: 'remote',
    load: async () =>
      (await import('../records/change.ts')).createOf({ kind: 'knowledge', fields: DESCRIBED }),
  },
  {
    name: 'knowledge update',
    summary: 'change a knowledgebase',
    arguments: [KNOWLEDGE],
    options: [NAME, DESCRIPTION, ...FIELDS],
    examples: ['knowledge update Handbook --name "Clinic handbook"'],
    place: 'remote',
    load: async () =>
      (await import('../records/change.ts')).updateOf({ kind: 'knowledge', fields: DESCRIBED }),
  },
  {
    name: 'knowledge delete',
    summary: 'delete a knowledgebase with its documents',
    arguments: [KNOWLEDGE],
    options: [YES],
    examples: ['knowledge delete Handbook --yes'],
    place: 'remote',
    load: async () => (await import('../records/change.ts')).deleteOf('knowledge'),
  },
  {
    name: 'knowledge documents',
    summary: 'list the documents of a knowledgebase',
    arguments: [KNOWLEDGE],
    examples: ['knowledge documents Handbook'],
    place: 'remote',
    load: async () => (await import('../knowledge/documents.ts')).listDocuments,
  },
  {
    name: 'knowledge add',
    summary: 'add a file or a website to a knowledgebase',
    arguments: [KNOWLEDGE, { name: 'source', description: 'a PDF, Word, text or Markdown file, or a URL' }],
    options: [
      { flags: '--name <name>', description: 'name of the document' },
      { flags: '--pages <count>', description: 'of a website: at most this many linked pages' },
      { flags: '--wait', description: 'wait until it can be searched' },
    ],
    examples: [
      'knowledge add Handbook handbook.pdf --wait',
      'knowledge add Handbook https://example.com --pages 20',
    ],
    place: 'remote',
    load: async () => (await import('../knowledge/documents.ts')).addDocument,
  },
  {
    name: 'knowledge search',
    summary: 'search a knowledgebase as an assistant does',
    arguments: [KNOWLEDGE, { name: 'question', description: 'the text to search for' }],
    options: [{ flags: '--limit <count>', description: 'at most this many passages' }],
    examples: ['knowledge search Handbook "When are you open?"'],
    place: 'remote',
    load: async () => (await import('../knowledge/documents.ts')).searchKnowledge,
  },
  {
    name: 'numbers list',
    summary: 'list phone numbers',
    options: PAGES,
    examples: ['numbers list'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).listOf('numbers'),
  },
  {
    name: 'numbers show',
    summary: 'show a phone number',
    arguments: [NUMBER],
    examples: ['numbers show +40312000000'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).showOf('numbers'),
  },
  {
    name: 'numbers search',
    summary: 'list phone numbers that can be bought',
    options: [
      { flags: '--country <code>', description: 'two letters, such as RO (required)' },
      { flags: '--contains <digits>', description: 'digits in the number' },
      { flags: '--limit <count>', description: 'at most this many' },
    ],
    examples: ['numbers search --country RO'],
    place: 'remote',
    load: async () => (await import('../numbers/numbers.ts')).searchNumbers,
  },
  {
    name: 'numbers buy',
    summary: 'buy a phone number',
    arguments: [{ name: 'number', description: 'from: parley numbers search' }],
    options: [YES],
    examples: ['numbers buy +40312000000 --yes'],
    place: 'remote',
    load: async () => (await import('../numbers/numbers.ts')).buyNumber,
  },
  {
    name: 'numbers assign',
    summary: 'give a phone number to an assistant',
    arguments: [NUMBER, { name: 'assistant', description: 'id, UUID or name' }],
    examples: ['numbers assign +40312000000 "Mill Inn"'],
    place: 'remote',
    load: async () => (await import('../numbers/numbers.ts')).assignNumber,
  },
  {
    name: 'numbers unassign',
    summary: 'take a phone number from its assistant',
    arguments: [NUMBER],
    examples: ['numbers unassign +40312000000'],
    place: 'remote',
    load: async () => (await import('../numbers/numbers.ts')).unassignNumber,
  },
  {
    name: 'numbers delete',
    summary: 'release a phone number',
    arguments: [NUMBER],
    options: [YES],
    examples: ['numbers delete +40312000000 --yes'],
    place: 'remote',
    load: async () => (await import('../records/change.ts')).deleteOf('numbers'),
  },
  {
    name: 'tools list',
    summary: 'list tools',
    options: PAGES,
    examples: ['tools list'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).listOf('tools'),
  },
  {
    name: 'tools show',
    summary: 'show a tool',
    arguments: [TOOL],
    examples: ['tools show book_table'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).showOf('tools'),
  },
  {
    name: 'tools create',
    summary: 'create a tool',
    options: TOOL_OPTIONS,
    examples: [
      'tools create --file book-table.yaml',
      'tools create --name book_table --description "Book a table" --endpoint https://shop.example/book --method POST',
    ],
    place: 'remote',
    load: async () => (await import('../records/change.ts')).createOf({ kind: 'tools', fields: TOOL_FIELDS }),
  },
  {
    name: 'tools update',
    summary: 'change a tool',
    arguments: [TOOL],
    options: TOOL_OPTIONS,
    examples: ['tools update book_table --set timeout=20'],
    place: 'remote',
    load: async () => (await import('../records/change.ts')).updateOf({ kind: 'tools', fields: TOOL_FIELDS }),
  },
  {
    name: 'tools delete',
    summary: 'delete a tool',
    arguments: [TOOL],
    options: [YES],
    examples: ['tools delete book_table --yes'],
    place: 'remote',
    load: async () => (await import('../records/change.ts')).deleteOf('tools'),
  },
  {
    name: 'tools test',
    summary: 'send one test request of a tool',
    arguments: [TOOL],
    options: [{ flags: '--arg <name=value>', description: 'an argument of the tool', isRepeatable: true }],
    examples: ['tools test book_table --arg guests=4'],
    place: 'remote',
    load: async () => (await import('../tools/test-tool.ts')).testTool,
  },
  {
    name: 'keys list',
    summary: 'list API keys',
    options: PAGES,
    examples: ['keys list'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).listOf('keys'),
  },
  {
    name: 'keys create',
    summary: 'create an API key and print its token once',
    options: [
      { flags: '--name <name>', description: 'name of the key (required)' },
      { flags: '--expires-at <time>', description: 'time after which it is invalid' },
      {
        flags: '--role <role>',
        description: 'role of the key (default: admin)',
        choices: ['owner', 'admin', 'builder', 'agent', 'viewer'],
      },
    ],
    examples: ['keys create --name ci', 'keys create --name reports --role viewer'],
    place: 'remote',
    load: async () => (await import('../records/create-key.ts')).createKey,
  },
  {
    name: 'keys delete',
    summary: 'delete an API key; it is refused at once',
    arguments: [{ name: 'key', description: 'id or name' }],
    options: [YES],
    examples: ['keys delete ci --yes'],
    place: 'remote',
    load: async () => (await import('../records/change.ts')).deleteOf('keys'),
  },
];
