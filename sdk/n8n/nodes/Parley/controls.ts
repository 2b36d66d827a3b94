import type { INodeProperties } from 'n8n-workflow';

/** A field of the API as n8n shows it. Its name is that of the API; its description is added if it has none. */
export type Control = Omit<INodeProperties, 'name'>;

/** Controls by the name of the API's field. */
export type Controls = Readonly<Record<string, Control>>;

export const text = (displayName: string, more: Partial<Control> = {}): Control => ({
  displayName,
  type: 'string',
  default: '',
  ...more,
});

export const longText = (displayName: string): Control => text(displayName, { typeOptions: { rows: 4 } });

export const phone = (displayName = 'Phone Number'): Control =>
  text(displayName, { placeholder: 'e.g. +14155550123' });

export const toggle = (displayName: string, description: string): Control => ({
  displayName,
  type: 'boolean',
  default: false,
  description,
});

/** @param initial the API's default */
export const count = (
  displayName: string,
  initial: number,
  range: { minValue: number; maxValue: number },
): Control => ({ displayName, type: 'number', typeOptions: range, default: initial });

/** Values in words, such as `in-progress` as `In Progress`. */
export const choice = (displayName: string, values: readonly string[]): Control => ({
  displayName,
  type: 'options',
  options: values.map((value) => ({ name: inWords(value), value })),
  default: values[0] ?? '',
});

/** An object of the account, chosen from a list that can be searched, or given by its id. */
export const found = (displayName: string, searchListMethod: string): Control => ({
  displayName,
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      typeOptions: { searchListMethod, searchable: true },
    },
    { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 17' },
  ],
});

/** Values by name. */
export const pairs = (displayName: string, one: string): Control => ({
  displayName,
  type: 'fixedCollection',
  typeOptions: { multipleValues: true, multipleValueButtonText: `Add ${one}` },
  default: {},
  options: [
    {
      displayName: one,
      name: 'pair',
      values: [
        { displayName: 'Name', name: 'name', type: 'string', default: '' },
        { displayName: 'Value', name: 'value', type: 'string', default: '' },
      ],
    },
  ],
});

function inWords(value: string): string {
  return value.replaceAll(/[-_]/g, ' ').replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * The value of a control as the API takes it: the id of a chosen object, values by name as an object. Undefined for an
 * empty control.
 */
export function apiValue(value: unknown): unknown {
  if (value === '' || value === null) return undefined;
  if (typeof value !== 'object' || value === undefined) return value;
  if ('__rl' in value && 'value' in value) return apiValue(value.value);
  if (!('pair' in value)) return Object.keys(value).length === 0 ? undefined : value;
  const all: unknown[] = Array.isArray(value.pair) ? value.pair : [];
  return Object.fromEntries(all.map((pair) => [String(Object(pair).name), Object(pair).value]));
}
