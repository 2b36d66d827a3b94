import type { Verb } from '../program/verb.ts';
import { EXPORT, PAGES, VARIABLES, YES } from './shared-options.ts';

const CALL = { name: 'call', description: 'id of the call' };
const MESSAGE = { name: 'message', description: 'text of the message' };
const CONVERSATION = { name: 'conversation', description: 'id of the conversation' };

export const callVerbs: readonly Verb[] = [
  {
    name: 'calls list',
    summary: 'list calls, newest first',
    options: [
      { flags: '--status <status>', description: 'for example in-progress, completed, no-answer' },
      { flags: '--assistant <assistant>', description: 'calls of this assistant (id or name)' },
      { flags: '--campaign <campaign>', description: 'calls of this campaign (id or name)' },
      { flags: '--number <digits>', description: 'part of a phone number' },
      { flags: '--from <date>', description: 'first day, such as 2026-03-01' },
      { flags: '--to <date>', description: 'last day' },
      ...PAGES,
    ],
    examples: [
      'calls list --status in-progress',
      'calls list --assistant "Mill Inn" --from 2026-03-01 --all --json',
    ],
    place: 'remote',
    load: async () => {
      const { listOf } = await import('../records/read.ts');
      return listOf('calls', [
        { option: 'status', parameter: 'status' },
        { option: 'assistant', parameter: 'assistant_id', kind: 'assistants' },
        { option: 'campaign', parameter: 'campaign_id', kind: 'campaigns' },
        { option: 'number', parameter: 'phone_number' },
        { option: 'from', parameter: 'date_from' },
        { option: 'to', parameter: 'date_to' },
      ]);
    },
  },
  {
    name: 'calls export',
    summary: 'write calls with their transcripts as CSV or JSON Lines',
    options: [
      { flags: '--search <words>', description: 'words of the transcript, or part of a number' },
      { flags: '--status <status>', description: 'for example completed, no-answer' },
      { flags: '--assistant <assistant>', description: 'calls of this assistant (id or name)' },
      { flags: '--campaign <campaign>', description: 'calls of this campaign (id or name)' },
      ...EXPORT,
    ],
    examples: [
      'calls export --from 2026-03-01 > calls.csv',
      'calls export --search refund --format jsonl -o calls.jsonl',
    ],
    place: 'remote',
    load: async () => {
      const { exportOf } = await import('../records/export.ts');
      return exportOf('/user/calls/export', [
        { option: 'search', parameter: 'search' },
        { option: 'status', parameter: 'status' },
        { option: 'assistant', parameter: 'assistant_id', kind: 'assistants' },
        { option: 'campaign', parameter: 'campaign_id', kind: 'campaigns' },
        { option: 'from', parameter: 'date_from' },
        { option: 'to', parameter: 'date_to' },
      ]);
    },
  },
  {
    name: 'calls show',
    summary: 'show a call',
    arguments: [CALL],
    examples: ['calls show 17', 'calls show 17 --json'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).showOf('calls'),
  },
  {
    name: 'calls make',
    summary: 'call a phone number with an assistant',
    arguments: [{ name: 'number', description: 'in international format' }],
    options: [
      { flags: '-a, --assistant <assistant>', description: 'id or name of an outbound assistant (required)' },
      VARIABLES,
      { flags: '--external-id <id>', description: "the call's id in your own system" },
      { flags: '--at <time>', description: 'call at this time, such as 2026-03-01T10:00:00Z' },
      { flags: '--allow-parallel', description: 'call even if the number is in a call' },
      { flags: '--ignore-hours', description: 'with --at: also outside the legal calling hours' },
      { flags: '--tail', description: 'follow the call until it ends' },
    ],
    examples: [
      'calls make +40721234500 --assistant "Mill Inn" --tail',
      'calls make +40721234500 -a 7 --var name=Ada --var guests=4',
    ],
    place: 'remote',
    load: async () => (await import('../calls/make-call.ts')).makeCall,
  },
  {
    name: 'calls tail',
    summary: 'follow running calls live',
    details:
      'Follows one call until it ends, or all running and later calls until Ctrl-C. --json writes one event a line.',
    arguments: [{ name: '[call]', description: 'id of the call; all calls by default' }],
    examples: ['calls tail', 'calls tail 17 --json'],
    place: 'remote',
    load: async () => (await import('../calls/tail-calls.ts')).tailCalls,
  },
  {
    name: 'calls hang-up',
    summary: 'end a running call',
    arguments: [CALL],
    options: [{ flags: '--say <text>', description: 'say this to the customer first' }],
    examples: ['calls hang-up 17 --say "Goodbye."'],
    place: 'remote',
    load: async () => (await import('../calls/one-call.ts')).hangUp,
  },
  {
    name: 'calls cancel',
    summary: 'cancel a scheduled call',
    arguments: [CALL],
    examples: ['calls cancel 17'],
    place: 'remote',
    load: async () => (await import('../calls/one-call.ts')).cancelCall,
  },
  {
    name: 'calls transcript',
    summary: 'print the transcript of a call',
    arguments: [CALL],
    examples: ['calls transcript 17'],
    place: 'remote',
    load: async () => (await import('../calls/one-call.ts')).showTranscript,
  },
  {
    name: 'calls recording',
    summary: 'save the recording of a call as a WAV file',
    arguments: [CALL],
    options: [
      { flags: '-o, --output <file>', description: 'the file (default: call-ID.wav); - is standard output' },
    ],
    examples: ['calls recording 17', 'calls recording 17 -o - | ffplay -'],
    place: 'remote',
    load: async () => (await import('../calls/one-call.ts')).saveRecording,
  },
  {
    name: 'calls delete',
    summary: 'delete a call with its recording',
    arguments: [CALL],
    options: [YES],
    examples: ['calls delete 17 --yes'],
    place: 'remote',
    load: async () => (await import('../records/change.ts')).deleteOf('calls'),
  },
  {
    name: 'conversations list',
    summary: 'list conversations, newest first',
    options: [
      {
        flags: '--type <type>',
        description: 'kind of conversation',
        choices: ['test', 'widget', 'msgapp', 'api'],
      },
      { flags: '--assistant <assistant>', description: 'conversations of this assistant (id or name)' },
      { flags: '--from <date>', description: 'first day, such as 2026-03-01' },
      { flags: '--to <date>', description: 'last day' },
      ...PAGES,
    ],
    examples: ['conversations list --type widget'],
    place: 'remote',
    load: async () => {
      const { listOf } = await import('../records/read.ts');
      return listOf('conversations', [
        { option: 'type', parameter: 'type' },
        { option: 'assistant', parameter: 'assistant_id', kind: 'assistants' },
        { option: 'from', parameter: 'date_from' },
        { option: 'to', parameter: 'date_to' },
      ]);
    },
  },
  {
    name: 'conversations export',
    summary: 'write conversations with their messages as CSV or JSON Lines',
    options: [
      { flags: '--search <words>', description: 'words of the messages, or part of a name or number' },
      { flags: '--assistant <assistant>', description: 'conversations of this assistant (id or name)' },
      ...EXPORT,
    ],
    examples: [
      'conversations export > conversations.csv',
      'conversations export --search refund --format jsonl',
    ],
    place: 'remote',
    load: async () => {
      const { exportOf } = await import('../records/export.ts');
      return exportOf('/user/conversations/export', [
        { option: 'search', parameter: 'search' },
        { option: 'assistant', parameter: 'assistant_id', kind: 'assistants' },
        { option: 'from', parameter: 'date_from' },
        { option: 'to', parameter: 'date_to' },
      ]);
    },
  },
  {
    name: 'conversations show',
    summary: 'show a conversation',
    arguments: [CONVERSATION],
    examples: ['conversations show 6e6a2f5c-0000-4000-8000-000000000000'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).showOf('conversations'),
  },
  {
    name: 'conversations transcript',
    summary: 'print the messages of a conversation',
    arguments: [CONVERSATION],
    examples: ['conversations transcript 6e6a2f5c-0000-4000-8000-000000000000'],
    place: 'remote',
    load: async () => (await import('../conversations/one-conversation.ts')).showConversation,
  },
  {
    name: 'conversations send',
    summary: 'write to the customer as a person',
    arguments: [CONVERSATION, MESSAGE],
    examples: ['conversations send 6e6a2f5c-0000-4000-8000-000000000000 "We are open until six."'],
    place: 'remote',
    load: async () => (await import('../conversations/one-conversation.ts')).sendMessage,
  },
  {
    name: 'conversations assign',
    summary: 'assign a conversation to a member or a group',
    details: 'Without --person and --group, the conversation becomes unassigned.',
    arguments: [CONVERSATION],
    options: [
      { flags: '--person <person>', description: 'a member (id or name)' },
      { flags: '--group <group>', description: 'a group (id or name)' },
    ],
    examples: [
      'conversations assign 6e6a2f5c-0000-4000-8000-000000000000 --person Ada',
      'conversations assign 6e6a2f5c-0000-4000-8000-000000000000',
    ],
    place: 'remote',
    load: async () => (await import('../conversations/inbox-work.ts')).assignConversation,
  },
  {
    name: 'conversations close',
    summary: 'close a conversation and hand it back to the assistant',
    arguments: [CONVERSATION],
    examples: ['conversations close 6e6a2f5c-0000-4000-8000-000000000000'],
    place: 'remote',
    load: async () => (await import('../conversations/inbox-work.ts')).setStatus('close'),
  },
  {
    name: 'conversations reopen',
    summary: 'open a closed or snoozed conversation',
    arguments: [CONVERSATION],
    examples: ['conversations reopen 6e6a2f5c-0000-4000-8000-000000000000'],
    place: 'remote',
    load: async () => (await import('../conversations/inbox-work.ts')).setStatus('reopen'),
  },
  {
    name: 'conversations note',
    summary: 'write an internal note, which customers never see',
    arguments: [CONVERSATION, { name: 'text', description: 'the text of the note' }],
    examples: ['conversations note 6e6a2f5c-0000-4000-8000-000000000000 "Called back, no answer."'],
    place: 'remote',
    load: async () => (await import('../conversations/inbox-work.ts')).writeNote,
  },
  {
    name: 'conversations tag',
    summary: 'add a tag to a conversation, or remove it',
    arguments: [CONVERSATION, { name: 'tag', description: 'the tag' }],
    options: [{ flags: '--remove', description: 'remove the tag' }],
    examples: [
      'conversations tag 6e6a2f5c-0000-4000-8000-000000000000 refund',
      'conversations tag 6e6a2f5c-0000-4000-8000-000000000000 refund --remove',
    ],
    place: 'remote',
    load: async () => (await import('../conversations/inbox-work.ts')).tagConversation,
  },
  {
    name: 'conversations enable-ai',
    summary: 'let the assistant answer in a conversation',
    arguments: [CONVERSATION],
    examples: ['conversations enable-ai 6e6a2f5c-0000-4000-8000-000000000000'],
    place: 'remote',
    load: async () => (await import('../conversations/one-conversation.ts')).switchAi('enable'),
  },
  {
    name: 'conversations disable-ai',
    summary: 'take over a conversation: the assistant stops answering',
    arguments: [CONVERSATION],
    examples: ['conversations disable-ai 6e6a2f5c-0000-4000-8000-000000000000'],
    place: 'remote',
    load: async () => (await import('../conversations/one-conversation.ts')).switchAi('disable'),
  },
];
