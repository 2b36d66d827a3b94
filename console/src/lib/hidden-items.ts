/** True if this browser hides an item of a kind. @param key the kind, under which the ids are stored */
export function isHidden(key: string, id: number): boolean {
  return hiddenIds(key).includes(id);
}

/** Hides an item in this browser from now on. */
export function hideFor(key: string, id: number): void {
  localStorage.setItem(key, JSON.stringify([...new Set([...hiddenIds(key), id])]));
}

function hiddenIds(key: string): unknown[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}
