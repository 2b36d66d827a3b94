import { describeError } from '../../lib/api/api-error.ts';

export interface ShownToast {
  id: number;
  text: string;
  tone: 'good' | 'bad';
}

const MOST = 3;
let shown: readonly ShownToast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Shows a success toast: `showSuccess('Assistant saved.')`. */
export function showSuccess(text: string): void {
  add(text, 'good');
}

/** Shows an error toast, for failures without a place on the page. */
export function showError(error: unknown): void {
  add(describeError(error), 'bad');
}

export function dismissToast(id: number): void {
  set(shown.filter((toast) => toast.id !== id));
}

export function shownToasts(): readonly ShownToast[] {
  return shown;
}

export function listenToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Success toasts are dropped before error toasts; a repeated error is shown once. */
function add(text: string, tone: ShownToast['tone']): void {
  const others = shown.filter((toast) => !(toast.tone === 'bad' && tone === 'bad' && toast.text === text));
  const dropped = others.length < MOST ? undefined : (others.find((one) => one.tone === 'good') ?? others[0]);
  set([...others.filter((toast) => toast !== dropped), { id: nextId++, text, tone }]);
}

function set(toasts: readonly ShownToast[]): void {
  shown = toasts;
  for (const listener of listeners) listener();
}
