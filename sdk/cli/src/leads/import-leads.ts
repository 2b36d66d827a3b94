import path from 'node:path';
import { connect } from '../account/connection.ts';
import type { Api, Query } from '../api/api.ts';
import { hasOption, listOption, requiredOption, textOption, wordAt } from '../program/option-values.ts';
import type { Invocation, OptionValues } from '../program/verb.ts';
import { idOf } from '../records/find.ts';
import { readBytes } from '../records/read-fields.ts';
import { confirm } from '../terminal/confirm.ts';
import { type Terminal, writeRows } from '../terminal/terminal.ts';

interface Report {
  columns: { phone_number: string; secondary: string[]; external_id: string | null; variables: string[] };
  sample: { phone_number: string; variables: Record<string, unknown> }[];
  guesses: string[];
  rows: number;
  created: number;
  updated: number;
  blacklisted: number;
  duplicates: number;
  invalid: number;
  errors: { row: number; column: string; message: string }[];
  more_errors: number;
  warnings: string[];
}

/** Shows how the file is read, asks, and imports it. */
export async function importLeads(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const file = wordAt(invocation, 0);
  const content = await readBytes(file);
  const api = await connect(invocation);
  const campaign = await idOf(api, 'campaigns', requiredOption(options, 'campaign'));
  const send = (isDryRun: boolean): Promise<Report> =>
    upload(api, { campaign, file, content, options, isDryRun });
  const preview = await send(true);
  if (!terminal.isJson) showPreview(terminal, preview);
  if (hasOption(options, 'dryRun')) {
    if (terminal.isJson) terminal.line(JSON.stringify(preview, null, 2));
    return preview.invalid === 0 ? 0 : 1;
  }
  const question = `Import ${preview.created} new and ${preview.updated} known leads?`;
  await confirm(terminal, { question, isSure: hasOption(options, 'yes') });
  const report = await send(false);
  if (terminal.isJson) terminal.line(JSON.stringify(report, null, 2));
  else terminal.note(`${countsOf(report)}.`);
  return 0;
}

interface File {
  campaign: string;
  file: string;
  content: Buffer;
  options: OptionValues;
  isDryRun: boolean;
}

async function upload(api: Api, { campaign, file, content, options, isDryRun }: File): Promise<Report> {
  const secondary = listOption(options, 'secondaryColumn');
  const query: Query = {
    dry_run: isDryRun,
    phone_column: textOption(options, 'phoneColumn'),
    secondary_columns: secondary.length === 0 ? undefined : secondary.join(','),
    external_id_column: textOption(options, 'externalIdColumn'),
    country_code: textOption(options, 'country'),
    delimiter: textOption(options, 'delimiter'),
    charset: textOption(options, 'charset'),
    sheet: textOption(options, 'sheet'),
    assume_international: hasOption(options, 'assumeInternational') || undefined,
    allow_dupplicate: hasOption(options, 'allowDuplicate') || undefined,
  };
  const name = path.basename(file);
  const type = name.endsWith('.csv') ? 'text/csv' : 'application/octet-stream';
  const sent = { file: { name, content, type }, query };
  return (await api.upload<{ data: Report }>(`/user/campaign/${campaign}/leads/import`, sent)).data;
}

function showPreview(terminal: Terminal, report: Report): void {
  const { columns } = report;
  terminal.note(`Phone number: column "${columns.phone_number}"`);
  if (columns.secondary.length > 0) terminal.note(`Other numbers: ${columns.secondary.join(', ')}`);
  if (columns.external_id !== null) terminal.note(`External id: column "${columns.external_id}"`);
  terminal.note(`Variables: ${columns.variables.join(', ') || 'none'}`);
  for (const guess of report.guesses) terminal.note(guess);
  terminal.note('');
  writeRows(terminal, report.sample.slice(0, 3), [
    { title: 'phone number', text: (row) => row.phone_number },
    ...columns.variables.map((name) => ({
      title: name,
      text: (row: Report['sample'][number]) => String(row.variables[name] ?? ''),
    })),
  ]);
  terminal.note('');
  for (const { row, column, message } of report.errors) terminal.note(`Row ${row}, ${column}: ${message}`);
  if (report.more_errors > 0) terminal.note(`… and ${report.more_errors} more rejected rows.`);
  for (const warning of report.warnings) terminal.note(`Warning: ${warning}`);
  terminal.note(`${report.rows} rows: ${countsOf(report)}.`);
}

function countsOf({ created, updated, duplicates, invalid, blacklisted }: Report): string {
  const counts = [
    [created, 'new'],
    [updated, 'updated'],
    [duplicates, 'duplicates'],
    [invalid, 'rejected'],
    [blacklisted, 'on the do-not-call list'],
  ] as const;
  return counts
    .filter(([count], index) => count > 0 || index === 0)
    .map(([count, word]) => `${count} ${word}`)
    .join(', ');
}
