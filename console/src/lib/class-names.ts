import { type ClassValue, clsx } from 'clsx';
import { twMerge } from 'tailwind-merge';

/** Joins class names; of two Tailwind classes for the same thing the later one holds. */
export function classNames(...values: ClassValue[]): string {
  return twMerge(clsx(values));
}
