import { connect } from '../account/connection.ts';
import { hasOption, numberOption, requiredOption, textOption, wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { idOf } from '../records/find.ts';
import { type Item, KINDS } from '../records/kinds.ts';
import { confirm } from '../terminal/confirm.ts';
import { CommandError } from '../terminal/failures.ts';
import { writeOutcome, writeRows } from '../terminal/terminal.ts';

/** Gives a phone number to an assistant. */
export async function assignNumber(invocation: Invocation): Promise<number> {
  const api = await connect(invocation);
  const number = Number(await idOf(api, 'numbers', wordAt(invocation, 0)));
  const assistant = await idOf(api, 'assistants', wordAt(invocation, 1));
  const answer = await api.send('PUT', `/user/assistant/${assistant}`, { phone_number_id: number });
  writeOutcome(
    invocation.terminal,
    answer,
    `Assistant ${assistant} now has the number ${wordAt(invocation, 0)}.`,
  );
  return 0;
}

/** Takes a phone number from the assistant that has it. */
export async function unassignNumber(invocation: Invocation): Promise<number> {
  const api = await connect(invocation);
  const number = Number(await idOf(api, 'numbers', wordAt(invocation, 0)));
  const assistants = await api.get<{ id: number; phone_number_id: number | null }[]>(
    '/user/assistants/summaries',
  );
  const holders = assistants.filter((one) => one.phone_number_id === number);
  if (holders.length === 0) throw new CommandError('No assistant has this number.');
  for (const { id } of holders) await api.send('PUT', `/user/assistant/${id}`, { phone_number_id: null });
  const ids = holders.map(({ id }) => id);
  writeOutcome(
    invocation.terminal,
    { assistant_ids: ids },
    `Removed the number from assistant ${ids.join(', ')}.`,
  );
  return 0;
}

/** Lists numbers that can be bought. */
export async function searchNumbers(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const api = await connect(invocation);
  const { data } = await api.get<{ data: Item[] }>('/user/phone-numbers/search', {
    country_code: requiredOption(options, 'country'),
    contains: textOption(options, 'contains'),
    limit: numberOption(options, 'limit', { from: 1, to: 50 }),
  });
  writeRows(terminal, data, [
    ...KINDS.numbers.columns.slice(1),
    { title: 'region', text: (row) => String(row['region'] ?? '') },
  ]);
  return 0;
}

/** Buys a number after confirmation. */
export async function buyNumber(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const number = wordAt(invocation, 0);
  const api = await connect(invocation);
  await confirm(terminal, { question: `Buy ${number}?`, isSure: hasOption(options, 'yes') });
  const { data } = await api.create<{ data: Item }>(KINDS.numbers.path, { phone_number: number });
  writeOutcome(terminal, data, `Bought ${String(data['phone_number'])} (number ${String(data['id'])}).`);
  return 0;
}
