/** Names and values, one pair per line. */
export function Facts({ facts }: { readonly facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className="flex flex-col">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className="flex min-h-9 flex-wrap items-center justify-between gap-x-4 border-b border-line py-1 last:border-b-0"
        >
          <dt className="text-[13px] text-muted">{name}</dt>
          <dd className="min-w-0 text-right break-words tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Joins a row's facts with dots; empty ones are omitted. */
export function partsOf(...facts: readonly string[]): string {
  return facts.filter((fact) => fact !== "").join(" · ");
}
