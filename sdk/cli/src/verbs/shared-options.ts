import type { Option } from '../program/verb.ts';

export const PAGES: readonly Option[] = [
  { flags: '--limit <count>', description: 'list at most this many (default: 50)' },
  { flags: '--all', description: 'list all' },
];

export const EXPORT: readonly Option[] = [
  { flags: '--from <date>', description: 'first day, such as 2026-03-01' },
  { flags: '--to <date>', description: 'last day' },
  { flags: '--format <format>', description: 'format of the file (default: csv)', choices: ['csv', 'jsonl'] },
  { flags: '-o, --output <file>', description: 'the file (default: standard output)' },
];

export const YES: Option = { flags: '-y, --yes', description: 'do not ask' };

export const FIELDS: readonly Option[] = [
  {
    flags: '--set <name=value>',
    description: 'set a field of the API; the value is JSON or text',
    isRepeatable: true,
  },
  { flags: '--file <file>', description: 'read the fields from a YAML or JSON file; - is standard input' },
];

export const VARIABLES: Option = {
  flags: '--var <name=value>',
  description: 'a variable for the assistant',
  isRepeatable: true,
};

export const DRY_RUN: Option = {
  flags: '-n, --dry-run',
  description: 'show what would be done, and do nothing',
};
