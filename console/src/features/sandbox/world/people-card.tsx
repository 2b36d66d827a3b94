import { Card } from '../../../components/layout/card.tsx';

/** As docs/guides/sandbox-calls.md has them. */
const PEOPLE = [
  ['00', 'answers after two seconds, talks, says goodbye and hangs up'],
  ['01', 'busy'],
  ['02', 'rings, and nobody answers'],
  ['03', 'voicemail, with a beep'],
  ['04', 'rings, and is declined'],
  ['05', 'no such number'],
  ['06', 'the carrier cannot connect just now'],
  ['07', 'answers, and hangs up in the middle'],
  ['08', 'answers, and presses 1, then 42#'],
  ['09', 'as 00, in a noisy place'],
  ['10', 'answers, and says nothing'],
  ['11', 'answers, and interrupts'],
  ['12', 'a mailbox that is full'],
  ['13', 'answers, and writes in place of speaking'],
  ['14', 'answers, and does not want to be called again'],
] as const;

/** Who is at the other end of a number that nobody holds in a browser. */
export function PeopleCard() {
  return (
    <Card
      title="People with a script"
      text="Whoever is called over the sandbox, and is not reachable in this page, is played by the server: the last two digits of the number choose how."
    >
      <table className="w-full text-left text-sm">
        <caption className="sr-only">What happens at numbers of the sandbox</caption>
        <thead>
          <tr className="text-ink-soft">
            <th scope="col" className="w-36 py-1 pr-3 font-medium">
              Number ends in
            </th>
            <th scope="col" className="py-1 font-medium">
              What happens
            </th>
          </tr>
        </thead>
        <tbody>
          {PEOPLE.map(([digits, fate]) => (
            <tr key={digits} className="border-line border-t">
              <th scope="row" className="py-1 font-mono font-normal">
                {digits}
              </th>
              <td className="py-1">{fate}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-4 text-ink-soft text-sm">
        Every other number talks as 00. With <code>PARLEY_SANDBOX_POPULATION</code> set to a number when the
        server starts, the others are people as in a usual campaign: some busy, some away, some on voicemail,
        and otherwise the next time. The same number makes the same people.
      </p>
    </Card>
  );
}
