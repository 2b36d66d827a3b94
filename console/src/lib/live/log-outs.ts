/** The tabs of a browser have one session: who logs out in one of them leaves them all. */
const channel = new BroadcastChannel('parley.log-outs');

export function tellOtherTabs(): void {
  channel.postMessage(null);
}

/** Calls `listener` when another tab has logged out. */
export function onLogOutElsewhere(listener: () => void): void {
  channel.addEventListener('message', listener);
}
