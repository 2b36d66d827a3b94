/** Of a name in a row, which may be of any length and in any script; its element has `dir="auto"`, so that its beginning shows. */
export const NAME_LOOK = 'block w-fit max-w-full truncate text-left font-medium';
/** Of a line of words below it. */
export const LINE_LOOK = 'block truncate text-left text-ink-soft text-sm';
