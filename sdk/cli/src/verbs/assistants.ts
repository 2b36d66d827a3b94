import type { Option, Verb } from '../program/verb.ts';
import { DRY_RUN, FIELDS, PAGES, YES } from './shared-options.ts';

const ASSISTANT = { name: 'assistant', description: 'id, UUID or name' };
const NAMED = { name: '[assistants...]', description: 'files or names; all by default' };

const FOLDER: Option = { flags: '--dir <folder>', description: 'folder of the files (default: assistants)' };
const FILES_DETAILS =
  'Each assistant is one YAML file with names in place of ids, so that the files work on other servers too. A file ' +
  'manages only the fields that it has.';

export const assistantVerbs: readonly Verb[] = [
  {
    name: 'assistants list',
    summary: 'list assistants',
    options: PAGES,
    examples: ['assistants list', 'assistants list --all --json'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).listOf('assistants'),
  },
  {
    name: 'assistants show',
    summary: 'show an assistant',
    arguments: [ASSISTANT],
    examples: ['assistants show "Mill Inn"', 'assistants show 7 --json'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).showOf('assistants'),
  },
  {
    name: 'assistants create',
    summary: 'create an assistant',
    details:
      'The fields are those of assistant files. Voices, languages, models, tools and numbers have names.',
    options: FIELDS,
    examples: [
      'assistants create --file mill-inn.yaml',
      'assistants create --file mill-inn.yaml --set name=Copy',
    ],
    place: 'remote',
    load: async () => {
      const [{ createOf }, { translateNames: translate }] = await Promise.all([
        import('../records/change.ts'),
        import('../assistants/translate.ts'),
      ]);
      return createOf({ kind: 'assistants', translate });
    },
  },
  {
    name: 'assistants update',
    summary: 'change fields of an assistant',
    arguments: [ASSISTANT],
    options: FIELDS,
    examples: ['assistants update "Mill Inn" --set max_duration=300', 'assistants update 7 --set voice=Ana'],
    place: 'remote',
    load: async () => {
      const [{ updateOf }, { translateNames: translate }] = await Promise.all([
        import('../records/change.ts'),
        import('../assistants/translate.ts'),
      ]);
      return updateOf({ kind: 'assistants', translate });
    },
  },
  {
    name: 'assistants delete',
    summary: 'delete an assistant',
    arguments: [ASSISTANT],
    options: [YES],
    examples: ['assistants delete "Mill Inn" --yes'],
    place: 'remote',
    load: async () => (await import('../records/change.ts')).deleteOf('assistants'),
  },
  {
    name: 'assistants pull',
    summary: 'write assistants of the server to files',
    details: `${FILES_DETAILS} Changes that you made in a file are kept.`,
    arguments: [NAMED],
    options: [FOLDER, DRY_RUN, { flags: '--force', description: 'overwrite changes in files' }],
    examples: ['assistants pull', 'assistants pull "Mill Inn" --dry-run'],
    place: 'remote',
    load: async () => (await import('../assistants/pull.ts')).pull,
  },
  {
    name: 'assistants push',
    summary: 'create and change assistants of the server from files',
    details: `${FILES_DETAILS} Changes on the server since the last pull are not overwritten.`,
    arguments: [NAMED],
    options: [FOLDER, DRY_RUN, { flags: '--force', description: 'overwrite changes on the server' }],
    examples: ['assistants push --dry-run', 'assistants push mill-inn.yaml --profile production'],
    place: 'remote',
    load: async () => (await import('../assistants/push.ts')).push,
  },
  {
    name: 'assistants diff',
    summary: 'compare files with the server',
    details: FILES_DETAILS,
    arguments: [NAMED],
    options: [FOLDER, { flags: '--exit-code', description: 'exit with 1 if there are differences' }],
    examples: ['assistants diff', 'assistants diff --profile production --exit-code'],
    place: 'remote',
    load: async () => (await import('../assistants/diff.ts')).diff,
  },
];
