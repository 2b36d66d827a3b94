/** Classes of a field that opens a list. */
export const TRIGGER = [
  'flex h-9 w-full items-center justify-between gap-2 rounded-lg border border-line-strong bg-surface px-3 text-left',
  'aria-disabled:bg-sunken aria-disabled:text-ink-soft aria-invalid:border-bad data-placeholder:text-ink-soft',
  '[&>span:first-child]:truncate',
].join(' ');
