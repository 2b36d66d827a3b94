import { connect } from '../account/connection.ts';
import { hasOption, wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { confirm } from '../terminal/confirm.ts';
import { writeOutcome, writeRows } from '../terminal/terminal.ts';
import { tested, type Vendor, vendorOf, vendorsOf } from './vendors.ts';

export async function listVendors(invocation: Invocation): Promise<number> {
  const vendors = await vendorsOf(await connect(invocation));
  writeRows(invocation.terminal, vendors, [
    { title: 'code', text: ({ code }) => code },
    { title: 'name', text: ({ name }) => name },
    { title: 'state', text: ({ state }) => state.replaceAll('_', ' ') },
    { title: 'key', text: keyText },
    { title: 'used by', text: usageText },
  ]);
  return 0;
}

export async function testVendor(invocation: Invocation): Promise<number> {
  const api = await connect(invocation);
  const test = await tested(api, await vendorOf(api, wordAt(invocation, 0)), {});
  writeOutcome(invocation.terminal, test, `${test.message} (${(test.elapsed_ms / 1000).toFixed(1)} s)`);
  return 0;
}

export async function removeVendor(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const api = await connect(invocation);
  const vendor = await vendorOf(api, wordAt(invocation, 0));
  const usage = usageText(vendor);
  const users = usage === '' ? '' : ` It is used by ${usage}.`;
  await confirm(terminal, {
    question: `Disconnect ${vendor.name} and delete its key?${users}`,
    isSure: hasOption(options, 'yes'),
  });
  const answer = await api.send('DELETE', `/user/vendors/${vendor.code}`);
  writeOutcome(terminal, answer, `Disconnected ${vendor.name}.`);
  return 0;
}

function keyText({ variable, key_hint }: Vendor): string {
  return variable ?? (key_hint === null ? '' : `…${key_hint}`);
}

function usageText({ used_by }: Vendor): string {
  const { assistants, phone_numbers: numbers, knowledgebases } = used_by;
  return [amount(assistants, 'assistant'), amount(numbers, 'number'), amount(knowledgebases, 'knowledgebase')]
    .filter((part) => part !== '')
    .join(', ');
}

function amount(count: number, noun: string): string {
  return count === 0 ? '' : `${count} ${noun}${count === 1 ? '' : 's'}`;
}
