import { useToLookAfter } from "./attention-data.ts";

/** How many tracks and files need attention; nothing while none does. */
export function CareBadge() {
  const count = useToLookAfter();
  if (count === undefined || count === 0) return null;
  return (
    <span className="rounded-full bg-s3 px-1.5 text-[12px] leading-5 text-text tabular-nums xl:ml-auto">
      {count > 99 ? "99+" : count}
      <span className="sr-only"> to look after</span>
    </span>
  );
}
