/** All tabs share one session: logging out in one tab logs out all of them. */
const channel = new BroadcastChannel('parley.log-outs');

export function notifyOtherTabs(): void {
  channel.postMessage(null);
}

/** Calls `listener` when another tab has logged out. */
export function onLogOutElsewhere(listener: () => void): void {
  channel.addEventListener('message', listener);
}
