const ZONES = Intl.supportedValuesOf('timeZone');

/** The names of time zones, offered where one is written: `<Input list={id} />`. */
export function ZoneOptions({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {ZONES.map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
}
