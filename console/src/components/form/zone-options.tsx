const ZONES = Intl.supportedValuesOf('timeZone');

/** Time zone suggestions for a text field: `<Input list={id} />`. */
export function ZoneOptions({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {ZONES.map((zone) => (
        <option key={zone} value={zone} />
      ))}
    </datalist>
  );
}
