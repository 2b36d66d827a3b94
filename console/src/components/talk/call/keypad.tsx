import { t } from '../../../lib/i18n/t.ts';

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const;
const NAMES: Partial<Record<string, string>> = { '*': t('Star'), '#': t('Hash') };

export function Keypad({ label, onPress }: { label: string; onPress: (key: string) => void }) {
  return (
    <div role="group" aria-label={label} className="mx-auto grid w-full max-w-60 grid-cols-3 gap-2">
      {KEYS.map((key) => (
        <button
          key={key}
          type="button"
          aria-label={NAMES[key] ?? key}
          onClick={() => onPress(key)}
          className="h-11 rounded-full border border-line bg-surface font-medium text-lg hover:bg-sunken active:bg-accent-soft"
        >
          {key}
        </button>
      ))}
    </div>
  );
}
