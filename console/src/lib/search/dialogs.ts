import { idOf } from './search-values.ts';

/** The part after a dialog's name in the URL: nothing, a numeric id, or a key of letters and digits. */
type DialogKind = 'plain' | 'id' | 'key';

/** The dialogs of a page by name: `{ 'send-sms': 'plain', sms: 'id' }`. */
export type Dialogs = Readonly<Record<string, DialogKind>>;

export type Named<Table extends Dialogs, Kind extends DialogKind> = {
  [Name in keyof Table & string]: Table[Name] extends Kind ? Name : never;
}[keyof Table & string];

/** An open dialog in the URL, `?open=`: `send-sms`, `sms.12`, `template.order-status`. */
export type DialogAddress<Table extends Dialogs> =
  | Named<Table, 'plain'>
  | `${Named<Table, 'id'>}.${number}`
  | `${Named<Table, 'key'>}.${string}`;

/** The dialog in the URL; undefined when the page has no such dialog. */
export function dialogIn<Table extends Dialogs>(
  dialogs: Table,
  open: unknown,
): DialogAddress<Table> | undefined {
  return isDialogAddress(dialogs, open) ? open : undefined;
}

/** The subject of the open dialog if it has this name. */
export function subjectOf(open: string | undefined, name: string): string | undefined {
  return open?.startsWith(`${name}.`) ? open.slice(name.length + 1) : undefined;
}

/** The search parameters with another dialog, or without one if `open` is undefined. */
export function withDialog(search: object, open: string | undefined) {
  const whole: object = { ...search, open };
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
}

function isDialogAddress<Table extends Dialogs>(dialogs: Table, open: unknown): open is DialogAddress<Table> {
  if (typeof open !== 'string') return false;
  const [name = '', subject] = open.split('.', 2);
  if (!Object.hasOwn(dialogs, name)) return false;
  if (dialogs[name] === 'plain') return open === name;
  if (subject === undefined || open !== `${name}.${subject}`) return false;
  return dialogs[name] === 'id' ? idOf(subject) !== undefined : /^[\w-]{1,64}$/.test(subject);
}
