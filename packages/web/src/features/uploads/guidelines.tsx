/** The guidelines beside an upload form. */
export function Guidelines({
  title,
  lines,
}: {
  readonly title: string;
  readonly lines: readonly string[];
}) {
  return (
    <section aria-labelledby="guidelines" className="panel h-fit p-4 lg:p-5">
      <h2 id="guidelines" className="text-[15px] font-semibold">
        {title}
      </h2>
      <ul className="mt-2 flex list-disc flex-col gap-2 pl-5 text-[13px] leading-5 text-muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}
