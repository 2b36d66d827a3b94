import type { Locator, Page } from 'playwright-core';

/** The element that contains the control: a tab, a card or the whole form. */
type Container = Locator;

/** A form control: its contract field, how the test sets it, and the value that is then stored. */
export interface FormControl {
  /** Such as `max_duration`, `widget_settings.theme` or `tools.end_call.description`. */
  path: string;
  set: (container: Container) => Promise<void>;
  stored: unknown;
}

/** Expects the opposite of the previous value after a switch is toggled. */
const TURNED = Symbol('turned');

/** Expects the id of the object with this name. */
export class IdOf {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

type Named = readonly [path: string, label: string];

export function write([path, label]: Named, text: string, stored: unknown = text): FormControl {
  return { path, stored, set: (container) => container.getByLabel(label, { exact: true }).fill(text) };
}

export function turn([path, label]: Named, stored: unknown = TURNED): FormControl {
  return {
    path,
    stored,
    set: (container) => container.getByRole('switch', { name: label, exact: true }).click(),
  };
}

/** Moves a slider to one of its ends. */
export function slide([path, label]: Named, key: 'Home' | 'End', stored: unknown): FormControl {
  return {
    path,
    stored,
    set: (container) => container.getByRole('slider', { name: label, exact: true }).press(key),
  };
}

/** Chooses from a short list. @param option beginning of its text */
export function pick([path, label]: Named, option: string, stored: unknown): FormControl {
  return {
    path,
    stored,
    set: async (container) => {
      await container.getByRole('combobox', { name: label, exact: true }).click();
      await optionOf(container.page(), option).click();
    },
  };
}

/** Chooses from a long list by a part of its text. */
export function search([path, label]: Named, typed: string, stored: unknown): FormControl {
  return {
    path,
    stored,
    set: async (container) => {
      await container.getByRole('combobox', { name: label, exact: true }).click();
      await container.page().getByRole('combobox', { name: 'Search' }).fill(typed);
      await container.page().keyboard.press('Enter');
    },
  };
}

function optionOf(page: Page, text: string): Locator {
  return page.getByRole('option', { name: new RegExp(`^${text.replaceAll(/[+*.()]/g, '\\$&')}`) });
}

/** The value at a path of a response. A built-in tool is found by its type. */
function valueAt(whole: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => {
    if (Array.isArray(value)) return value.find((item) => item.type === key) ?? value[Number(key)];
    return new Map<string, unknown>(Object.entries(value ?? {})).get(key);
  }, whole);
}

/** The expected stored values of the controls, by path. @param ids ids of the objects offered as choices, by name */
export function storedBy(
  controls: readonly FormControl[],
  before: unknown,
  ids: ReadonlyMap<string, number>,
): Record<string, unknown> {
  const resolved = (stored: unknown): unknown => {
    if (stored instanceof IdOf) return ids.get(stored.name);
    if (typeof stored !== 'object' || stored === null) return stored;
    return Object.fromEntries(Object.entries(stored).map(([name, one]) => [name, resolved(one)]));
  };
  const value = ({ path, stored }: FormControl): unknown => {
    if (stored !== TURNED) return Array.isArray(stored) ? stored.map(resolved) : resolved(stored);
    const was = valueAt(before, path);
    // Some flags are returned as 1 and 0.
    return typeof was === 'number' ? 1 - was : was !== true;
  };
  return Object.fromEntries(controls.map((control) => [control.path, value(control)]));
}

export function valuesAt(controls: readonly FormControl[], whole: unknown): Record<string, unknown> {
  return Object.fromEntries(controls.map(({ path }) => [path, valueAt(whole, path)]));
}
