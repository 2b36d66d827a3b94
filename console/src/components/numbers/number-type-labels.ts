import { t } from '../../lib/i18n/t.ts';

const LABELS: Readonly<Record<string, string>> = {
  'Dedicated Number': t('Dedicated Number'),
  'Caller ID': t('Caller ID'),
};

/** @param label of the server, in English */
export function numberTypeLabel(label: string): string {
  return LABELS[label] ?? label;
}
