import type { SaveVendor, Vendor } from '../../data/vendors.ts';

/** Typed text by field. */
export type TypedValues = Readonly<Record<string, string>>;

type Field = Vendor['fields'][number];

/** The stored settings as text; secrets are empty. */
export function storedValues({ fields, settings }: Vendor): TypedValues {
  const entries = fields.map(({ name }) => {
    const value = name === 'api_key' || name === 'auth_token' ? null : settings[name];
    return [name, Array.isArray(value) ? value.join(', ') : String(value ?? '')] as const;
  });
  return Object.fromEntries(entries);
}

/** The request; empty fields are left out. */
export function requestOf(fields: readonly Field[], typed: TypedValues): SaveVendor {
  const entries = fields.flatMap(({ name, kind }) => {
    const text = (typed[name] ?? '').trim();
    return text === '' ? [] : [[name, kind === 'list' ? listOf(text) : text] as const];
  });
  return Object.fromEntries(entries);
}

function listOf(text: string): string[] {
  return text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
}
