import { type ClassNameValue, twMerge } from 'tailwind-merge';

/** Joins class names; of conflicting Tailwind classes, the last one wins. */
export function classNames(...values: ClassNameValue[]): string {
  return twMerge(values);
}
