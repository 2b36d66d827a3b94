/** How this browser announces unread messages. */
export interface AlertChoices {
  sound: boolean;
  desktop: boolean;
}

const KEY = 'parley.inbox-alerts';

/** Off until the user chooses otherwise in this browser. */
export function alertChoices(): AlertChoices {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    const isObject = typeof stored === 'object' && stored !== null;
    return {
      sound: isObject && 'sound' in stored && stored.sound === true,
      desktop: isObject && 'desktop' in stored && stored.desktop === true,
    };
  } catch {
    return { sound: false, desktop: false };
  }
}

export function keepAlertChoices(choices: AlertChoices): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(choices));
  } catch {
    // Storage is unavailable or full.
  }
}
