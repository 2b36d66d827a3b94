import { Card } from '../../../components/layout/card.tsx';

/** The same list as in docs/guides/sandbox-calls.md. */
const SCRIPTS = [
  ['00', 'Answers after two seconds, talks, says goodbye and hangs up'],
  ['01', 'Busy'],
  ['02', 'No answer'],
  ['03', 'Voicemail with a beep'],
  ['04', 'Declined while ringing'],
  ['05', 'Invalid number'],
  ['06', 'Carrier temporarily unavailable'],
  ['07', 'Answers and hangs up mid-call'],
  ['08', 'Answers and presses 1, then 42#'],
  ['09', 'Like 00, with background noise'],
  ['10', 'Answers and stays silent'],
  ['11', 'Answers and interrupts'],
  ['12', 'Voicemail, mailbox full'],
  ['13', 'Answers and types instead of speaking'],
  ['14', 'Answers and opts out of further calls'],
] as const;

/** Scripts that answer sandbox numbers that aren't open in a browser. */
export function TestNumbersCard() {
  return (
    <Card
      title="Test numbers"
      text="Sandbox calls that don’t ring on this page are answered by a script, chosen by the last two digits of the number."
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">Behavior of sandbox numbers</caption>
        <thead>
          <tr className="text-ink-soft">
            <th scope="col" className="w-36 py-1 pr-3 font-medium">
              Number ends in
            </th>
            <th scope="col" className="py-1 font-medium">
              Behavior
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
        All other numbers behave like 00. Set <code>PARLEY_SANDBOX_POPULATION</code> to a number (the random
        seed) to simulate a realistic mix of busy, unanswered and voicemail instead.
      </p>
    </Card>
  );
}
