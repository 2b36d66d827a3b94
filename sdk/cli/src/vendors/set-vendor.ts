import { connect } from '../account/connection.ts';
import { hasOption, listOption, pairs, wordAt } from '../program/option-values.ts';
import type { Invocation } from '../program/verb.ts';
import { askSecret, readInput } from '../terminal/ask.ts';
import { UsageError } from '../terminal/failures.ts';
import { type Terminal, writeOutcome } from '../terminal/terminal.ts';
import { tested, type Vendor, vendorOf } from './vendors.ts';

/** Tests the settings, then saves them. Settings that are not given keep their stored values. */
export async function setVendor(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const api = await connect(invocation);
  const vendor = await vendorOf(api, wordAt(invocation, 0));
  const given = pairs(listOption(options, 'set'), '--set');
  const secret = vendor.fields.find(({ kind }) => kind === 'secret')?.name;
  if (secret !== undefined && given[secret] !== undefined) {
    throw new UsageError(
      `Keys in command-line arguments stay in the shell's history. Leave out ${secret}, and enter the key when asked or on standard input.`,
    );
  }
  const key = secret === undefined ? '' : await readKey(terminal, vendor);
  const settings = {
    ...stored(vendor),
    ...Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, settingOf(vendor, name, value)]),
    ),
    ...(secret !== undefined && key !== '' ? { [secret]: key } : {}),
  };
  if (!hasOption(options, 'untested')) terminal.note((await tested(api, vendor, settings)).message);
  const answer = await api.send('PUT', `/user/vendors/${vendor.code}`, settings);
  writeOutcome(terminal, answer, `Connected ${vendor.name}.`);
  return 0;
}

function stored({ settings }: Vendor): Record<string, unknown> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}

async function readKey(terminal: Terminal, { name }: Vendor): Promise<string> {
  if (terminal.canAsk) return askSecret(`Key for ${name} (leave empty to keep the stored key): `);
  const [line = ''] = (await readInput()).split(/\r?\n/);
  return line.trim();
}

/** Lists are written with commas. */
function settingOf({ fields }: Vendor, name: string, value: unknown): unknown {
  const isList = fields.some((field) => field.name === name && field.kind === 'list');
  if (!isList || typeof value !== 'string') return value;
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
