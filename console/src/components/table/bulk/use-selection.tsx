import { useState } from 'react';
import { t } from '../../../lib/i18n/t.ts';
import type { Column } from '../data-table.tsx';

export interface RowSelection<Row> {
  /** Kept while their pages are not loaded. */
  rows: readonly Row[];
  /** The column of checkboxes. */
  selector: Column<Row>;
  set: (rows: readonly Row[]) => void;
}

/** Rows that one action takes at most, as in an export of selected rows. */
const MOST = 1000;

/**
 * Selected rows of a table.
 * @param shown all rows; undefined for those that are not loaded
 * @param nameOf names a row for screen readers
 */
export function useSelection<Row extends { id: number }>(
  shown: readonly (Row | undefined)[],
  nameOf: (row: Row) => string,
): RowSelection<Row> {
  const [selected, setSelected] = useState<ReadonlyMap<number, Row>>(new Map());
  const loaded = shown.filter((row) => row !== undefined);
  const isAll = loaded.length > 0 && loaded.every(({ id }) => selected.has(id));
  const set = (rows: readonly Row[]): void =>
    setSelected(new Map(rows.slice(0, MOST).map((row) => [row.id, row])));
  const toggle = (row: Row): void =>
    set(
      selected.has(row.id)
        ? [...selected.values()].filter(({ id }) => id !== row.id)
        : [...selected.values(), row],
    );
  const selector: Column<Row> = {
    title: t('Selected'),
    width: '1.25rem',
    header: (
      <Checkbox
        label={t('Select the loaded rows')}
        isChecked={isAll}
        onChange={() => set(isAll ? [] : [...selected.values(), ...loaded])}
      />
    ),
    cell: (row) => (
      <Checkbox
        label={t('Select {name}', { name: nameOf(row) })}
        isChecked={selected.has(row.id)}
        onChange={() => toggle(row)}
      />
    ),
  };
  return { rows: [...selected.values()], selector, set };
}

interface CheckboxProps {
  label: string;
  isChecked: boolean;
  onChange: () => void;
}

function Checkbox({ label, isChecked, onChange }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={isChecked}
      onChange={onChange}
      className="block size-4 accent-accent"
    />
  );
}
