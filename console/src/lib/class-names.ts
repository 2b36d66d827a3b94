import { type ClassNameValue, twMerge } from 'tailwind-merge';

/** Joins class names; of two Tailwind classes for the same thing the later one holds. */
export function classNames(...values: ClassNameValue[]): string {
  return twMerge(values);
}
