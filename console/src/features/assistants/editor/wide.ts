/** Tailwind's `xl` breakpoint: room for a panel next to the settings. */
export const WIDE = '(min-width: 80rem)';
