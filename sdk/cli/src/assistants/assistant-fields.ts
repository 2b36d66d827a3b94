import { createHash } from 'node:crypto';
import type { Item } from '../records/kinds.ts';
import type { References } from './references.ts';

/** Fields that cannot be set: identities, times, and names of older versions of the API. */
const READ_ONLY = new Set([
  'id',
  'uuid',
  'user_id',
  'instance_id',
  'engine_id',
  'synthesizer_id',
  'transcriber_id',
  'flows_platform_id',
  'language',
  'status',
  'created_at',
  'updated_at',
  'deleted_at',
]);

const DECIMAL_TEXTS = new Set([
  'voice_stability',
  'voice_similarity',
  'speech_speed',
  'llm_temperature',
  'ambient_sound_volume',
]);

const BITS = new Set(['fillers', 'end_call_on_voicemail']);

/** Fields at the top of a file; the others follow in the order of the API. */
const FIRST = ['name', 'type', 'mode', 'language', 'voice', 'timezone', 'initial_message', 'system_prompt'];

/** Converts an assistant of the API to the fields of a file. */
export function fileFields(assistant: Item, references: References): Item {
  const writable = Object.entries(assistant)
    // `hybrid` can be read but not written.
    .filter(([name, value]) => !READ_ONLY.has(name) && value !== 'hybrid')
    .map(([name, value]) => [name, plain(name, value)]);
  const named = references.toNames(Object.fromEntries(writable));
  const rest = Object.keys(named).filter((name) => !FIRST.includes(name));
  const order = [...FIRST.filter((name) => Object.hasOwn(named, name)), ...rest];
  return Object.fromEntries(order.map((name) => [name, named[name]]));
}

function plain(name: string, value: unknown): unknown {
  if (DECIMAL_TEXTS.has(name)) return Number(value);
  return BITS.has(name) ? value === 1 || value === true : value;
}

/** A short hash, equal for equal values. The order of object members does not matter. */
export function fingerprint(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex').slice(0, 16);
}

export function isSame(one: unknown, other: unknown): boolean {
  return canonical(one) === canonical(other);
}

/** JSON with sorted members. Leaves out null members, so that they equal missing ones. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value)
    .filter(([, member]) => member !== null && member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
