import { Link } from '@tanstack/react-router';
import { useZone } from '../../lib/time/use-zone.ts';
import { browserZone, goAlike, zoneWords } from '../../lib/time/zone.ts';

/** The time zone of the dates and times on the page, with a link to change it. */
export function ZoneNote() {
  const now = new Date();
  const zone = useZone();
  const own = browserZone();
  const settings: string = '/settings';
  return (
    <>
      Times are in {zoneWords(zone, now)}
      {!goAlike(zone, own, now) && <>; your browser uses {zoneWords(own, now)}</>}.{' '}
      <Link
        to={settings}
        className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
      >
        Change time zone
      </Link>
    </>
  );
}
