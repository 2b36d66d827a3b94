/** Paths of pages in other features. */
export const PATHS: Readonly<Record<'numbers' | 'billing', string>> = {
  numbers: '/numbers',
  billing: '/billing',
};

export function assistantPath(id: number): string {
  return `/assistants/${id}`;
}

export function callPath(id: number): string {
  return `/calls/${id}`;
}
