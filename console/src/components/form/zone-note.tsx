import { Link } from '@tanstack/react-router';
import { useZone } from '../../lib/time/use-zone.ts';
import { browserZone, goAlike, zoneWords } from '../../lib/time/zone.ts';

/** By which clock days are counted and times are told, and the way to another. */
export function ZoneNote() {
  const now = new Date();
  const zone = useZone();
  const own = browserZone();
  const settings: string = '/settings';
  return (
    <>
      Days and times are those of {zoneWords(zone, now)}
      {!goAlike(zone, own, now) && <>, not of this browser’s {zoneWords(own, now)}</>}.{' '}
      <Link
        to={settings}
        className="underline decoration-line-strong underline-offset-2 hover:decoration-ink"
      >
        Change the zone
      </Link>
    </>
  );
}
