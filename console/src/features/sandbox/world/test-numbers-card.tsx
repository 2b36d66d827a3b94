import { Card } from '../../../components/layout/card.tsx';
import { rich, t } from '../../../lib/i18n/t.ts';

/** The same list as in docs/guides/sandbox-calls.md. */
const SCRIPTS = [
  ['00', t('Answers after two seconds, talks, says goodbye and hangs up')],
  ['01', t('Busy')],
  ['02', t('No answer')],
  ['03', t('Voicemail with a beep')],
  ['04', t('Declined while ringing')],
  ['05', t('Invalid number')],
  ['06', t('Carrier temporarily unavailable')],
  ['07', t('Answers and hangs up mid-call')],
  ['08', t('Answers and presses 1, then 42#')],
  ['09', t('Like 00, with background noise')],
  ['10', t('Answers and stays silent')],
  ['11', t('Answers and interrupts')],
  ['12', t('Voicemail, mailbox full')],
  ['13', t('Answers and types instead of speaking')],
  ['14', t('Answers and opts out of further calls')],
] as const;

/** Scripts that answer sandbox numbers that aren't open in a browser. */
export function TestNumbersCard() {
  return (
    <Card
      title={t('Test numbers')}
      text={t(
        'Sandbox calls that don’t ring on this page are answered by a script, chosen by the last two digits of the number.',
      )}
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">{t('Behavior of sandbox numbers')}</caption>
        <thead>
          <tr className="text-ink-soft">
            <th scope="col" className="w-36 py-1 pr-3 font-medium">
              {t('Number ends in')}
            </th>
            <th scope="col" className="py-1 font-medium">
              {t('Behavior')}
            </th>
          </tr>
        </thead>
        <tbody>
          {SCRIPTS.map(([digits, behavior]) => (
            <tr key={digits} className="border-line border-t">
              <th scope="row" className="py-1 font-mono font-normal">
                {digits}
              </th>
              <td className="py-1">{behavior}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-ink-soft text-sm">
        {rich(
          'All other numbers behave like 00. Set {variable} to a number (the random seed) to simulate a realistic mix of busy, unanswered and voicemail instead.',
          { variable: <code>PARLEY_SANDBOX_POPULATION</code> },
        )}
      </p>
    </Card>
  );
}
