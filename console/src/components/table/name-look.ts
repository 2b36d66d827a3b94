/**
 * Classes of a name in a row, which may be long and in any script; the element has `dir="auto"`, so that the start of
 * the name shows.
 */
export const NAME_LOOK = 'block w-fit max-w-full truncate text-left font-medium';
/** Classes of the line below the name. */
export const LINE_LOOK = 'block truncate text-left text-ink-soft text-sm';
