import { choose } from '../account/connection.ts';
import { openApi } from '../api/open-api.ts';
import { hasOption, textOption, wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { readFields } from '../records/read-fields.ts';
import { CommandError, UsageError } from '../terminal/failures.ts';
import { PRODUCTS } from './draft.ts';
import { importAssistant, reportLines } from './import-assistant.ts';

/** Creates an assistant from the export of another product. */
export async function importFile(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const product = PRODUCTS.find((one) => one === wordAt(invocation, 0));
  if (product === undefined) throw new UsageError(`The product must be ${PRODUCTS.join(', ')}.`);
  const file = wordAt(invocation, 1);
  const json = await readFields(file);
  const { url, token } = await choose(options['profile'], terminal.environment);
  const place = {
    api: openApi({ url, token, signal: terminal.stopped }),
    cleaning: openApi({ url, token, signal: new AbortController().signal }),
    note: terminal.note,
  };
  const imported = await importAssistant(place, {
    product,
    json,
    type: options['type'] === 'outbound' ? 'outbound' : 'inbound',
    timezone: textOption(options, 'timezone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    isDry: hasOption(options, 'dryRun'),
  });
  if (imported === null) throw new CommandError(`${file} is not an assistant exported from ${product}.`);
  if (terminal.isJson) terminal.line(JSON.stringify(imported, null, 2));
  else for (const line of reportLines(imported)) terminal.line(line);
  return 0;
}
