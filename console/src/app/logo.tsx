/** The logo: a speech bubble with sound bars. */
export function Logo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} aria-hidden="true">
      <rect width="32" height="32" rx="9" className="fill-accent" />
      <path
        className="fill-on-accent"
        d="M8 7h16a3 3 0 0 1 3 3v9a3 3 0 0 1-3 3h-9l-5 4v-4H8a3 3 0 0 1-3-3v-9a3 3 0 0 1 3-3z"
      />
      <path className="fill-none stroke-2 stroke-accent" strokeLinecap="round" d="M11 13v3M16 11v7M21 13v3" />
    </svg>
  );
}
