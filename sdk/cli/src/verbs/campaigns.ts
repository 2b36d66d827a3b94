import type { Option, Verb } from '../program/verb.ts';
import type { Field } from '../records/change.ts';
import { DRY_RUN, FIELDS, PAGES, VARIABLES, YES } from './shared-options.ts';

const CAMPAIGN = { name: 'campaign', description: 'id or name' };
const LEAD = { name: 'lead', description: 'id of the lead' };

const CAMPAIGN_OPTIONS: readonly Option[] = [
  { flags: '--name <name>', description: 'name of the campaign' },
  { flags: '-a, --assistant <assistant>', description: 'id or name of an outbound assistant' },
  { flags: '--timezone <zone>', description: 'time zone, such as Europe/Bucharest' },
  { flags: '--number <number>', description: 'call from this number', isRepeatable: true },
  ...FIELDS,
];

const CAMPAIGN_FIELDS: readonly Field[] = [
  { option: 'name', field: 'name' },
  { option: 'assistant', field: 'assistant_id', kind: 'assistants' },
  { option: 'timezone', field: 'timezone' },
  { option: 'number', field: 'phone_number_ids', kind: 'numbers' },
];

export const campaignVerbs: readonly Verb[] = [
  {
    name: 'campaigns list',
    summary: 'list campaigns',
    options: PAGES,
    examples: ['campaigns list'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).listOf('campaigns'),
  },
  {
    name: 'campaigns show',
    summary: 'show a campaign',
    arguments: [CAMPAIGN],
    examples: ['campaigns show Spring'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).showOf('campaigns'),
  },
  {
    name: 'campaigns create',
    summary: 'create a campaign',
    options: CAMPAIGN_OPTIONS,
    examples: [
      'campaigns create --name Spring --assistant "Mill Inn"',
      'campaigns create --name Spring -a 7 --timezone Europe/Bucharest --set max_retries=3',
    ],
    place: 'remote',
    load: async () =>
      (await import('../records/change.ts')).createOf({ kind: 'campaigns', fields: CAMPAIGN_FIELDS }),
  },
  {
    name: 'campaigns update',
    summary: 'change a campaign',
    arguments: [CAMPAIGN],
    options: CAMPAIGN_OPTIONS,
    examples: [
      'campaigns update Spring --set retry_interval=60',
      'campaigns update Spring --number +40312000000',
    ],
    place: 'remote',
    load: async () =>
      (await import('../records/change.ts')).updateOf({ kind: 'campaigns', fields: CAMPAIGN_FIELDS }),
  },
  {
    name: 'campaigns delete',
    summary: 'delete a campaign',
    arguments: [CAMPAIGN],
    options: [YES],
    examples: ['campaigns delete Spring --yes'],
    place: 'remote',
    load: async () => (await import('../records/change.ts')).deleteOf('campaigns'),
  },
  {
    name: 'campaigns start',
    summary: 'start a campaign',
    arguments: [CAMPAIGN],
    examples: ['campaigns start Spring'],
    place: 'remote',
    load: async () => (await import('../campaigns/run-campaign.ts')).setStatus('start'),
  },
  {
    name: 'campaigns stop',
    summary: 'stop a campaign; calls in progress continue',
    arguments: [CAMPAIGN],
    examples: ['campaigns stop Spring'],
    place: 'remote',
    load: async () => (await import('../campaigns/run-campaign.ts')).setStatus('stop'),
  },
  {
    name: 'campaigns status',
    summary: 'show the progress of a campaign',
    arguments: [CAMPAIGN],
    options: [{ flags: '-w, --watch', description: 'show changes until the campaign ends' }],
    examples: ['campaigns status Spring', 'campaigns status Spring --watch'],
    place: 'remote',
    load: async () => (await import('../campaigns/run-campaign.ts')).showStatus,
  },
  {
    name: 'leads list',
    summary: 'list leads',
    options: [
      { flags: '--campaign <campaign>', description: 'leads of this campaign (id or name)' },
      { flags: '--status <status>', description: 'for example created, completed, reached-max-retries' },
      { flags: '--number <digits>', description: 'part of a phone number' },
      { flags: '--external-id <id>', description: 'the id in your own system' },
      ...PAGES,
    ],
    examples: ['leads list --campaign Spring --status created'],
    place: 'remote',
    load: async () => {
      const { listOf } = await import('../records/read.ts');
      return listOf('leads', [
        { option: 'campaign', parameter: 'campaign_id', kind: 'campaigns' },
        { option: 'status', parameter: 'status' },
        { option: 'number', parameter: 'phone_number' },
        { option: 'externalId', parameter: 'external_id' },
      ]);
    },
  },
  {
    name: 'leads show',
    summary: 'show a lead',
    arguments: [LEAD],
    examples: ['leads show 12'],
    place: 'remote',
    load: async () => (await import('../records/read.ts')).showOf('leads'),
  },
  {
    name: 'leads add',
    summary: 'add a lead to a campaign',
    arguments: [CAMPAIGN, { name: 'number', description: 'in international format' }],
    options: [
      VARIABLES,
      { flags: '--external-id <id>', description: "the lead's id in your own system" },
      { flags: '--allow-duplicate', description: 'add the number even if the campaign has it' },
    ],
    examples: ['leads add Spring +40721234500 --var name=Ada'],
    place: 'remote',
    load: async () => (await import('../leads/add-lead.ts')).addLead,
  },
  {
    name: 'leads update',
    summary: 'change a lead',
    arguments: [LEAD],
    options: [
      { flags: '--campaign <campaign>', description: 'move the lead to this campaign' },
      { flags: '--status <status>', description: 'created calls the lead again' },
      ...FIELDS,
    ],
    examples: ['leads update 12 --status created', 'leads update 12 --set \'variables={"name":"Ada"}\''],
    place: 'remote',
    load: async () =>
      (await import('../records/change.ts')).updateOf({
        kind: 'leads',
        fields: [
          { option: 'campaign', field: 'campaign_id', kind: 'campaigns' },
          { option: 'status', field: 'status' },
        ],
      }),
  },
  {
    name: 'leads delete',
    summary: 'delete a lead',
    arguments: [LEAD],
    options: [YES],
    examples: ['leads delete 12 --yes'],
    place: 'remote',
    load: async () => (await import('../records/change.ts')).deleteOf('leads'),
  },
  {
    name: 'leads import',
    summary: 'import leads from a CSV or Excel file, after a preview',
    details:
      'Columns are recognized by their names. The preview shows how, and asks before anything is stored.',
    arguments: [{ name: 'file', description: 'CSV or XLSX' }],
    options: [
      { flags: '-c, --campaign <campaign>', description: 'id or name (required)' },
      { flags: '--phone-column <name>', description: 'column with the phone numbers' },
      { flags: '--secondary-column <name>', description: 'column with other numbers', isRepeatable: true },
      { flags: '--external-id-column <name>', description: 'column with the ids in your own system' },
      { flags: '--country <code>', description: 'accept national numbers of this country, such as RO' },
      { flags: '--assume-international', description: 'read numbers without + as international ones' },
      { flags: '--delimiter <character>', description: 'of a CSV file', choices: [',', ';', '|', 'tab'] },
      { flags: '--charset <name>', description: 'of a CSV file, such as windows-1250' },
      { flags: '--sheet <name>', description: 'of an Excel file' },
      { flags: '--allow-duplicate', description: 'import numbers that the campaign has already' },
      DRY_RUN,
      YES,
    ],
    examples: [
      'leads import customers.csv --campaign Spring',
      'leads import customers.csv -c Spring --phone-column Mobile --country RO --yes',
    ],
    place: 'remote',
    load: async () => (await import('../leads/import-leads.ts')).importLeads,
  },
  {
    name: 'leads export',
    summary: 'write the leads of a campaign as CSV',
    arguments: [CAMPAIGN],
    options: [{ flags: '-o, --output <file>', description: 'the file (default: standard output)' }],
    examples: ['leads export Spring > leads.csv', 'leads export Spring -o leads.csv'],
    place: 'remote',
    load: async () => (await import('../leads/export-leads.ts')).exportLeads,
  },
];
